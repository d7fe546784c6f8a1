'use strict'

const { subscribe, unsubscribe } = require('node:diagnostics_channel')

const subscriptions = []
afterEach(() => { for (const subscription of subscriptions.splice(0)) unsubscribe(...subscription) })

/**
 * Subscribes until the end of the test.
 *
 * @param {string} name of a diagnostics channel
 * @param {(message: object) => void} [listener] in place of one that keeps the messages
 * @returns {object[]} the messages
 */
function listenTo (name, listener) {
  const messages = []
  const subscription = [name, listener ?? ((message) => messages.push(message))]
  subscribe(...subscription)
  subscriptions.push(subscription)
  return messages
}

module.exports = { listenTo }
