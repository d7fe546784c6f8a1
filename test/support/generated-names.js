'use strict'

const IDENTIFIER = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu

/** The parameters of the functions that compare methods: any one stands for the many. */
const NUMBERED = /^[tv]_?[1-9]\d*$/

/**
 * Records the code that engines and dialects compile while a function runs.
 *
 * @param {() => unknown} run
 * @returns {Promise<{ sources: string[], result: unknown }>}
 */
async function recordCode (run) {
  const { Function: Native } = globalThis
  const sources = []
  function Recorder (...args) {
    sources.push(args.join('\n'))
    return Reflect.construct(Native, args)
  }
  Recorder.prototype = Native.prototype
  globalThis.Function = Recorder
  try {
    return { result: await run(), sources }
  } finally {
    globalThis.Function = Native
  }
}

/**
 * @param {() => Promise<unknown>} run
 * @returns {Promise<string[]>} the names in the code that is compiled, its keywords and the words of its strings
 */
async function namesInCode (run) {
  const { sources } = await recordCode(run)
  return [...new Set(sources.flatMap((source) => source.match(IDENTIFIER) ?? []))].filter((name) => !NUMBERED.test(name))
}

module.exports = { namesInCode, recordCode }
