'use strict'

const { runScript } = require('../support/run-script')

// The figures of these scripts are read by who runs them; `npm run bench` and its tables have tests of their own.
test.each(['cold', 'keys', 'real', 'scale', 'small', 'soak', 'starts', 'wire'])('bench/%s.js takes its own options only', async (name) => {
  const help = await runScript(`bench/${name}.js`, ['--help'])
  expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: /) })
  const wrong = await runScript(`bench/${name}.js`, ['--nope'])
  expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(help.stdout.trim()) })
})
