'use strict'

const timers = require('node:timers')
const promises = require('node:timers/promises')
const { promisify } = require('node:util')

// Node's own, taken when this is loaded: fake timers that are installed later neither stop nor
// speed up pages.

/**
 * Not the global one, which Jest may have replaced before anything was loaded. Nothing where
 * `node:timers` has a fake one by then: that may never run, and pages go without it.
 *
 * @type {typeof setImmediate | undefined}
 */
const ownImmediate = timers.setImmediate[promisify.custom] === promises.setImmediate ? timers.setImmediate : undefined

const { nextTick } = process

/**
 * Where there is a fake one by then, which the packages of sinon, Jest and Vitest tell by its
 * `clock`, whatever there is when it is called, as by Express.
 */
const ownNextTick = nextTick.clock === undefined ? nextTick : (...args) => process.nextTick(...args)

module.exports = { ownImmediate, ownNextTick }
