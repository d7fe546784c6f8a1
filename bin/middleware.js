'use strict'

/**
 * @returns {object[]} the apps that are mounted on an app of Express, which keeps no list: those that a loaded module
 *   exports
 */
function mountedOn (app) {
  const values = Object.values(require.cache).flatMap(({ exports }) => [exports, ...valuesOf(exports)])
  return [...new Set(values.filter((value) => typeof value === 'function' && parentsOf(value).includes(app)))]
}

/** @returns {any[]} the values of the properties, without calling getters */
function valuesOf (object) {
  return Object.values(Object.getOwnPropertyDescriptors(Object(object))).map(({ value }) => value)
}

/** @returns {object[]} the apps that an app is mounted in, from the innermost on */
function parentsOf (app) {
  const parent = Object.getOwnPropertyDescriptor(app, 'parent')?.value
  return typeof parent?.render === 'function' ? [parent, ...parentsOf(parent)] : []
}

/** @returns {Function[]} the middleware of an app, its routers and routes, and the apps that it is mounted in */
function middlewareOf (app) {
  return [app, ...parentsOf(app)].flatMap((each) => functionsIn(routerOf(each)))
}

/** Express 4 has no router before the first middleware, and throws at `router`. */
function routerOf (app) {
  return typeof app.lazyrouter === 'function' ? app._router : app.router
}

function functionsIn (router) {
  return router?.stack?.flatMap(({ handle, route }) => [handle, ...functionsIn(handle), ...functionsIn(route)]) ?? []
}

module.exports = { middlewareOf, mountedOn }
