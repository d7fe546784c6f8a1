'use strict'

const { figure } = require('../bin/measure/figures')
const { namesIn, ratiosIn } = require('./pairs')
const { quartiles } = require('./quartiles')

/** The most that the quartiles of a published ratio may be apart, as a share of its median. */
const WIDEST = 0.3

/**
 * @typedef {{ name: string, groups: import('./pairs').Groups }} Measured `name` of the measurement that `--only` takes
 *
 * @param {Measured[]} measured
 * @returns {string[]} a sentence for each measurement that is too noisy to be published
 */
function noiseIn (measured) {
  return measured.flatMap(({ name, groups }) => {
    const wide = namesIn(groups).slice(1).flatMap((contender) => {
      const [lower, middle, upper] = quartiles(ratiosIn(groups, contender))
      const isWide = upper - lower > WIDEST * middle
      return isWide ? [`${contender} ${figure(middle, 2)}, quartiles ${figure(lower, 2)} and ${figure(upper, 2)}`] : []
    })
    return wide.length === 0 ? [] : [`${name} is too noisy: quartiles are more than ${100 * WIDEST} % apart (${wide.join('; ')})`]
  })
}

/**
 * @param {(names: string) => string} commandFor gives the command that measures them again
 * @throws {Error} if one of the measurements is too noisy to be published
 */
function expectQuiet (measured, commandFor) {
  const noise = noiseIn(measured)
  if (noise.length === 0) return
  const names = [...new Set(measured.filter((each) => noiseIn([each]).length > 0).map(({ name }) => name))]
  throw new Error(`${noise.join('\n')}\nNothing of this is published. Measure it again on a machine that has nothing else to do: ${commandFor(names.join())}`)
}

module.exports = { expectQuiet, noiseIn }
