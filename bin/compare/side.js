'use strict'

// A child process that serves a view for the side in its argument. Requests and answers:
//   { open, server }   a setting, see subject.js, and a server, see ways.js → its port
//   { usage }          → microseconds of CPU time since the process began
//   { fallbacks }      → what was left to the engine, see `Comparison`
// An answer is { value }, or { error } with the name and message of the error.

const { subscribe } = require('node:diagnostics_channel')
const path = require('node:path')
const { messageOf } = require('../input-file')
const { serve } = require('./apps')
const { openSubject } = require('./subject')

const isOurs = process.argv[2] === 'ours'

/** File or view, and reason → the same. @type {Map<string, { view: string, reason: string }>} */
const fallbacks = new Map()

const ANSWERS = {
  async open ({ open: setting, server }) {
    const subject = await openSubject(setting)
    subscribe('buffered-render:fallback', ({ view, reason }) =>
      fallbacks.set(`${view} ${reason}`, { view: nameOf(view, subject), reason }))
    return serve(subject, { isOurs, ...server })
  },
  usage () {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  fallbacks () {
    return [...fallbacks.values()]
  }
}

/** @returns {string} the name of the view itself; a path for other files */
function nameOf (view, { view: { file, name } }) {
  if (view === file || view === name) return name
  return path.isAbsolute(view) ? path.relative('', view).split(path.sep).join('/') : String(view)
}

async function answer (question) {
  const [kind] = Object.keys(question)
  try {
    return { value: await ANSWERS[kind](question) }
  } catch (error) {
    return { error: { name: error?.name ?? typeof error, message: messageOf(error) } }
  }
}

process.on('disconnect', () => process.exit())
process.on('message', async (question) => process.send(await answer(question)))
