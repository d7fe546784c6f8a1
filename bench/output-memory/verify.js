'use strict'

const { setTimeout: wait } = require('node:timers/promises')
const { get } = require('../answer')
const { pipeline } = require('../soak/pipeline')
const { NumberedPage } = require('./memories')

/** Clients that read slowly, and such that hang up amid it. */
const READERS = 6
const LEAVERS = 3
/** Milliseconds from one to the next, so that the pages of one wait while those of the next are assembled. */
const STAGGER = 30
/** What each of those asks for at once: more than the operating system takes off the server's hands. */
const PIPELINE_BYTES = 6 * 2 ** 20
/** After so many bytes a client hangs up. */
const LEAVE_AFTER = 256 * 1024
/** Clients that ask for one page after the other all the while, so that memory is used again. */
const QUICK = 4

/**
 * Compares the pages that arrive with those that were asked for. A server that
 * gives memory to another page too early is found out, because pages wait in it
 * for slow clients while others ask for more.
 *
 * @param {number} kilobytes of a page
 */
async function verify (port, kilobytes) {
  const check = createCheck(kilobytes)
  const over = new AbortController()

  const read = async (_, i) => {
    await wait(i * STAGGER)
    const numbers = check.draw(Math.ceil(PIPELINE_BYTES / kilobytes / 1024))
    const answers = await pipeline(port, numbers.map((n) => `/${n}`))
    answers.forEach(({ body }, i) => check.take(body, numbers[i]))
  }
  const leave = () => {
    const numbers = check.draw(Math.ceil(PIPELINE_BYTES / kilobytes / 1024))
    return pipeline(port, numbers.map((n) => `/${n}`), LEAVE_AFTER)
  }
  const hurry = async () => {
    while (!over.signal.aborted) {
      const [n] = check.draw(1)
      check.take((await get(port, `/${n}`, {})).body, n)
    }
  }

  const slow = Promise.all([...times(READERS, read), ...times(LEAVERS, leave)])
  await Promise.all([slow.finally(() => over.abort()), ...times(QUICK, hurry)])
  return check.result
}

function createCheck (kilobytes) {
  const page = new NumberedPage(kilobytes)
  const expected = Buffer.alloc(page.byteLength)
  const result = { bodies: 0, wrong: 0 }
  let drawn = 0
  return {
    result,
    /** Numbers that no other page has. */
    draw: (count) => Array.from({ length: count }, () => ++drawn),
    take (body, n) {
      result.bodies++
      if (!body.equals(page.write(expected, n))) result.wrong++
    }
  }
}

function times (count, start) {
  return Array.from({ length: count }, start)
}

module.exports = { verify }
