'use strict'

const { runScript } = require('../support/run-script')

// The figures of these scripts are read by who runs them; `npm run bench` and its tables have tests of their own.
test.each(['apps', 'cold', 'real', 'scale', 'short', 'small', 'way', 'wire'].map((name) => `bench/${name}.js`))('%s takes its own options only', async (script) => {
  const help = await runScript(script, ['--help'])
  expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: /) })
  expect(help.stdout.split('\n').filter(({ length }) => length > 80)).toEqual([])
  const wrong = await runScript(script, ['--nope'])
  expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(help.stdout.trim()) })
})

test('bench/compare.js runs the script that is named', async () => {
  expect(await runScript('bench/compare.js', ['small', '--help'])).toEqual(await runScript('bench/small.js', ['--help']))
  expect(await runScript('bench/compare.js', ['small', '--nope'])).toMatchObject({ code: 2 })
  const help = await runScript('bench/compare.js', ['--help'])
  expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: npm run bench:compare NAME [^]*\n {2}scale +several processes/) })
  for (const [args, message] of [[[], 'Name a measurement'], [['constructor'], "'constructor' is no measurement"]]) {
    expect(await runScript('bench/compare.js', args)).toMatchObject({ code: 2, stdout: '', stderr: `${message}\n\n${help.stdout}` })
  }
})
