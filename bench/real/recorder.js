'use strict'

/** The length of lists. */
const ITEMS = 3

/** Templates of trees include themselves, as deep as there are values. */
const MOST_LEVELS = 8

const LIST_METHODS = ['every', 'filter', 'find', 'flatMap', 'forEach', 'join', 'map', 'pop', 'push', 'reduce', 'reverse', 'shift', 'some', 'sort']
const TEXT_METHODS = ['charAt', 'concat', 'endsWith', 'includes', 'indexOf', 'match', 'replace', 'slice', 'split', 'startsWith', 'substr', 'substring', 'toLowerCase', 'toUpperCase', 'trim']
const NOT_READ = new Set(['__keywords', '__proto__', 'constructor', 'inspect', 'prototype', 'then', 'toHTML', 'toJSON', 'toLiquid'])

/** Texts of values, by the end of their names. */
const TEXTS = [
  [/(url|href|link|src|path|image|avatar)s?$/i, '/articles/2024/a-plausible-path?page=2&order=new'],
  [/(content|html|body|description|text|message|excerpt)s?$/i, 'A paragraph of text, as long as a sentence that people read: "plain" words & more of them. '.repeat(4)],
  [/(id|key|class|classes|name|type|lang|slug|token)$/i, 'plain-name'],
  [/(count|total|size|number|year|page|index|price|width|height)$/i, 42]
]

/**
 * Records what an engine reads, as a value of any type: an object, a list, a function, or text. `value()` is plain data
 * that a render reads in the same way.
 */
class Recorder {
  /** @type {Map<string, Recorder>} */
  members = new Map()
  kind

  /** @param {(name: string) => boolean} isCallable whether the `typeof` of a value is "function": engines may call such values by themselves */
  constructor (name, isCallable, level = 0) {
    this.name = name
    this.isCallable = isCallable
    this.level = level
    this.proxy = new Proxy(isCallable?.(name) ? function () {} : {}, this)
  }

  member (name) {
    if (!this.members.has(name)) this.members.set(name, new Recorder(name, this.isCallable, this.level + 1))
    return this.members.get(name)
  }

  /** Returns a member's proxy, as a kind of value. */
  as (kind, name) {
    this.kind = this.kind === 'list' ? 'list' : kind
    return this.member(name).proxy
  }

  get (target, name) {
    if (name === Symbol.toPrimitive || name === 'toString' || name === 'valueOf') return () => this.text()
    if (name === Symbol.iterator) return () => this.items()[Symbol.iterator]()
    if (typeof name === 'symbol' || NOT_READ.has(name)) return undefined
    if (name === 'length') return this.items().length
    if (/^\d+$/.test(name)) return this.items()[name]
    if (typeof target === 'function') {
      if (name === 'call' || name === 'apply') return () => this.apply()
      if (LIST_METHODS.includes(name)) return (...given) => this.items()[name](...given)
      if (TEXT_METHODS.includes(name)) return (...given) => String(this.text())[name](...given)
    }
    return this.level === MOST_LEVELS ? undefined : this.as('object', name)
  }

  has (target, name) {
    return typeof name === 'string' && !NOT_READ.has(name)
  }

  getOwnPropertyDescriptor (target, name) {
    if (typeof name === 'symbol' || NOT_READ.has(name)) return Reflect.getOwnPropertyDescriptor(target, name)
    return Reflect.getOwnPropertyDescriptor(target, name) ?? { value: this.get(target, name), configurable: true, enumerable: true, writable: true }
  }

  apply () {
    return this.as('function', 'result')
  }

  text () {
    this.kind ??= 'text'
    return TEXTS.find(([pattern]) => pattern.test(this.name))?.[1] ?? `The ${this.name} of it`
  }

  items () {
    this.kind = 'list'
    return Array(ITEMS).fill(this.member('item').proxy)
  }

  /** @returns {unknown} plain data */
  value () {
    if (this.kind === 'list') return Array.from({ length: this.level === MOST_LEVELS ? 0 : ITEMS }, () => this.member('item').value())
    if (this.kind === 'object') return this.data()
    if (this.kind !== 'function') return this.text()
    const result = this.member('result').value()
    return Object.assign(() => result, this.data())
  }

  /** @returns {object} the members that were read */
  data () {
    const members = [...this.members].filter(([name]) => name !== 'result' && name !== 'item')
    return Object.fromEntries(members.map(([name, member]) => [name, member.value()]))
  }
}

/**
 * @param {(name: string) => boolean} isCallable see `Recorder`
 * @param {string[]} names of possible locals: engines copy the locals
 * @returns {{ locals: object, data: () => object }} what to render with, and afterwards the plain data
 */
function record (isCallable, names) {
  const root = new Recorder('locals', isCallable)
  const locals = Object.fromEntries(names.map((name) => [name, root.member(name).proxy]))
  const data = () => {
    for (const [name, { kind }] of root.members) {
      if (kind === undefined) root.members.delete(name)
    }
    return root.data()
  }
  return { locals, data }
}

/** @returns {unknown} plain data for a name of which nothing is known */
const textFor = (name) => new Recorder(name).text()

module.exports = { record, textFor }
