'use strict'

const fs = require('node:fs')
const path = require('node:path')
const acorn = require('acorn')

const ROOT = path.join(__dirname, '..')

/** The names that several files export, since they mean the same there. Any other name has one meaning, in one file. */
const SHARED = [
  {
    why: 'what a dialect is made of, see lib/dialects/dialect.js',
    files: /^lib\/dialects\/[a-z]+\//,
    names: ['accepts', 'answers', 'appOptions', 'asyncChunks', 'byEngine', 'compile', 'engineOf', 'expressFunction', 'ignoresCacheLocal', 'isCalledBy', 'read']
  },
  {
    why: 'the same part of several dialects',
    files: /^lib\/dialects\/[a-z]+\//,
    names: ['Output', 'callAlone', 'engineCache', 'fallbackReason', 'instanceFor', 'isInstance', 'known', 'readGenerated', 'rewrite']
  },
  {
    why: 'what the packages with layouts have in common, for lib/dialects/handlebars/index.js',
    files: /^lib\/dialects\/handlebars\//,
    names: ['instanceOf', 'precompileView', 'renderView']
  },
  { why: 'what a command is made of, see bin/buffered-render.js', files: /^bin\/\w+\.js$/, names: ['options', 'run', 'usage'] },
  { why: 'what a language is made of, see bin/languages/index.js', files: /^bin\/languages\//, names: ['explain', 'hints', 'spansOf'] }
]

const files = ['lib', 'bin'].flatMap((folder) => fs.readdirSync(path.join(ROOT, folder), { recursive: true })
  .filter((name) => name.endsWith('.js')).map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/'))))

/** @returns {string[]} the names in `module.exports = { … }`, without what the file takes from another one */
function namesIn (source) {
  const { body } = acorn.parse(source, { ecmaVersion: 'latest', allowHashBang: true })
  const given = body.flatMap(({ declarations = [] }) => declarations).filter(({ init }) => init?.callee?.name === 'require')
    .flatMap(({ id }) => id.properties?.map(({ value }) => value.name) ?? [id.name])
  const exported = body.map(({ expression }) => expression).filter((each) => each?.left && isModuleExports(each.left))
  return exported.flatMap(({ right: { properties = [] } }) => properties)
    // A spread passes on the names of another file.
    .filter(({ value }) => value !== undefined && !given.includes(value.name)).map(({ key }) => key.name ?? key.value)
}

function isModuleExports ({ object, property }) {
  return object?.name === 'module' && property.name === 'exports'
}

/** The files that export each name that more than one exports. @type {Map<string, string[]>} */
const sharedNames = new Map()
for (const file of files) {
  for (const name of namesIn(fs.readFileSync(path.join(ROOT, file), 'utf8'))) {
    sharedNames.set(name, [...sharedNames.get(name) ?? [], file])
  }
}
for (const [name, found] of sharedNames) if (found.length === 1) sharedNames.delete(name)

test.each([
  ['function a () {} module.exports = { a, b: 1, c () {} }', ['a', 'b', 'c']],
  ["const { a, b: c } = require('./d'), e = require('./e'); module.exports = { a, c, e, f: 1 }", ['f']],
  ["module.exports = create(); module.exports.a = require('./a')", []]
])('of %j, the test sees %j', (source, names) => {
  expect(namesIn(source)).toEqual(names)
})

test('a name that two files export means the same in both, and stands in the list above with the reason', () => {
  const isShared = (name, found) => SHARED.some(({ names, files }) => names.includes(name) && found.every((file) => files.test(file)))
  const unexpected = [...sharedNames].filter(([name, found]) => !isShared(name, found))
  expect(Object.fromEntries(unexpected)).toEqual({})
})

test('the list above has no name that only one file exports', () => {
  expect(SHARED.flatMap(({ names }) => names).filter((name) => !sharedNames.has(name))).toEqual([])
})
