'use strict'

/**
 * Whether something is a string in Handlebars, which adds values by `+`: two
 * numbers side by side give their sum, and a sum is a string as soon as one part
 * is. What a partial gives nearly always is; that it was not shows at run time.
 */
const NEVER_SURE = 0
const MOSTLY = 1
const ALWAYS = 2

/**
 * A line of a program that is an operand of a sum: code of an expression, with what it
 * is. All other lines are statements.
 *
 * @typedef {object & { operand: { kind: 'text' | 'fragment' | 'escaped' | 'value' | 'splice', isString: number } }} Operand
 */

/**
 * @param {object[]} lines
 * @returns {object[][]} operands that Handlebars adds in one expression, and
 *   statements one by one
 */
function runsOf (lines) {
  const runs = []
  let open
  for (const line of lines) {
    if (line.operand === undefined) {
      runs.push([line])
      open = undefined
    } else if (open) {
      open.push(line)
    } else {
      runs.push(open = [line])
    }
  }
  return runs
}

/**
 * @param {...unknown} code of an expression that may write to `out`
 * @returns {unknown[]} statements around it, since the text since the last chunk
 *   is in a variable
 */
function synced (...code) {
  return ['out.text = text; ', ...code, '; text = out.text;']
}

/**
 * @param {object[]} run
 * @returns {boolean} whether it is no sum but a statement
 */
function isStatement ([line]) {
  return line.operand === undefined
}

/**
 * @param {Operand[]} run
 * @returns {boolean} whether no part makes a string of it; partials alone nearly always do
 */
function mayBeNumber (run) {
  const isThere = (isString) => run.some(({ operand }) => operand.isString === isString)
  return isThere(NEVER_SURE) && !isThere(ALWAYS)
}

/**
 * @param {object[][]} runs of a program
 * @param {boolean} returnsSum what waits at the end is left for the program to return
 * @returns {unknown[]} statements that write them
 */
function writeRuns (runs, returnsSum) {
  let waits = false
  return runs.flatMap((run, i) => {
    if (isStatement(run)) return ['  ', run[0], '\n']

    const isFirst = i === 0
    const isLast = i === runs.length - 1
    const code = waits ? assembleWaiting(run, isLast) : assemble(run, { isSum: isFirst || !isLast, waits: isFirst && (returnsSum || !isLast) })
    waits = (isFirst || waits) && sureFrom(run) === run.length
    return code
  })
}

/**
 * @param {Operand[]} run
 * @param {object} place
 * @param {boolean} place.isSum Handlebars adds them up before it adds the sum to
 *   its string: all runs but the last, which is added one by one
 * @param {boolean} [place.waits] a sum that is no string at the end is left in `sum`
 * @returns {unknown[]} statements that write them
 */
function assemble (run, { isSum, waits }) {
  const code = []
  const length = isSum ? leading(run) : 0
  const settled = isSum ? settledFrom(run, length) : 0
  const isOpen = settled > 0 && isUnsettled(run, length)
  if (length > 0) {
    const added = addUp(run.slice(0, length))
    code.push('  ', ...isOpen ? synced('sum = __br.add(out, undefined, ', ...added, ')') : ['text += ', ...added, ';'], '\n')
  }
  for (const line of run.slice(length, settled)) {
    const before = line === run[0] ? 'undefined' : 'sum'
    code.push('  ', ...synced(`sum = __br.add(out, ${before}, `, line, ')'), '\n')
  }
  if (isOpen && !(waits && settled === run.length)) code.push(WRITE_SUM)
  return code.concat(writeAll(run.slice(settled)))
}

/** Makes a string of the sum that waits, if one does. */
const WRITE_SUM = '  if (sum !== "") { text += sum; sum = ""; }\n'

/**
 * Nothing of a run that comes first need be a string; its sum may still wait
 * for those that follow.
 *
 * @param {Operand[]} run that follows such a sum
 * @param {boolean} isLast
 * @returns {unknown[]} statements that write it
 */
function assembleWaiting (run, isLast) {
  const sure = sureFrom(run)
  if (isLast) {
    const added = run.slice(0, sure).flatMap((line) => ['  ', ...synced('sum = __br.add(out, sum, ', line, ')'), '\n'])
    return sure === run.length ? added : [...added, WRITE_SUM, ...writeAll(run.slice(sure))]
  }
  if (sure < run.length) return [WRITE_SUM, ...assemble(run, { isSum: true })]
  return ['  if (sum !== "") { ', ...synced('sum = __br.add(out, sum, ', ...addUp(run), ')'), ' } else {\n', ...assemble(run, { isSum: true }), '  }\n']
}

/**
 * @param {Operand[]} operands
 * @returns {unknown[]} code of their sum
 */
function addUp (operands) {
  return operands.flatMap((line, i) => i === 0 ? [line] : [' + ', line])
}

/**
 * @param {Operand[]} operands that follow a string, to which each is added
 * @returns {unknown[]} statements
 */
function writeAll (operands) {
  const code = []
  let adding = []
  const flush = () => {
    if (adding.length > 0) code.push('  text = text', ...adding.flatMap((line) => [' + ', line]), ';\n')
    adding = []
  }
  for (const line of operands) {
    const { kind } = line.operand
    if (kind === 'text' || kind === 'escaped') {
      adding.push(line)
    } else {
      flush()
      code.push(...write(kind, line))
    }
  }
  flush()
  return code
}

/**
 * @param {'fragment' | 'value' | 'splice'} kind
 * @param {Operand} line
 * @returns {unknown[]} a statement
 */
function write (kind, line) {
  if (kind === 'fragment') return ['  ', ...synced('out.fragment(', line, ')'), '\n']
  if (kind === 'splice') return ['  ', ...synced('__br.raw(out, ', line, ')'), '\n']
  const other = synced('__br.raw(out, value)')
  return ['  value = ', line, ';\n  if (typeof value === "string" && value !== body) text += value; else { ', ...other, ' }\n']
}

/**
 * @param {Operand[]} run
 * @returns {number} how many operands at its start are to be added up before
 *   they are written: those that may not be strings, with the first that is one
 */
function leading (run) {
  const first = run.findIndex(({ operand }) => operand.isString !== NEVER_SURE)
  if (first === 0) return 0
  if (first === -1) return run.length === 1 ? 0 : run.length
  const { kind } = run[first].operand
  if (kind === 'fragment') return first === 1 ? 0 : first
  return first === 1 && kind === 'text' ? 0 : first + 1
}

/**
 * @param {Operand[]} run
 * @param {number} from
 * @returns {number} where the operands end that are mostly strings, and those
 *   that would be added to them if they were not
 */
function settledFrom (run, from) {
  return isUnsettled(run, from) ? sureFrom(run) : from
}

/**
 * @param {Operand[]} run
 * @returns {number} where its first part is that is always a string; its length, if none is
 */
function sureFrom (run) {
  const sure = run.findIndex(({ operand }) => operand.isString === ALWAYS)
  return sure === -1 ? run.length : sure
}

/**
 * @param {Operand[]} run
 * @param {number} from
 * @returns {boolean} whether what is added up there first is only mostly a string
 */
function isUnsettled (run, from) {
  return run[Math.max(from, 1) - 1].operand.isString === MOSTLY
}

module.exports = { ALWAYS, MOSTLY, NEVER_SURE, isStatement, mayBeNumber, runsOf, synced, writeRuns }
