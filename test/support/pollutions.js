'use strict'

/** A function that code may call instead of reading it; each call counts. */
function payload () {
  globalThis.ran = (globalThis.ran ?? 0) + 1
  return globalThis.ran
}

/** JavaScript that counts when an engine compiles it into a template. */
const CODE = 'JSON.stringify;globalThis.ran=(globalThis.ran??0)+1'

/** @returns {Record<string, unknown[]>} the same values for each name */
const each = (values, ...names) => Object.fromEntries(names.map((name) => [name, values]))

/**
 * The properties that are put on `Object.prototype`, with their values. A value may be
 * anything that a JSON document holds, and a function where code looks for one.
 *
 * @param {string} uploads a folder in which an attacker has views of the same names
 * @returns {{ name: string, value: unknown }[]}
 */
function pollutionsFor (uploads) {
  return Object.entries({
    // Our own options.
    ...each([false], 'holdWrites', 'ctxRender'),
    views: [uploads, [uploads], 1],
    engineOptions: [{ client: 1, escapeFunction: CODE }, { async: true, autoescape: false, tags: ['<', '>'], escape: 'x' }],
    extension: ['html', 1],
    engines: [{ '.ejs': 'mustache', '.pug': 'mustache' }, 'x'],
    cache: [true, false, 'x'],
    memo: [false, 1],
    etag: ['strong', false, payload],
    compress: [false, 'static'],
    threshold: [1e9, 'x'],
    mode: ['off', 'check', 'x'],
    onError: [payload, 'x'],
    roots: [uploads],
    // Options of the engines.
    ...each([true], 'watch', 'async', 'debug', 'self', 'pretty', 'noCache', 'compat'),
    ...each([CODE, payload], 'escapeFunction', 'escape'),
    filename: ['x'],
    client: [1],
    root: [uploads],
    includer: [payload],
    outputFunctionName: [`x;${CODE};var y`],
    localsName: [`x=${CODE}`],
    destructuredLocals: [[`x=${CODE}`]],
    delimiter: ['?'],
    openDelimiter: ['['],
    tags: [['<', '>'], 'x'],
    globals: [['x'], 1],
    compileDebug: [true, 'x'],
    doctype: ['xml'],
    autoescape: [false],
    runtimeOptions: ['x', { helpers: 'x' }],
    // What generated code, syntax trees and templates have.
    ...each(['x'], 'val', 'fn', 'operand', 'reason', 'finish', 'dialect', 'page', 'partial', 'locals'),
    ...each(['x', {}], 'engine', 'helpers', 'partials', 'data'),
    block: ['x', { type: 'Text', line: CODE }],
    line: [CODE, 1],
    type: ['x', 'Identifier', 1],
    nodes: [[], 'x'],
    body: ['x', { type: 'BlockStatement', body: [] }],
    init: ['x', { type: 'Literal', value: '' }],
    left: ['x', { type: 'Identifier', name: 'output' }],
    arguments: ['x', []],
    branches: [1],
    isPending: [true],
    dependencies: [1, ['x']],
    layout: [false],
    settings: ['x', { views: uploads }],
    _locals: ['x', { name: 'x' }],
    render: ['x', payload],
    // What objects of all kinds have.
    ...each(['x'], 'get', 'set', 'name', 'toJSON', 'error', 'code'),
    ...each(['x', 1], 'then', 'value', 'length', 'size'),
    writable: [false],
    x: [1, 'x', {}, payload],
    // Options of Node and of the packages that we use.
    ...each([true], 'info', 'objectMode', 'bigint', 'ranges', 'locations', 'optimistic', 'impliedStrict'),
    ...each(['x'], 'status', 'dictionary'),
    ...each(['x', 1], 'ttl', 'maxSize'),
    ...each(['x', 0], 'max', 'level'),
    dispose: ['x', payload],
    maxEntrySize: [1],
    flush: [4, 'x'],
    windowBits: [8, 'x'],
    chunkSize: ['x', 64],
    maxOutputLength: [10],
    encoding: ['utf8'],
    preferred: [['br']],
    ...each(['x', { length: 1 }], 'br', 'gzip'),
    identity: ['x', { hits: 0, tier: 0 }],
    'accept-encoding': ['br, gzip'],
    onToken: [payload, 'x']
  }).flatMap(([name, values]) => values.map((value) => ({ name, value })))
}

module.exports = { pollutionsFor }
