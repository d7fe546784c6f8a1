'use strict'

// A process that loads Express and then, with the folder of a version of the project, that version and its middleware.
// It prints the milliseconds of CPU time that the latter took, the number of files that it loaded, and the longest turn
// of the event loop while the rest loads in the background. Without a folder, it prints the milliseconds for Express.

const path = require('node:path')
const { startClock } = require('../stopwatch')

/** Milliseconds in which the library has loaded its code. */
const LOADED = 500

const [folder] = process.argv.slice(2)
const clock = startClock()
require('express')
const express = clock()

function main () {
  if (folder === undefined) return console.log(JSON.stringify({ milliseconds: express }))
  const before = Object.keys(require.cache).length
  const clock = startClock()
  require(path.resolve(folder))()
  const milliseconds = clock()
  const files = Object.keys(require.cache).length - before
  let longest = 0
  let turn = startClock()
  const end = performance.now() + LOADED
  const watch = () => {
    longest = Math.max(longest, turn())
    turn = startClock()
    if (performance.now() < end) setImmediate(watch)
    else console.log(JSON.stringify({ milliseconds, files, longest }))
  }
  setImmediate(watch)
}

main()
