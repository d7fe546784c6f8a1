'use strict'

/** Takes longer than the limit. */
function slow () {
  const start = performance.now()
  while (performance.now() - start < 110);
}

module.exports = { slow, hundred: Array(100).fill('x') }
