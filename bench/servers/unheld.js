'use strict'

/**
 * Options of this library in the benchmark. Held writes spare wake-ups of a load generator or proxy on the same
 * machine. Clients on another machine have nothing of them.
 */
module.exports = { UNHELD: { holdWrites: false } }
