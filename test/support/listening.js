'use strict'

/**
 * @param {import('node:child_process').ChildProcess} child a server that prints its address
 * @returns {Promise<{ address: string, output: { stdout: string, stderr: string }, closed: Promise<number | null> }>}
 *   resolves when it listens; the output grows
 * @throws {Error} with its exit code and stderr, if it exits
 */
function listening (child) {
  const output = { stdout: '', stderr: '' }
  const closed = new Promise((resolve) => child.once('close', resolve))
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output.stdout += text
      const address = /^Listening on (http:\S+)\n/m.exec(output.stdout)?.[1]
      if (address !== undefined) resolve({ address, output, closed })
    })
    child.stderr.setEncoding('utf8').on('data', (text) => { output.stderr += text })
    closed.then((code) => reject(Object.assign(new Error(`The server exited: ${output.stderr}`), { code, stderr: output.stderr })))
  })
}

module.exports = { listening }
