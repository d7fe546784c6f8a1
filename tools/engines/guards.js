'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** The files with what is known of each engine, see `Guard` in lib/dialects/guards/known-code.js. */
const FOLDER = path.join(__dirname, '../../lib/dialects/guards')

/** A build of a version: `3.2.4`, `3.2.0 to 3.2.4` or `10.30.0 to 10.30.1 import`. */
const BUILD = /^(?<oldest>\S+)(?: to (?<newest>\S+))?(?<entry> (?:require|import))?$/

/** The digest of a method that a build lacks. */
const NO_FUNCTION = 'undefined'

/** @typedef {import('../../lib/dialects/guards/known-code').Guard} Guard */

/** @returns {Guard[]} */
function all () {
  return fs.readdirSync(FOLDER).filter((file) => file.endsWith('.json')).map((file) => read(path.basename(file, '.json')))
}

/** @returns {Guard} */
function read (name, folder = FOLDER) {
  return JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8'))
}

function write (guard, folder = FOLDER) {
  fs.writeFileSync(path.join(folder, `${guard.package}.json`), format(guard))
}

/** @returns {string} JSON with a line for each method, or for each of its digests */
function format ({ package: name, versions, builds, code }) {
  const lines = [`  "package": ${JSON.stringify(name)}`, `  "versions": ${inline(versions)}`]
  if (builds) lines.push(`  "builds": ${inline(builds)}`)
  if (code) lines.push(`  "code": ${block(code, 2, (methods) => block(methods, 4, digestsOf))}`)
  return `{\n${lines.join(',\n')}\n}\n`
}

function digestsOf (digests) {
  return typeof digests === 'string' ? JSON.stringify(digests) : block(digests, 6, inline)
}

function block (object, indentation, show) {
  const lines = Object.entries(object).map(([key, value]) => `${' '.repeat(indentation + 2)}${JSON.stringify(key)}: ${show(value)}`)
  return `{\n${lines.join(',\n')}\n${' '.repeat(indentation)}}`
}

function inline (value) {
  return JSON.stringify(value).replaceAll(',', ', ')
}

/** @returns {Map<string, Record<string, string>>} the digest of each method, as "Owner.method", by build */
function buildsIn ({ builds: names, code }) {
  const builds = new Map(names.map((name) => [name, {}]))
  for (const [owner, methods] of Object.entries(code)) {
    for (const [method, digests] of Object.entries(methods)) {
      const all = typeof digests === 'string' ? { [digests]: names } : digests
      for (const [digest, having] of Object.entries(all)) {
        for (const name of having) builds.get(name)[`${owner}.${method}`] = digest
      }
    }
  }
  return builds
}

/**
 * @param {Guard} guard
 * @param {object} learnt
 * @param {string} learnt.version
 * @param {string[]} learnt.published all versions of the package, in order
 * @param {Record<'require' | 'import', { owner: string, method: string, digest: string }[]>} [learnt.functions] of an engine with `code`
 * @returns {Guard} with the version
 */
function withVersion (guard, { version, published, functions }) {
  const versions = withinRanges(guard.versions, version, published)
  if (functions === undefined) return { ...guard, versions }
  const known = buildsIn(guard)
  removeVersion(known, version, published)
  const entries = Object.entries(functions).map(([entry, list]) => [` ${entry}`, digestsBy(list)])
  const areSame = entries.every(([, digests]) => isSame(digests, entries[0][1]))
  for (const [entry, digests] of areSame ? [['', entries[0][1]]] : entries) addBuild(known, { version, entry, digests }, published)
  const builds = [...known].sort(([a], [b]) => orderOf(a, published) - orderOf(b, published))
  const code = codeOf(builds, guard.code, Object.values(functions).flat())
  return { ...guard, versions, builds: builds.map(([name]) => name), code }
}

function digestsBy (functions) {
  return Object.fromEntries(functions.map(({ owner, method, digest }) => [`${owner}.${method}`, digest]))
}

/** @returns {boolean} whether all methods have the same digests; a method that is not named is missing */
function isSame (a, b) {
  return [...Object.keys(a), ...Object.keys(b)].every((method) => (a[method] ?? NO_FUNCTION) === (b[method] ?? NO_FUNCTION))
}

/** Removes a version from the builds that have it, which may become two. */
function removeVersion (known, version, published) {
  const at = published.indexOf(version)
  for (const [name, digests] of [...known]) {
    const { oldest, newest = oldest, entry = '' } = BUILD.exec(name).groups
    const [first, last] = [oldest, newest].map((each) => published.indexOf(each))
    if (at < first || at > last) continue
    known.delete(name)
    const rest = [[first, at - 1], [at + 1, last]].filter(([from, to]) => from <= to)
    for (const [from, to] of rest) known.set(nameOf(published[from], published[to], entry), digests)
  }
}

function nameOf (oldest, newest, entry) {
  return (oldest === newest ? oldest : `${oldest} to ${newest}`) + entry
}

/** Adds the version to the builds before and after it, if they have the same code. */
function addBuild (known, { version, entry, digests }, published) {
  const range = [version, version]
  const at = published.indexOf(version)
  for (const [name, others] of [...known]) {
    const { oldest, newest = oldest, entry: other = '' } = BUILD.exec(name).groups
    if (other !== entry || !isSame(digests, others)) continue
    if (published.indexOf(newest) === at - 1) range[0] = oldest
    else if (published.indexOf(oldest) === at + 1) range[1] = newest
    else continue
    known.delete(name)
  }
  known.set(nameOf(...range, entry), digests)
}

/** @returns {Guard['code']} owners and methods in the order of the file, then as they were seen */
function codeOf (builds, before, functions) {
  const code = structuredClone(before)
  for (const { owner, method } of functions) (code[owner] ??= {})[method] ??= {}
  for (const [owner, methods] of Object.entries(code)) {
    for (const method of Object.keys(methods)) {
      // What other builds have by a name that is known, and no digest, is code that was not learnt.
      const missing = before[owner]?.[method] === undefined ? NO_FUNCTION : undefined
      methods[method] = digestsIn(builds, `${owner}.${method}`, missing)
    }
  }
  return code
}

/** @returns {string | Record<string, string[]>} the digest of a method in all builds, or the builds of each */
function digestsIn (builds, method, missing) {
  const having = {}
  for (const [build, { [method]: digest = missing }] of builds) if (digest) (having[digest] ??= []).push(build)
  const [digest] = Object.keys(having)
  return having[digest]?.length === builds.length ? digest : having
}

function orderOf (build, published) {
  const { oldest, entry } = BUILD.exec(build).groups
  return published.indexOf(oldest) + (entry === ' import' ? 0.5 : 0)
}

/** @returns {Guard['versions']} with the version: in a range, at an end of one, or as a range of its own */
function withinRanges (ranges, version, published) {
  const at = (version) => published.indexOf(version)
  const indexes = [...ranges.map((range) => range.map(at)), [at(version), at(version)]].sort(([a], [b]) => a - b)
  const merged = []
  for (const [first, last] of indexes) {
    const before = merged.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else merged.push([first, last])
  }
  return merged.map((range) => range.map((index) => published[index]))
}

module.exports = { all, format, read, withVersion, write }
