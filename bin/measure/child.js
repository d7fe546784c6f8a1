'use strict'

const { fork } = require('node:child_process')
const path = require('node:path')

const ROOT = path.join(__dirname, '../..')

/**
 * A child process of a measurement. It answers one question at a time within a time limit, and
 * exits when this process ends.
 */
class Child {
  /** @param {string} file a script, relative to the folder of the project. @param {'inherit' | 'pipe'} [stderr] */
  constructor (file, args = [], stderr = 'inherit') {
    this.name = [file, ...args].join(' ')
    this.process = fork(path.join(ROOT, file), args, {
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', stderr, 'ipc']
    })
  }

  /** @param {number} seconds the time limit. @returns {Promise<any>} the answer */
  ask (question, seconds) {
    const answer = this.next(seconds)
    this.process.send(question)
    return answer
  }

  /** @param {number} seconds the time limit. @returns {Promise<any>} the next message of the child */
  next (seconds) {
    return new Promise((resolve, reject) => {
      const fail = (reason) => settle(reject, new Error(`${this.name} ${reason}`))
      const listeners = {
        message: (message) => settle(resolve, message),
        error: (error) => fail(`failed: ${error.message}`),
        exit: (code, signal) => fail(`ended early (${signal ?? code})`)
      }
      const timer = setTimeout(fail, seconds * 1000, `did not answer within ${seconds} s`)
      const settle = (how, value) => {
        clearTimeout(timer)
        for (const event in listeners) this.process.off(event, listeners[event])
        how(value)
      }
      for (const event in listeners) this.process.on(event, listeners[event])
    })
  }

  kill () {
    this.process.kill()
  }
}

module.exports = { Child }
