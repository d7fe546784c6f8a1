'use strict'

const TRAPS = Object.getOwnPropertyNames(Reflect)

/**
 * Wraps values of an app in Proxies that record all that is done with them, and with what is read from them or what they return.
 *
 * @returns {{ reads: string[], record: (value: unknown, name: string, unrecorded?: string[]) => unknown }} the traps in their order, such
 *   as `user.get name`; `unrecorded` are properties whose values are left as they are
 */
function recorder () {
  const reads = []
  /** Value → its Proxy, and Proxy → its value. */
  const proxies = new WeakMap()
  const values = new WeakMap()

  function record (value, name, unrecorded = []) {
    if (Object(value) !== value || values.has(value)) return value
    if (!proxies.has(value)) {
      proxies.set(value, new Proxy(value, handlerOf(name, unrecorded)))
      values.set(proxies.get(value), value)
    }
    return proxies.get(value)
  }

  function handlerOf (name, unrecorded) {
    return Object.fromEntries(TRAPS.map((trap) => [trap, (target, ...args) => {
      const hasKey = !['apply', 'construct', 'setPrototypeOf'].includes(trap) && args.length > 0
      reads.push(hasKey ? `${name}.${trap} ${String(args[0])}` : `${name}.${trap}`)
      // Methods of Map, Date and Promise want the object itself.
      if (trap === 'apply') return record(Reflect.apply(target, values.get(args[0]) ?? args[0], args[1]), `${name}()`)
      if (trap === 'set') return Reflect.set(target, args[0], args[1])
      if (trap !== 'get') return Reflect[trap](target, ...args)
      const value = Reflect.get(target, args[0])
      const { configurable = true, writable } = Reflect.getOwnPropertyDescriptor(target, args[0]) ?? {}
      const mustBeSame = !configurable && !writable
      return mustBeSame || unrecorded.includes(args[0]) ? value : record(value, `${name}.${String(args[0])}`)
    }]))
  }

  return { reads, record }
}

/** @returns {object} locals whose values are recorded, but not those of getters */
function recordEach (locals, record) {
  if (Object(locals) !== locals) return locals
  const recorded = Object.create(Object.getPrototypeOf(locals), Object.getOwnPropertyDescriptors(locals))
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(locals))) {
    if ('value' in descriptor) Object.defineProperty(recorded, key, { ...descriptor, value: record(descriptor.value, key) })
  }
  return recorded
}

module.exports = { recordEach, recorder }
