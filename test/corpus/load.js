'use strict'

const fs = require('node:fs')
const path = require('node:path')
const yaml = require('js-yaml')
const longTexts = require('./long')

/** What `!js name` stands for until its case is made: what YAML gives is copied for each render, and this is not. */
class Export {
  constructor (value) {
    this.value = value
  }
}

/**
 * Loads the cases of a language, which README.md describes.
 *
 * @param {string} folder of the language
 * @returns {object[]} cases with their names and those of their groups; `locals` is a function or a list of functions
 */
function load (folder) {
  const long = longTexts[path.basename(folder)]
  const groups = new Set(fs.readdirSync(path.join(folder, 'cases')).map((file) => path.parse(file).name))
  return [...groups].flatMap((group) => {
    const file = path.join(folder, 'cases', group)
    const { cases: inJavaScript = {}, ...values } = fs.existsSync(`${file}.js`) ? require(file) : {}
    const { all, cases = {} } = fs.existsSync(`${file}.yaml`) ? read(`${file}.yaml`, values) : {}
    return [...Object.entries(cases), ...Object.entries(inJavaScript).map(exported)].flatMap(([name, each]) => {
      const { for: list, ...own } = typeof each === 'string' ? { page: each } : each
      return rowsOf(list).map(({ key, it }) => caseOf({ group, name, ...all, ...own }, { long, key, it: fill(it, { long }) }))
    })
  })
}

/** @returns {object} what a file of YAML holds, where `!js name` is one of the values */
function read (file, values = {}) {
  const named = { undefined, ...values }
  const js = new yaml.Type('!js', { kind: 'scalar', resolve: (name) => name in named, construct: (name) => new Export(named[name]) })
  return yaml.load(fs.readFileSync(file, 'utf8'), { filename: file, schema: yaml.DEFAULT_SCHEMA.extend(js) })
}

/** @returns {[name: string, each: object]} a case in JavaScript, of which only the templates are copied */
function exported ([name, each]) {
  const valueOf = (key, value) => key === 'page' || key === 'files' ? value : new Export(value)
  return [name, Object.fromEntries(Object.entries(each).map(([key, value]) => [key, valueOf(key, value)]))]
}

/** @returns {{ key?: string, it?: unknown }[]} what `$(key)` and `$(it)` stand for in each case to make */
function rowsOf (list) {
  if (!list) return [{}]
  return Array.isArray(list) ? list.map((it) => ({ it })) : Object.entries(list).map(([key, it]) => ({ key, it }))
}

function caseOf ({ locals, ...others }, texts) {
  const made = locals instanceof Export ? localsOf(locals.value) : localsOf(locals, (each) => fill(each, texts))
  return { ...fill(others, texts), ...made }
}

/** @returns {{ locals?: (() => object) | (() => object)[] }} functions that make the locals of one render */
function localsOf (locals, copy = (each) => each) {
  if (locals === undefined) return {}
  const functionOf = (each) => {
    const made = copy(each)
    return typeof made === 'function' ? made : () => copy(each)
  }
  return { locals: Array.isArray(locals) ? locals.map(functionOf) : functionOf(locals) }
}

/** @returns {unknown} a copy, with what `$(…)` stands for */
function fill (value, texts) {
  if (value instanceof Export) return value.value
  if (value === '$(it)') return texts.it
  if (typeof value === 'string') {
    const filled = value.replace(/\$\((long|it|key)(?: ([^)]*))?\)/g, (all, name, mark) => textOf(texts[name], mark))
    return filled.replace(/\$\((\d+) ([^)]*)\)/g, (all, times, text) => text.repeat(times))
  }
  if (Array.isArray(value)) return value.map((each) => fill(each, texts))
  if (value == null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, texts)]))
}

function textOf (value, mark) {
  if (typeof value === 'function') return value(mark)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** @returns {unknown[][]} the cases by their names as the table of a test */
const tableOf = (cases) => Object.entries(cases).map(([name, row]) => [name, ...row])

module.exports = { fill, load, read, tableOf }
