'use strict'

/** What puts back what tests have replaced, in order. */
const restores = []

/** Replaces a property until `putBack`, or the end of the test. @param {(replaced: unknown) => unknown} make gives the other value */
function replace (owner, name, make) {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name)
  restores.push(() => descriptor ? Object.defineProperty(owner, name, descriptor) : delete owner[name])
  owner[name] = make(owner[name])
}

function putBack () {
  for (const restore of restores.splice(0).reverse()) restore()
}
afterEach(putBack)

module.exports = { putBack, replace }
