'use strict'

/**
 * The class `Eta` in the builds of Eta 3 and 4, without white space. What such a
 * class makes has methods of the package only.
 */
const CLASSES = new Set([
  'classextendsEta$1{readFile=readFile;resolvePath=resolvePath;}',
  'classEtaextendsEta$1{constructor(...args){super(...args);this.readFile=readFile;this.resolvePath=resolvePath;}}'
])

/** The methods that decide which file an include is, and how it is rendered. */
const METHODS = ['render', 'renderAsync', 'resolvePath', 'readFile']

/** @type {WeakMap<Function, object>} */
const made = new WeakMap()

/**
 * @param {object} engine an instance of Eta
 * @returns {boolean} whether it finds and renders what is included as Eta itself
 *   does: an app may have replaced methods, by a subclass as well
 */
function includesAsStock (engine) {
  const Class = classOf(engine)
  if (Class === undefined) return false
  if (!made.has(Class)) made.set(Class, new Class())
  const stock = made.get(Class)
  return METHODS.every((name) => engine[name] === stock[name])
}

/**
 * @param {object} engine
 * @returns {Function | undefined} the package's own class that it is of
 */
function classOf (engine) {
  for (let object = engine; object !== null; object = Object.getPrototypeOf(object)) {
    const { constructor } = object
    if (typeof constructor === 'function' && CLASSES.has(Function.prototype.toString.call(constructor).replace(/\s/g, ''))) return constructor
  }
}

module.exports = { includesAsStock }
