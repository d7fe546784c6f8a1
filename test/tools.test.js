'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { scripts } = require('../package.json')
const { runScript } = require('./support/run-script')

const FOLDER = path.join(__dirname, '../tools')
const programs = fs.readdirSync(FOLDER).filter((file) => file.endsWith('.js'))
const page = fs.readFileSync(path.join(FOLDER, 'README.md'), 'utf8')

describe.each(programs)('tools/%s', (program) => {
  const [, name] = new RegExp(`^\\| \`npm run ([\\w:-]+)\` \\| \\[\`${program}\`\\]\\(${program}\\) \\|`, 'm').exec(page) ?? []

  test('stands in tools/README.md, with its command', () => {
    expect(scripts[name]).toMatch(new RegExp(`^node (?:--expose-gc )?tools/${program}$`))
  })

  test('has --help, and takes its own options only', async () => {
    const [help, wrong] = await Promise.all([['--help'], ['--nope']].map((args) => runScript(`tools/${program}`, args)))
    expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`npm run ${name}`) })
    expect(help.stdout.split('\n').filter(({ length }) => length > 80)).toEqual([])
    expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(help.stdout.trim()) })
  })
})
