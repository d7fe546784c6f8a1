'use strict'

/** Prints what a program gives as JSON, and ends the process; with 1 and the error, if it fails. @param {() => Promise<unknown>} run */
function printResult (run) {
  run().then((result) => process.stdout.write(JSON.stringify(result), () => process.exit()), (error) => {
    console.error(error)
    process.exit(1)
  })
}

module.exports = { printResult }
