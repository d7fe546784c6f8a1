'use strict'

const { OURS, OUT } = require('../shared/names')

/**
 * Handlebars joins the parts of a page by `+`: two adjacent numbers are added, and a sum is a string as soon as one
 * part is. Parts that are written one by one must give the same text.
 *
 * A line of a program is an operand of a sum, which is an expression with an `operand` property, or a statement.
 *
 * @typedef {object & { operand: Operand }} OperandLine
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
    const last = runs.at(-1)
    if (last !== undefined && !isStatement(last) && !isStatement([line])) last.push(line)
    else runs.push([line])
  }
  return runs
}

/** Returns whether a run is a statement. */
function isStatement ([{ operand }]) {
  return operand === undefined
}

/**
 * Returns whether Handlebars computes the sum of a run before it appends that to its string. The last run is appended
 * part by part.
 */
function isSum (runs, i) {
  return i < runs.length && !isStatement(runs[i]) && (i === 0 || i < runs.length - 1)
}

/** Returns whether a run may start with a number to which Handlebars adds a dynamic part. */
function mayAdd (runs, i) {
  if (!isSum(runs, i) || runs[i][0].operand.isString) return false
  if (runs[i].length === 1) return i === 0 && runs.length > 1
  const { kind } = runs[i][1].operand
  return kind !== 'text' && kind !== 'fragment'
}

/**
 * Joins the first value of a sum with the string after it, as Handlebars does: the string is computed before the
 * value is converted to one.
 *
 * @returns {object[][]}
 */
function joinFirst (runs, wrap) {
  return runs.map((run, i) => {
    const [first, second, ...rest] = run
    if (!isSum(runs, i) || first.operand.kind !== 'value' || second?.operand.kind !== 'string') return run
    const line = wrap(['(', first, ' + ', second, ')'])
    line.operand = second.operand
    return [line, ...rest]
  })
}

/**
 * @param {...unknown} code of an expression that may write to `out`
 * @returns {unknown[]} the same with statements that write the text back and read it again
 */
function synced (...code) {
  return [`${OUT}.text = ${TEXT}; `, ...code, `; ${TEXT} = ${OUT}.text;`]
}

/** Names of variables in programs. */
const TEXT = `${OURS}t`
const BODY = `${OURS}b`
const VALUE = `${OURS}v`

/** Maps a kind of operand to the code that writes it. */
const WRITE = {
  text: (line) => [`${TEXT} += `, line, ';'],
  string: (line) => [`${TEXT} += `, line, ';'],
  fragment: (line) => synced(`${OUT}.fragment(`, line, ')'),
  splice: (line) => synced(`${OURS}.raw(${OUT}, `, line, ')'),
  value: (line) => [
    `${VALUE} = `, line, `; if (typeof ${VALUE} === "string" && ${VALUE} !== ${BODY}) ${TEXT} += ${VALUE}; else { `,
    ...synced(`${OURS}.raw(${OUT}, ${VALUE})`), ' }'
  ]
}

/** Returns the statements that write a run. */
function writeRun (run) {
  return run.flatMap((line) => ['  ', ...line.operand === undefined ? [line] : WRITE[line.operand.kind](line), '\n'])
}

module.exports = { BODY, TEXT, VALUE, isStatement, joinFirst, mayAdd, runsOf, synced, writeRun }
