'use strict'

const HOUR = 60 * 60 * 1000
const STEP = HOUR / 10

/** Metres above the chart's zero. */
const MEAN_LEVEL = 3.1

/**
 * The constituents of the tide: height in metres, degrees per hour, and degrees at the
 * start of 1970, for the most important waves of the moon and the sun.
 */
const CONSTITUENTS = [
  { height: 1.7, speed: 28.9841042, phase: 134 },
  { height: 0.57, speed: 30, phase: 179 },
  { height: 0.33, speed: 28.4397295, phase: 115 },
  { height: 0.06, speed: 15.0410686, phase: 110 },
  { height: 0.05, speed: 13.9430356, phase: 343 }
]

/**
 * @typedef {object} TideTable
 * @property {Level[]} levels ten per hour
 * @property {(Level & { isHigh: boolean })[]} turns high and low waters
 * @property {Level} now
 *
 * @typedef {object} Level
 * @property {number} time in milliseconds since 1970
 * @property {number} metres
 */

/**
 * @param {number} now in milliseconds since 1970
 * @returns {TideTable} of 24 hours, starting 8 hours before now
 */
function tideTable (now) {
  const start = now - now % STEP - 8 * HOUR
  const levels = Array.from({ length: 24 * HOUR / STEP + 1 }, (_, i) => levelAt(start + i * STEP))
  const turns = levels.flatMap((level, i) => {
    const before = levels[i - 1]?.metres
    const after = levels[i + 1]?.metres
    if (level.metres > before && level.metres >= after) return [{ ...level, isHigh: true }]
    return level.metres < before && level.metres <= after ? [{ ...level, isHigh: false }] : []
  })
  return { levels, turns, now: levelAt(now) }
}

/**
 * @param {number} time
 * @returns {Level}
 */
function levelAt (time) {
  const metres = CONSTITUENTS.reduce((sum, { height, speed, phase }) => {
    return sum + height * Math.cos((speed * time / HOUR + phase) * Math.PI / 180)
  }, MEAN_LEVEL)
  return { time, metres }
}

module.exports = { tideTable }
