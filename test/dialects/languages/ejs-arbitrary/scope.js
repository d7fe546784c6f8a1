'use strict'

const scalars = ['title', 'text', 'label', 'total', 'count', 'n', 'zero', 'flag', 'nothing', 'html', 'name', 'escape', 'status']

/** The names that code at one place of a template can use. Never changes: declaring makes another. */
class Scope {
  /**
   * @param {import('./style').Style} style how names are printed
   * @param {string[]} partials what this template may include
   */
  constructor (style, partials) {
    this.style = style
    this.partials = partials
    this.names = scalars.map((name) => style.local(name))
    this.assignable = this.names
    this.counter = { value: 0 }
    this.awaits = style.async
  }

  /** Any readable name, chosen by a number. */
  name (choice) {
    return this.names[choice % this.names.length]
  }

  /** Any name that can be assigned to, chosen by a number. */
  target (choice) {
    return this.assignable[choice % this.assignable.length]
  }

  local (name) {
    return this.style.local(name)
  }

  /** A name that no other code of the template has. */
  fresh (prefix) {
    return `${prefix}${++this.counter.value}`
  }

  /** The scope in a function that is not async. */
  inSync () {
    return Object.assign(Object.create(Scope.prototype), this, { awaits: false })
  }

  /** The scope after a declaration, which shadows what had the name before. */
  declare (name, { constant = false } = {}) {
    const others = this.assignable.filter((each) => each !== name)
    return Object.assign(Object.create(Scope.prototype), this, {
      names: [...this.names, name, name],
      assignable: constant ? others : [...others, name]
    })
  }
}

module.exports = { Scope }
