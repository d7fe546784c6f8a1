'use strict'

const { OURS, OUT } = require('../shared/names')

/**
 * Handlebars joins what a page prints by `+`: two adjacent numbers are added, and a sum is a string as soon as one
 * operand is. Operands that are written one by one must give the same text.
 *
 * A line of a program is an operand of a sum, an expression with an `Operand` as property `operand`, or a statement.
 *
 * @typedef {object} Operand
 * @property {'text' | 'fragment' | 'string' | 'value' | 'splice'} kind `text` and `fragment` are static, a `string` is
 *   computed, a `splice` may write by itself
 * @property {boolean} isString whether it is a string for any values
 * @property {object} [partial] code that looks up the partial, where the operand is a call of one
 */

/** @returns {object[][]} operands that Handlebars adds in one expression, and statements one by one */
function runsOf (lines) {
  const runs = []
  for (const line of lines) {
    if (line.operand !== undefined && runs.at(-1)?.[0].operand !== undefined) runs.at(-1).push(line)
    else runs.push([line])
  }
  return runs
}

/** Whether Handlebars computes the sum of a run before it appends it. It appends the last run one by one. */
function isSum (runs, i) {
  return runs[i]?.[0].operand !== undefined && (i === 0 || i < runs.length - 1)
}

/** Returns whether Handlebars computes the second operand of a run, a string, before it converts the first to one. */
function convertsLater (runs, i) {
  return isSum(runs, i) && runs[i][0].operand.kind === 'value' && runs[i][1]?.operand.kind === 'string'
}

/** Returns whether a run may start with a number to which Handlebars adds a dynamic operand. */
function mayAdd (runs, i) {
  if (!isSum(runs, i) || runs[i][0].operand.isString || convertsLater(runs, i)) return false
  if (runs[i].length === 1) return i === 0 && runs.length > 1
  const { kind } = runs[i][1].operand
  return kind !== 'text' && kind !== 'fragment'
}

/** Writes the text back before the code of an expression that may write to `out`, and reads it again after. */
function synced (...code) {
  return [`${OUT}.text = ${TEXT}; `, ...code, `; ${TEXT} = ${OUT}.text;`]
}

/** Names of variables in programs. */
const TEXT = `${OURS}t`
const VALUE = `${OURS}v`
const CONTEXT = `${OURS}c`
const OPTIONS = `${OURS}h`

/** Maps a kind of operand to the code that writes it. */
const WRITE = {
  text: (line) => [`${TEXT} += `, line, ';'],
  string: (line) => [`${TEXT} += `, line, ';'],
  fragment: (line) => synced(`${OUT}.fragment(`, line, ')'),
  splice: (line) => synced(`${VALUE} = `, line, `; ${OURS}.raw(${OUT}, ${VALUE})`),
  value: (line) => [
    `${VALUE} = `, line, `; if (typeof ${VALUE} === "string" && ${VALUE} !== ${OURS}.state.body.text) `,
    `${TEXT} += ${VALUE}; else { `, ...synced(`${OURS}.raw(${OUT}, ${VALUE})`), ' }'
  ]
}

function writeRun (run, i, runs) {
  const joined = convertsLater(runs, i) ? [`  ${TEXT} += `, run[0], ' + ', run[1], ';\n'] : []
  const rest = joined.length > 0 ? run.slice(2) : run
  const codeOf = (line) => line.operand === undefined ? [line] : WRITE[line.operand.kind](line)
  return [...joined, ...rest.flatMap((line) => ['  ', ...codeOf(line), '\n'])]
}

module.exports = { CONTEXT, OPTIONS, TEXT, VALUE, mayAdd, runsOf, synced, writeRun }
