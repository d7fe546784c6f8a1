'use strict'

const { Splicer } = require('../page/splicer')

/** The files being precompiled: they may include each other, even where a full cache keeps only one of them. */
const precompiling = new Set()

/** A compiled view. */
class Template {
  /** With `asyncChunks`, a program makes them of the promises, streams and async iterables that it prints. */
  constructor (filename, program, { asyncChunks = false } = {}, renderLog) {
    this.filename = filename
    this.program = program
    this.asyncChunks = asyncChunks
    this.renderLog = renderLog
  }

  get dependencies () {
    return Object.hasOwn(this.program, 'dependencies') ? this.program.dependencies : []
  }

  /** Compiles what the first render otherwise compiles. @returns why the engine renders the template, if it does */
  precompile () {
    const { program } = this
    if (precompiling.has(this.filename) || !Object.hasOwn(program, 'precompile')) return undefined
    precompiling.add(this.filename)
    try {
      return program.precompile?.()
    } finally {
      precompiling.delete(this.filename)
    }
  }

  /**
   * @param {object} locals an object that only this render uses
   * @param {Splicer} [outer] the splicer of the including template
   * @throws errors of the template, with the engine's message
   */
  render (locals, outer) {
    const out = new Splicer(outer)
    out.filename = this.filename
    const finished = this.program(out, locals)
    return finished === undefined ? this.end(out) : finished.then(() => this.end(out))
  }

  end (out) {
    const rendered = out.end()
    if (out.engineFallback !== undefined) rendered.engineFallback = out.engineFallback
    this.recordRender(out.engineFallback)
    return rendered
  }

  /** Reports a render, and why the engine did it, if it did. */
  recordRender (engineFallback) {
    this.renderLog?.recordRender(this.filename, engineFallback)
  }

  /**
   * Renders into a streaming render, which receives the chunks, and later errors of the template.
   *
   * @param {object} locals a plain object that only this render uses
   * @param {object} [given] the locals to await, if the program does not print promises itself
   * @throws as `awaitLocals`, and errors of the template before it waits for the first time
   */
  stream (locals, streamingRender, given = locals) {
    const { awaitLocals } = require('../streaming/await-locals')
    const { program } = this
    const usesEngine = () => Object.hasOwn(program, 'usesEngine') && program.usesEngine(locals)
    const printsPromises = this.asyncChunks && !usesEngine()
    const values = printsPromises ? undefined : awaitLocals(given, this.filename)
    if (values === undefined) return this.start(locals, streamingRender)
    values.then((values) => {
      if (!streamingRender.isCancelled) this.start(Object.assign(locals, values), streamingRender)
    }).catch((error) => streamingRender.fail(error))
  }

  start (locals, streamingRender) {
    const { StreamingSplicer } = require('../streaming/streaming-splicer')
    const out = new StreamingSplicer(streamingRender, this.filename)
    const finished = this.program(out, locals)
    const complete = () => {
      this.recordRender(out.engineFallback)
      out.complete()
    }
    if (finished === undefined) complete()
    else finished.then(complete).catch((error) => streamingRender.fail(error))
  }
}

module.exports = { Template }
