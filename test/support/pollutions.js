'use strict'

/** A function that code may call instead of reading it; each call counts. */
function payload () {
  globalThis.ran = (globalThis.ran ?? 0) + 1
  return globalThis.ran
}

/** JavaScript that counts when an engine compiles it into a template. */
const CODE = 'JSON.stringify;globalThis.ran=(globalThis.ran??0)+1'

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
    views: [uploads, [uploads], 1],
    engineOptions: [{ client: 1, escapeFunction: CODE }, { async: true, autoescape: false, tags: ['<', '>'], escape: 'x' }],
    extension: ['html', 1],
    engines: [{ '.ejs': 'mustache', '.pug': 'mustache' }, 'x'],
    cache: [true, false, 'x'],
    memo: [false, 1],
    etag: ['strong', false, payload],
    compress: [false, 'static'],
    threshold: [1e9, 'x'],
    holdWrites: [false],
    mode: ['off', 'check', 'x'],
    onError: [payload, 'x'],
    ctxRender: [false],
    roots: [uploads],
    watch: [true],
    // Options of the engines.
    client: [1],
    escapeFunction: [CODE, payload],
    escape: [CODE, payload],
    async: [true],
    debug: [true],
    filename: ['x'],
    root: [uploads],
    includer: [payload],
    outputFunctionName: [`x;${CODE};var y`],
    localsName: [`x=${CODE}`],
    destructuredLocals: [[`x=${CODE}`]],
    delimiter: ['?'],
    openDelimiter: ['['],
    tags: [['<', '>'], 'x'],
    self: [true],
    globals: [['x'], 1],
    pretty: [true],
    compileDebug: [true, 'x'],
    doctype: ['xml'],
    autoescape: [false],
    noCache: [true],
    runtimeOptions: ['x', { helpers: 'x' }],
    compat: [true],
    // What generated code, syntax trees and templates have.
    block: ['x', { type: 'Text', line: CODE }],
    line: [CODE, 1],
    type: ['x', 'Identifier', 1],
    val: ['x'],
    nodes: [[], 'x'],
    body: ['x', { type: 'BlockStatement', body: [] }],
    init: ['x', { type: 'Literal', value: '' }],
    left: ['x', { type: 'Identifier', name: 'output' }],
    arguments: ['x', []],
    branches: [1],
    fn: ['x'],
    operand: ['x'],
    reason: ['x'],
    isPending: [true],
    finish: ['x'],
    engine: ['x', {}],
    dialect: ['x'],
    page: ['x'],
    dependencies: [1, ['x']],
    helpers: ['x', {}],
    partials: ['x', {}],
    partial: ['x'],
    layout: [false],
    data: ['x', {}],
    settings: ['x', { views: uploads }],
    _locals: ['x', { name: 'x' }],
    locals: ['x'],
    render: ['x', payload],
    // What objects of all kinds have.
    then: ['x', 1],
    get: ['x'],
    set: ['x'],
    value: ['x', 1],
    writable: [false],
    length: ['x', 1],
    size: ['x', 1],
    name: ['x'],
    x: [1, 'x', {}, payload],
    toJSON: ['x'],
    error: ['x'],
    code: ['x'],
    // Options of Node and of the packages that we use.
    status: ['x'],
    dispose: ['x', payload],
    ttl: ['x', 1],
    max: ['x', 0],
    maxSize: ['x', 1],
    maxEntrySize: [1],
    info: [true],
    flush: [4, 'x'],
    level: ['x', 0],
    dictionary: ['x'],
    windowBits: [8, 'x'],
    chunkSize: ['x', 64],
    maxOutputLength: [10],
    encoding: ['utf8'],
    objectMode: [true],
    bigint: [true],
    preferred: [['br']],
    br: ['x', { length: 1 }],
    gzip: ['x', { length: 1 }],
    identity: ['x', { hits: 0, tier: 0 }],
    'accept-encoding': ['br, gzip'],
    ranges: [true],
    locations: [true],
    onToken: [payload, 'x'],
    optimistic: [true],
    impliedStrict: [true]
  }).flatMap(([name, values]) => values.map((value) => ({ name, value })))
}

module.exports = { pollutionsFor }
