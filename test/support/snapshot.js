'use strict'

const { isMap, isSet } = require('node:util/types')

/**
 * What one object holds: its prototype, its own properties, and the entries of a map or set.
 *
 * @typedef {{ path: string, prototype: object | null, isExtensible: boolean, properties: Map<PropertyKey, PropertyDescriptor>, entries: Map<unknown, unknown> }} State
 */

/**
 * Takes down what all objects hold that are reachable from the roots. No getter is called.
 *
 * @param {Record<string, object>} roots by the names that begin their paths
 * @param {(object: object) => boolean} isPassedOver whether an object is not looked into
 * @returns {Map<object, State>}
 */
function snapshot (roots, isPassedOver) {
  const states = new Map()
  const queue = Object.entries(roots).map(([path, object]) => ({ path, object }))
  for (const { path, object } of queue) {
    if (!isObject(object) || states.has(object) || isPassedOver(object)) continue
    const state = stateOf(path, object)
    states.set(object, state)
    queue.push({ path: `${path}.[[Prototype]]`, object: state.prototype })
    for (const [key, { value, get, set }] of state.properties) {
      for (const held of [value, get, set]) queue.push({ path: pathOf(path, key), object: held })
    }
    for (const [key, value] of state.entries) queue.push({ path: `${path}<${describe(key)}>`, object: value })
  }
  return states
}

/** @returns {string[]} a line for each change of an object that the snapshot holds, sorted */
function changesSince (states) {
  const changes = []
  for (const [object, before] of states) {
    const after = stateOf(before.path, object)
    if (after.prototype !== before.prototype) changes.push(`${before.path}.[[Prototype]] = ${describe(after.prototype)}`)
    if (after.isExtensible !== before.isExtensible) changes.push(`${before.path} is no longer extensible`)
    changes.push(...changesOf(before.properties, after.properties, (key) => pathOf(before.path, key), describeProperty))
    changes.push(...changesOf(before.entries, after.entries, (key) => `${before.path}<${describe(key)}>`, describe))
  }
  return changes.sort()
}

function changesOf (before, after, pathOfKey, describeValue) {
  const set = [...after]
    .filter(([key, value]) => !before.has(key) || !isSame(before.get(key), value))
    .map(([key, value]) => `${pathOfKey(key)} = ${describeValue(value)}`)
  const removed = [...before.keys()].filter((key) => !after.has(key)).map((key) => `${pathOfKey(key)} is removed`)
  return [...set, ...removed]
}

function stateOf (path, object) {
  return {
    path,
    prototype: Object.getPrototypeOf(object),
    isExtensible: Object.isExtensible(object),
    properties: new Map(Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)])),
    entries: new Map(isMap(object) ? Map.prototype.entries.call(object) : isSet(object) ? Set.prototype.entries.call(object) : [])
  }
}

/** @returns {boolean} whether two property descriptors, or two values of a map, are the same */
function isSame (before, after) {
  if (!isDescriptor(before) || !isDescriptor(after)) return Object.is(before, after)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every((name) => Object.is(before[name], after[name]))
}

function isDescriptor (value) {
  return isObject(value) && Object.hasOwn(value, 'configurable') && Object.hasOwn(value, 'enumerable')
}

function describeProperty ({ value, get, set, enumerable }) {
  const kind = get || set ? 'an accessor' : describe(value)
  return enumerable ? kind : `${kind}, not enumerable`
}

/** @returns {string} a short text that is the same for values that two apps have made alike */
function describe (value, depth = 0) {
  if (typeof value === 'function') return `function ${value.name}`
  if (!isObject(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value)
  const name = Array.isArray(value) ? 'Array' : Object.getPrototypeOf(value)?.constructor?.name ?? 'null'
  if (depth > 1) return name
  const properties = Object.entries(Object.getOwnPropertyDescriptors(value)).map(([key, { value }]) => `${key}: ${describe(value, depth + 1)}`)
  return `${name} { ${properties.sort().join(', ')} }`
}

function pathOf (path, key) {
  return `${path}.${String(key)}`
}

function isObject (value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

module.exports = { changesSince, snapshot }
