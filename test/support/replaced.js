'use strict'

/** What puts back what tests have replaced, in order. */
const restores = []

/** Has a property put back by `putBack`, or at the end of the test. */
function remember (owner, name) {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name)
  restores.push(() => descriptor ? Object.defineProperty(owner, name, descriptor) : delete owner[name])
}

/** Replaces a property until then. @param {(replaced: unknown) => unknown} make gives the other value */
function replace (owner, name, make) {
  remember(owner, name)
  owner[name] = make(owner[name])
}

function putBack () {
  for (const restore of restores.splice(0).reverse()) restore()
}
afterEach(putBack)

module.exports = { putBack, remember, replace }
