'use strict'

const path = require('node:path')
const { read } = require('../../corpus/load')
const { languages } = require('../languages')

/**
 * What the library concludes from values and from an engine before it uses them, and what may invalidate that while a template
 * runs. A change is made by a call of the template, between what it prints before and after it. Templates are in `<language>.yaml`.
 *
 * @typedef {object} Facts
 * @property {string} name of the language
 * @property {string} extension without the dot
 * @property {(folder: string, cache: boolean) => Engine} [create] the engine for the views of a folder, as an app sets it up, if it is not that of `../languages`
 * @property {(engine: Engine) => void} [prepare] adds what the pieces need
 * @property {() => object[]} [shared] objects of the package that changes may change
 * @property {Record<string, string>} pieces what a page consists of
 * @property {string[]} [rare] pieces that not every page has
 * @property {string} change what calls the function `change` of the locals
 * @property {Record<string, string>} partials views by their names
 * @property {Record<string, Conclusion | Conclusion['changes']>} conclusions by what is concluded
 * @property {Record<string, string>} [views] other pages by their names, which invalidate a conclusion by themselves
 * @property {() => object} [locals] of these pages, in addition to those of all
 *
 * @typedef {object} Engine
 * @property {object} instance what the library gets as its engine
 * @property {(view: string, locals: object) => unknown} render by the engine alone
 *
 * @typedef {object} Conclusion
 * @property {Record<string, (engine: Engine, locals: object) => void>} changes
 * @property {boolean} [isApart] whether others are not made on the same page: they would change which file it is, or how it is compiled
 * @property {string} [left] why it does not hold after them: the pages differ
 */

/** Replaces a function by one that changes its text. */
function shout (object, name) {
  const original = object[name]
  object[name] = function (...args) { return `(${original.apply(this, args)})` }
}

/** @returns {() => void} gives objects back the properties that they have now */
function keep (objects) {
  const before = objects.map((object) => Object.getOwnPropertyDescriptors(object))
  return () => objects.forEach((object, i) => {
    Reflect.ownKeys(object).filter((name) => !Object.hasOwn(before[i], name)).forEach((name) => delete object[name])
    Object.defineProperties(object, before[i])
  })
}

/** @type {Facts[]} */
const facts = languages.map(({ name, extension, create }) => {
  const { conclusions, ...own } = require(`./${name}`)({ shout })
  const withChanges = Object.entries(conclusions).map(([what, given]) => [what, 'changes' in given ? given : { changes: given }])
  return { name, extension, create, ...read(path.join(__dirname, `${name}.yaml`)), ...own, conclusions: Object.fromEntries(withChanges) }
})

module.exports = { facts, keep }
