'use strict'

const { Child } = require('../measure/child')
const progress = require('../measure/progress')

/** What people call the sides. */
const TITLES = { engine: 'the engine', ours: 'buffered-render' }
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Seconds that an answer may take. */
const PATIENCE = 60

/**
 * The process of one side.
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
    return this.child.ask(question, PATIENCE)
  }

  /**
   * @param {object} question
   * @returns {Promise<any>}
   * @throws {Error} also if the answer is an error
   */
  async ask (question) {
    const { value, error } = await this.outcome(question)
    if (error) throw new Error(`By ${this.title}: ${error.name}: ${error.message}`)
    return value
  }
}

/**
 * Starts a process for each side, hands them over, and ends them: also where this process
 * is told to end.
 *
 * @template T
 * @param {import('./subject').Setting} setting
 * @param {(sides: Record<'engine' | 'ours', SideProcess>) => Promise<T>} use
 * @returns {Promise<T>}
 * @throws {Error} that `use` throws, or if a process cannot be set up
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
