'use strict'

const { createInterface } = require('node:readline')
const { setTimeout: delay } = require('node:timers/promises')
const { SECONDS } = require('../in-time')
const { Child } = require('../measure/child')
const progress = require('../measure/progress')
const { connect, get, sendRequests } = require('./client')

/** Names of the sides in messages. */
const TITLES = { alone: 'the engine', ours: 'buffered-render' }
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** What the processes have printed to stderr, without the ids that Node adds. @type {Set<string>} */
const printed = new Set()

/** Prints a line of a process, such as a warning of a package, unless another process has printed it. */
function printOnce (line) {
  const text = line.replace(/^\(node:\d+\)/, '(node)')
  if (printed.has(text)) return
  printed.add(text)
  progress.clear()
  process.stderr.write(`${line}\n`)
}

/** A child process that serves the view for one side. */
class SideProcess {
  /** @param {'alone' | 'ours'} side */
  constructor (side) {
    this.title = TITLES[side]
    this.child = new Child('bin/compare/side.js', [side], 'pipe')
    createInterface(this.child.process.stderr).on('line', printOnce)
    this.child.name = `The process of ${this.title}`
    this.exited = new Promise((resolve) => this.child.process.once('exit', (...how) => resolve(how)))
  }

  /**
   * @param {object} question see `side.js`
   * @throws {Error} if the process ends, does not answer in time or answers with an error
   */
  async ask (question) {
    const { value, error } = await this.child.ask(question, SECONDS)
    if (error) throw new Error(`The process of ${this.title} reports ${error.name}: ${error.message}`)
    return value
  }

  async open (setting, server) {
    this.port = await this.ask({ open: setting, server })
  }

  /** @param {Record<string, string>} headers those of the request. @returns {Promise<import('./client').Answer>} */
  get (headers) {
    return this.during(get(this.port, headers))
  }

  /**
   * @param {object} how see `sendRequests`
   * @returns {Promise<number>} microseconds of CPU time per request
   */
  async measure (how) {
    this.sockets ??= connect(this.port)
    const before = await this.ask({ usage: true })
    const count = await this.during(sendRequests(this.sockets, how))
    return (await this.ask({ usage: true }) - before) / count
  }

  /**
   * @throws {Error} one that names the exit code, if the process ends meanwhile; the error of the page if a request
   *   fails with one
   */
  async during (work) {
    try {
      return await work
    } catch (error) {
      // A connection closes shortly before its process has ended.
      const [code, signal] = await Promise.race([this.exited, delay(error.text === undefined ? 1000 : 0, [])])
      if (code !== undefined) throw new Error(`The process of ${this.title} ended early (${signal ?? code})`)
      throw new Error(`The process of ${this.title} reports ${wordsOf(error)}`)
    }
  }
}

/** @returns {string} the error of the page, if a request has failed with one */
function wordsOf ({ message, text }) {
  try {
    const error = JSON.parse(text)
    return `${error.name}: ${error.message}`
  } catch {
    return message
  }
}

/**
 * Starts a process for each server of each side, passes them to `use`, and ends them afterwards, or when this
 * process receives a signal to end.
 *
 * @template T
 * @param {(processOf: (side: 'alone' | 'ours', way: import('./ways').Way) => SideProcess) => Promise<T>} use
 * @returns {Promise<T>}
 * @throws {Error} the error of `use`, or if a process cannot be set up
 */
async function withSides (setting, ways, use) {
  /** Side and server → its process: ways share servers. @type {Map<string, SideProcess>} */
  const processes = new Map()
  const keyOf = (side, way) => JSON.stringify([side, way[side]])
  const kill = () => processes.forEach(({ child }) => child.kill())
  const end = (signal) => {
    progress.clear()
    kill()
    forget()
    process.kill(process.pid, signal)
  }
  const forget = () => SIGNALS.forEach((signal) => process.off(signal, end))
  SIGNALS.forEach((signal) => process.on(signal, end))
  try {
    const opened = []
    for (const side of Object.keys(TITLES)) {
      for (const way of ways) {
        if (way[side] === undefined || processes.has(keyOf(side, way))) continue
        const started = new SideProcess(side)
        processes.set(keyOf(side, way), started)
        opened.push(started.open(setting, way[side]))
      }
    }
    await Promise.all(opened)
    return await use((side, way) => processes.get(keyOf(side, way)))
  } finally {
    kill()
    forget()
  }
}

module.exports = { withSides }
