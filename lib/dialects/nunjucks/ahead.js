'use strict'

const { isPromise } = require('node:util/types')
const { openEach, standInsIn } = require('../../template/stand-in')

/**
 * Opens the locals that are not there yet and that templates look into, if one of these waits:
 * behind a wait it would be too late, since what is before is on its way.
 *
 * @param {object} template of Nunjucks
 * @param {object} locals
 * @param {(template: object) => object} splicedOf
 * @returns {void | Promise<void>} a promise if templates have to be waited for
 * @throws {Error} if there are such locals
 */
function openAhead (template, locals, splicedOf) {
  const standIns = standInsIn(locals)
  if (standIns.length === 0 || !canWait(template.env)) return
  const openLooked = (all) => { if (all.some(waits)) openEach(standIns.filter((standIn) => all.some((each) => looksInto(each, standIn)))) }
  const all = reached(template, splicedOf)
  return Array.isArray(all) ? openLooked(all) : all.then(openLooked)
}

/**
 * @param {object} spliced see `splicedOf`
 * @returns {boolean} whether it may wait, as far as is known
 */
function waits ({ env, looks }) {
  return looks === undefined || looks.waits || (looks.loads.length > 0 && isLoadedLate(env))
}

/**
 * @param {object} spliced see `splicedOf`
 * @param {import('../../template/stand-in').StandIn} standIn
 * @returns {boolean} whether it may look into it: what is no promise tells by itself what
 *   its properties are asked for
 */
function looksInto ({ looks }, { name, value }) {
  return looks === undefined || looks.values.has(name) || (isPromise(value) && looks.members.has(name))
}

/**
 * Opens all locals that are not there yet, for a template whose code is not known: it does not
 * say when it looks into one, and what it throws behind a wait, nobody catches.
 *
 * @param {object} locals
 * @throws {Error} if there are such
 */
function openAll (locals) {
  openEach(standInsIn(locals))
}

/**
 * @param {object} env
 * @returns {boolean}
 */
function canWait (env) {
  return [env.asyncFilters, env.extensionsList].some((list) => list?.length > 0) || isLoadedLate(env)
}

/**
 * @param {object} env
 * @returns {boolean} whether templates may come later
 */
function isLoadedLate ({ loaders }) {
  return loaders.some((loader) => loader.async)
}

/**
 * Finds a template, and those that templates name. What they find by other ways stays unknown.
 *
 * @param {object} template of Nunjucks
 * @param {(template: object) => object} splicedOf
 * @returns {object[] | Promise<object[]>} as `splicedOf` gives them; a promise if they come later
 */
function reached (template, splicedOf) {
  const all = []
  // By what names them: without a cache, each time gives another template.
  const seen = new Set()
  let missing = 1
  let finish
  const visit = (found) => {
    missing--
    if (found) {
      const spliced = splicedOf(found)
      all.push(spliced)
      const loads = (spliced.looks?.loads ?? []).filter((load) => isNew(seen, load.join('\n')))
      missing += loads.length
      for (const load of loads) find(template.env, load, visit)
    }
    if (missing === 0) finish?.(all)
  }
  visit(template)
  return missing === 0 ? all : new Promise((resolve) => { finish = resolve })
}

/**
 * @param {Set<string>} seen gets the key
 * @param {string} key
 * @returns {boolean} whether it was not in there
 */
function isNew (seen, key) {
  return !seen.has(key) && Boolean(seen.add(key))
}

/**
 * @param {object} env
 * @param {[name: string, parent: string | undefined]} load
 * @param {(template?: object) => void} callback gets nothing if there is none: what names it
 *   fails by itself, if it gets there
 */
function find (env, [name, parent], callback) {
  let isFound = false
  const found = (error, template) => {
    if (!isFound) callback(error ? undefined : template)
    isFound = true
  }
  try {
    env.getTemplate(name, false, parent, true, found)
  } catch (error) {
    found(error)
  }
}

module.exports = { openAhead, openAll }
