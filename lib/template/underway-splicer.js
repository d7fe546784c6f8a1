'use strict'

const { Splicer } = require('./splicer')

/**
 * The write side of a render that is under way.
 */
class UnderwaySplicer extends Splicer {
  /**
   * @param {import('./underway').Underway} underway
   * @param {import('./stand-ins').StandIns} [standIns] what stands for values in the text
   */
  constructor (underway, standIns) {
    super()
    this.underway = underway
    this.standIns = standIns
    /** Nothing is given before it is known whether stand-ins do. */
    this.isHeld = standIns !== undefined
    this.hasGiven = false
    /** All that was written and not given, once that is all. @type {import('./rendered').Chunk[] | undefined} */
    this.rest = undefined
  }

  /** Whether the template can be rendered anew, with the locals that it looks into. */
  get canStartAgain () {
    return this.standIns?.isOpened === true && !this.hasGiven
  }

  ready () {
    if (!this.isHeld && this.rest === undefined) this.give(this.take())
  }

  complete () {
    this.rest ??= this.take()
    if (!this.isHeld) this.giveRest()
  }

  /**
   * Gives what there is, and from now on what comes.
   *
   * @throws {Error} if a stand-in does not do
   */
  release () {
    if (this.rest === undefined) this.give(this.take())
    else this.giveRest()
    this.isHeld = false
  }

  take () {
    this.flush()
    return this.chunks.splice(0)
  }

  giveRest () {
    this.give(this.rest, () => this.standIns?.end())
    this.rest = []
    this.underway.complete()
  }

  /**
   * @param {import('./later').Part['chunks']} chunks
   * @param {() => void} [end] is called when these are the last ones
   * @throws {Error} if a stand-in in them does not do
   */
  give (chunks, end) {
    const filled = this.standIns === undefined ? chunks : this.standIns.fill(chunks).chunks
    end?.()
    if (this.standIns?.isOpened) throw this.standIns.error()
    this.hasGiven ||= filled.length > 0
    this.underway.push(filled)
  }

  segment (value) {
    this.ready()
    if (!this.underway.rescue || typeof value?.then !== 'function') return value
    return Promise.resolve(value).catch((error) => this.instead(error))
  }

  instead (error, source) {
    return this.underway.insteadOf(error, source)
  }
}

module.exports = { UnderwaySplicer }
