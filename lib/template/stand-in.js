'use strict'

const { isPromise } = require('node:util/types')
const { awaited } = require('./later')
const { isPage } = require('./pending-rendered')
const { wholeText } = require('./whole-text')

/** What is asked of any object that is printed, by engines or here, and these do not have. */
const ASKED = new Set(['toHTML', 'next', 'throw', 'return', Symbol.asyncIterator, Symbol.toStringTag])

/** What a promise is asked for by who knows that it is one. */
const PROMISED = new Set(['then', 'catch', 'finally'])

/** The names of all locals there are. */
const ALL = { has: () => true }

/** The stand-ins, by the objects that templates get. @type {WeakMap<object, StandIn>} */
const known = new WeakMap()

/** Whether there was ever one. */
let areUsed = false

/**
 * Stands for a local that is not there yet, in a template that cannot wait for it. It can
 * be printed, and its text says where on the page the local is to be. Who looks into it
 * gets an error.
 */
class StandIn {
  /**
   * @param {string} name of the local
   * @param {object} value
   * @param {import('./stand-ins').StandIns} standIns of the try that it is for
   */
  constructor (name, value, standIns) {
    this.name = name
    this.value = value
    this.standIns = standIns
    /** Whether it was looked into, or its text is not where it can be replaced. */
    this.isOpened = false
    /** Whether the template may do more with its text than to put it on the page. */
    this.isLookedInto = false
    /** Whether the template can go on with the local as it is. */
    this.isTaken = false
    this.object = new Proxy({}, this)
    known.set(this.object, this)
    areUsed = true
  }

  /** What the template gets for a property. */
  get (target, key) {
    if (key === Symbol.toPrimitive) return (hint) => hint === 'number' ? this.open() : this.text()
    if (key === 'toString') return () => this.text()
    if (ASKED.has(key) || (key === 'then' && !isPromise(this.value))) return undefined
    this.isTaken = isPromise(this.value) ? PROMISED.has(key) : this.isOfUse
    return this.open()
  }

  /**
   * @returns {string} what says where on the page the local is to be
   * @throws {Error} for the template, if it may do something else with it
   */
  text () {
    return this.isLookedInto ? this.open() : this.standIns.issue(this)
  }

  /**
   * Says that the template does more with it than to print it. What may be of use as it is
   * stays so until text is made of it.
   */
  look () {
    if (this.isOfUse) this.isLookedInto = true
    else this.isOpened = true
  }

  /** Whether a template can use it before all of it is there, as a file that has a path. */
  get isOfUse () {
    return !isPromise(this.value) && !isPage(this.value) && typeof this.value.next !== 'function'
  }

  has () {
    return this.open()
  }

  ownKeys () {
    return this.open()
  }

  getOwnPropertyDescriptor () {
    return this.open()
  }

  /**
   * @throws {Error} for the template
   */
  open () {
    this.isOpened = true
    throw this.error()
  }

  error () {
    return new Error(`Local ${JSON.stringify(this.name)} is not there yet when the view looks into it: until then it can only be printed. Await it before`)
  }

  /**
   * @returns {Promise<unknown>} what the promise gives, or all of the page or the text
   * @throws what it fails with
   */
  async resolve () {
    return isPromise(this.value) || isPage(this.value) ? awaited(this.value) : wholeText(this.value)
  }
}

/**
 * @param {object} locals
 * @returns {StandIn[]} those among them
 */
function standInsIn (locals) {
  if (!areUsed) return []
  const values = Object.values(locals).filter((value) => typeof value === 'object' && value !== null)
  return values.map((value) => known.get(value)).filter(Boolean)
}

/**
 * Has all of these waited for.
 *
 * @param {StandIn[]} standIns
 * @throws {Error} for the template, if there are any
 */
function openEach (standIns) {
  for (const standIn of standIns) standIn.isOpened = true
  standIns[0]?.open()
}

/**
 * @param {string} text
 * @param {StandIn[]} among of one try
 * @returns {boolean} whether it has what one of them is printed as
 */
function isMarked (text, [standIn]) {
  return standIn !== undefined && text.includes(standIn.standIns.mark)
}

/**
 * Gives text that goes where what is made of it cannot be seen, to an engine that can wait.
 *
 * @param {unknown} text
 * @param {StandIn[]} standIns
 * @returns {unknown} the text, or a promise of it with all that comes late
 */
function textWith (text, standIns) {
  return typeof text === 'string' && isMarked(text, standIns) ? standIns[0].standIns.filled(text) : text
}

/**
 * Says that text goes where what is made of it cannot be seen.
 *
 * @param {StandIn[]} standIns
 * @param {unknown} text
 * @returns {unknown} the text
 * @throws {Error} if it has that of a stand-in
 */
function refuseIn (text, standIns) {
  if (typeof text !== 'string' || !isMarked(text, standIns)) return lookInto(text)
  return openEach(standIns)
}

/**
 * Says that a template looks into a value, where the value itself cannot tell.
 *
 * @param {unknown} value
 * @returns {unknown} the value
 * @throws {Error} if it is a stand-in
 */
function lookInto (value) {
  if (typeof value === 'object' && value !== null) known.get(value)?.open()
  return value
}

/**
 * @param {unknown} value
 * @returns {unknown} the local itself where it is a stand-in, for who can wait for it
 */
function standsFor (value) {
  const standIn = typeof value === 'object' && value !== null ? known.get(value) : undefined
  return standIn === undefined ? value : standIn.value
}

module.exports = { ALL, StandIn, lookInto, openEach, refuseIn, standInsIn, standsFor, textWith }
