'use strict'

/** Prints a line for each step when it ends, and the counts. */
function createReport () {
  const counts = { passed: 0, failed: 0 }
  const leftOut = []
  const begun = performance.now()

  /** @returns {Promise<boolean>} whether the work has ended without an error */
  async function step (title, work) {
    const started = performance.now()
    const error = await work().then(() => undefined, (error) => error)
    const outcome = error === undefined ? 'passed' : 'failed'
    counts[outcome]++
    console.log(`${outcome === 'failed' ? 'FAILED' : outcome}  ${seconds(started).padStart(5)} s  ${title}`)
    if (error !== undefined) console.log(error.message.replace(/^/gm, '  '))
    return error === undefined
  }

  /** Notes a project for which there is no time. */
  function leaveOut (name) {
    leftOut.push(name)
  }

  /** @returns {boolean} whether steps have passed, and none has failed */
  function end () {
    if (leftOut.length > 0) console.log(`Not tried in this time: ${leftOut.join(', ')}; another seed starts with other projects`)
    console.log(`test:new-user, ${seconds(begun)} s: ${counts.passed} passed, ${counts.failed} failed`)
    return counts.failed === 0 && counts.passed > 0
  }

  return { end, leaveOut, step }
}

const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1)

module.exports = { createReport }
