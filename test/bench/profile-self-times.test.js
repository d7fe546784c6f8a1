'use strict'

const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { selfTimes } = require('../../bench/profile/report')

const ROOT = path.join(__dirname, '../..')
const urlOf = (file) => pathToFileURL(path.join(ROOT, file)).href

let ids = 0
beforeEach(() => { ids = 0 })

/** Creates a node in V8's format; lines and columns are counted from 0. */
const node = (functionName, url = '', lineNumber = -1, columnNumber = -1) => ({
  id: ++ids,
  callFrame: { functionName, scriptId: '0', url, lineNumber, columnNumber },
  hitCount: 0
})

test.each([
  ['a function of ours', node('render', urlOf('lib/template.js'), 38, 9), 'render', 'lib/template.js:39', true],
  ['a method in Node itself', node('end', 'node:_http_outgoing', 1032, 44), 'end', 'node:_http_outgoing:1033', false],
  ['a function of a package', node('next', urlOf('node_modules/router/index.js'), 0, 0), 'next', 'node_modules/router/index.js:1', false],
  ['a function of a package with a lib folder', node('handle', urlOf('node_modules/express/lib/application.js'), 150, 28), 'handle', 'node_modules/express/lib/application.js:151', false],
  ['a function of a script without a URL', node('run', path.join(ROOT, 'examples/app.js'), 4, 0), 'run', 'examples/app.js:5', false],
  ['a template, as EJS names it', node('', JSON.stringify(path.join(ROOT, 'examples/package-browser/views/list.ejs')), 2, 16), '(anonymous)', 'examples/package-browser/views/list.ejs:3', false],
  ['code generated at run time', node('', '', 2, 16), '(anonymous)', 'generated code:3', false],
  ['a native function', node('writev'), 'writev', 'native', false]
])('%s is named', (_, node, name, where, isOurs) => {
  const { functions } = selfTimes({ nodes: [node], startTime: 0, endTime: 3000, samples: [node.id], timeDeltas: [1000] })
  expect(functions).toEqual([{ name, where, isOurs, milliseconds: 2 }])
})

/** The functions of the cases below; `again` is `a` in another stack, `b` is at another column of the same line. */
const [a, again, b, idle, collector, program] = [
  node('f', urlOf('lib/a.js'), 9, 4), node('f', urlOf('lib/a.js'), 9, 4), node('f', urlOf('lib/a.js'), 9, 30),
  node('(idle)'), node('(garbage collector)'), node('(program)')
].map((node, i) => ({ ...node, id: i + 1 }))

test.each([
  ['a sample lasts until the next sample, the last one until the end', [a, b], [100, 2000], 1000, 5100, [['lib/a.js:10', 2], ['lib/a.js:10', 2]], []],
  ['samples of a node add up', [a, b, a], [0, 1000, 4000], 0, 8000, [['lib/a.js:10', 4], ['lib/a.js:10', 4]], []],
  ['nodes of a function add up', [a, b, again], [0, 1000, 500], 0, 3500, [['lib/a.js:10', 3], ['lib/a.js:10', 0.5]], []],
  ['activities other than functions are listed separately', [idle, a, collector, program, idle], [0, 1000, 250, 500, 750], 0, 3000, [['lib/a.js:10', 0.25]],
    [['(idle)', 1.5], ['(program)', 0.75], ['(garbage collector)', 0.5]]],
  ['no samples', [], [], 0, 1000, [], []]
])('%s', (_, samples, timeDeltas, startTime, endTime, functions, others) => {
  const times = selfTimes({
    nodes: [a, again, b, idle, collector, program],
    startTime,
    endTime,
    samples: samples.map(({ id }) => id),
    timeDeltas
  })
  expect(times.functions.map(({ where, milliseconds }) => [where, milliseconds])).toEqual(functions)
  expect(times.others.map(({ name, milliseconds }) => [name, milliseconds])).toEqual(others)
  const sum = [...functions, ...others].reduce((sum, [, milliseconds]) => sum + milliseconds, 0)
  expect(times.milliseconds).toBeCloseTo(sum, 9)
})
