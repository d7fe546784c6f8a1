'use strict'

const { randomBytes } = require('node:crypto')

/**
 * The name that dialects insert into generated code, and the prefix of further ones. `with (locals)` would find a local
 * of that name first, and requests may name locals: so it is random, 64 bits in twelve characters. Nothing shows it.
 */
const OURS = `$${randomBytes(8).toString('base64url').replaceAll('-', '$')}`

/** The name of the splicer. */
const OUT = `${OURS}o`

module.exports = { OURS, OUT }
