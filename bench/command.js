'use strict'

const progress = require('../bin/measure/progress')

/**
 * Runs a program of the benchmark as the command line asks: the exit code is 2 if that
 * cannot be understood, and 1 if the program fails.
 *
 * @template Options
 * @param {object} line
 * @param {string} line.USAGE
 * @param {(args: string[]) => Options & { help: boolean }} line.parseOptions
 * @param {(options: Options) => Promise<void>} run
 */
async function runCommand ({ USAGE, parseOptions }, run) {
  let options
  try {
    options = parseOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`)
    process.exitCode = 2
    return
  }
  if (options.help) return console.log(USAGE)

  try {
    await run(options)
  } catch (error) {
    progress.clear()
    console.error(error.message)
    process.exitCode = 1
  }
}

/**
 * @param {string} option its name
 * @param {string} text
 * @returns {number}
 * @throws {TypeError} naming the option and what it takes
 */
function parseCount (option, text) {
  if (!/^[1-9]\d*$/.test(text)) throw new TypeError(`--${option} takes a whole number above 0; got '${text}'`)
  return Number(text)
}

module.exports = { parseCount, runCommand }
