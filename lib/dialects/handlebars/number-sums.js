'use strict'

/**
 * Handlebars adds what a template prints by `+`: two numbers side by side give their sum, and a sum is a
 * string as soon as one part is. What is written part by part has to come to the same.
 *
 * A line of a program that is an operand of a sum is the code of an expression, with what it is. All
 * other lines are statements.
 *
 * @typedef {object & { operand: Operand }} OperandLine
 *
 * @typedef {object} Operand
 * @property {'text' | 'fragment' | 'string' | 'value' | 'splice'} kind `text` and `fragment` are static, a `string` is
 *   computed, a `splice` may write by itself
 * @property {boolean} isString whatever the values are
 * @property {object} [partial] the code that looks up the partial that it calls
 */

/**
 * @param {object[]} lines
 * @returns {object[][]} operands that Handlebars adds in one expression, and statements one by one
 */
function runsOf (lines) {
  const runs = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last !== undefined && !isStatement(last) && !isStatement([line])) last.push(line)
    else runs.push([line])
  }
  return runs
}

/** Whether a run is no sum but a statement. */
function isStatement ([{ operand }]) {
  return operand === undefined
}

/**
 * Whether Handlebars adds a run up before it adds the sum to its string: all but the last one,
 * which is added part by part.
 */
function isSum (runs, i) {
  return i < runs.length && !isStatement(runs[i]) && (i === 0 || i < runs.length - 1)
}

/** Whether a run starts with what may be no string, when the next part, which is not static, is added to it. */
function mayAdd (runs, i) {
  if (!isSum(runs, i) || runs[i][0].operand.isString) return false
  if (runs[i].length === 1) return i === 0 && runs.length > 1
  const { kind } = runs[i][1].operand
  return kind !== 'text' && kind !== 'fragment'
}

/**
 * Adds a value that a sum starts with to the string behind it, as Handlebars does: that is computed
 * before the value becomes a string.
 *
 * @param {object[][]} runs
 * @param {(code: unknown[]) => object} wrap
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
 * @returns {unknown[]} statements around it, since the text since the last chunk is in a variable
 */
function synced (...code) {
  return ['out.text = text; ', ...code, '; text = out.text;']
}

/** How each kind of operand is written. */
const WRITE = {
  text: (line) => ['text += ', line, ';'],
  string: (line) => ['text += ', line, ';'],
  fragment: (line) => synced('out.fragment(', line, ')'),
  splice: (line) => synced('__br.raw(out, ', line, ')'),
  value: (line) => [
    'value = ', line, '; if (typeof value === "string" && value !== body) text += value; else { ', ...synced('__br.raw(out, value)'), ' }'
  ]
}

/** The statements that write a run. */
function writeRun (run) {
  return run.flatMap((line) => ['  ', ...line.operand === undefined ? [line] : WRITE[line.operand.kind](line), '\n'])
}

module.exports = { isStatement, joinFirst, mayAdd, runsOf, synced, writeRun }
