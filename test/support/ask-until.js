'use strict'

const { setTimeout } = require('node:timers/promises')
const { LONGEST_WAIT } = require('./until')

/**
 * Asks again and again, as for a page that is compressed better in another
 * thread once it was asked for often.
 *
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @param {(answer: Answer) => boolean} holds
 * @returns {Promise<Answer>} the first for which it holds
 * @throws {Error} if it holds for no answer within a minute
 */
async function askUntil (ask, holds) {
  const deadline = Date.now() + LONGEST_WAIT
  for (;;) {
    const answer = await ask()
    if (holds(answer)) return answer
    if (Date.now() > deadline) throw new Error(`Asked in vain for ${holds}`)
    await setTimeout(5)
  }
}

module.exports = { askUntil }
