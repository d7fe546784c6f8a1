'use strict'

const { Child } = require('../measure/child')
const progress = require('../measure/progress')

/** Names of the sides in messages. */
const TITLES = { engine: 'the engine', ours: 'buffered-render' }
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Seconds to wait for an answer. */
const TIMEOUT = 60

/**
 * A child process that renders for one side.
 */
class SideProcess {
  /**
   * @param {'engine' | 'ours'} side
   */
  constructor (side) {
    this.title = TITLES[side]
    this.child = new Child('bin/compare/side.js', [side])
    this.child.name = `The process of ${this.title}`
  }

  /**
   * @param {object} question see `side.js`
   * @returns {Promise<{ value?: any, error?: { name: string, message: string } }>}
   * @throws {Error} if the process ends or does not answer in time
   */
  outcome (question) {
    return this.child.ask(question, TIMEOUT)
  }

  /**
   * @param {object} question
   * @returns {Promise<any>}
   * @throws {Error} if the process ends, does not answer in time or answers with an error
   */
  async ask (question) {
    const { value, error } = await this.outcome(question)
    if (error) throw new Error(`The process of ${this.title} reports ${error.name}: ${error.message}`)
    return value
  }
}

/**
 * Starts a process for each side, passes them to `use`, and ends them afterwards, or when this
 * process receives a signal to end.
 *
 * @template T
 * @param {import('./subject').Setting} setting
 * @param {(sides: Record<'engine' | 'ours', SideProcess>) => Promise<T>} use
 * @returns {Promise<T>}
 * @throws {Error} the error of `use`, or if a process cannot be set up
 */
async function withSides (setting, use) {
  const sides = Object.fromEntries(Object.keys(TITLES).map((side) => [side, new SideProcess(side)]))
  const kill = () => Object.values(sides).forEach(({ child }) => child.kill())
  const end = (signal) => {
    progress.clear()
    kill()
    forget()
    process.kill(process.pid, signal)
  }
  const forget = () => SIGNALS.forEach((signal) => process.off(signal, end))
  SIGNALS.forEach((signal) => process.on(signal, end))
  try {
    await Promise.all(Object.values(sides).map((side) => side.ask({ open: setting })))
    return await use(sides)
  } finally {
    kill()
    forget()
  }
}

module.exports = { withSides }
