'use strict'

const { createRequire } = require('node:module')
const path = require('node:path')
const { packageJsonIn } = require('../../lib/util/files')

/** Packages whose effect this library replaces. Both sides use those that the app has. */
const COMPRESSION = { express: 'compression', koa: 'koa-compress' }
/** Those for `ETag` and 304, in the order of the app, with their later names first. Express needs none. */
const VALIDATORS = { express: [], koa: [['koa-conditional-get'], ['@koa/etag', 'koa-etag']] }

/**
 * What answers the requests of the app in a folder.
 *
 * @typedef {object} Framework
 * @property {'express' | 'koa' | 'http'} name
 * @property {Installed} [package] undefined for `http`
 * @property {Installed} [compression] the middleware that compresses responses, if it is installed
 * @property {Installed[]} validators the middleware for `ETag` and 304, if all of it is installed
 *
 * @typedef {{ name: string, version: string, file: string }} Installed
 */

/**
 * Finds the framework of an app: that of its package.json, else one that is installed.
 *
 * @param {string} [folder] that of the app
 * @param {string[]} [names] those of frameworks
 * @returns {Framework} `http` if none of them is installed
 */
function findFramework (folder = process.cwd(), names = ['express', 'koa']) {
  const { dependencies, devDependencies } = packageJsonIn(folder)
  const named = { ...devDependencies, ...dependencies }
  const installed = names.map((name) => findPackage(name, folder)).filter(Boolean)
  const found = installed.find(({ name }) => Object.hasOwn(dependencies ?? {}, name)) ??
    installed.find(({ name }) => Object.hasOwn(named, name)) ?? installed[0]
  if (found === undefined) return { name: 'http', validators: [] }

  const { name } = found
  const validators = VALIDATORS[name].map((names) => names.map((each) => findPackage(each, folder)).find(Boolean))
  return {
    name,
    package: found,
    compression: findPackage(COMPRESSION[name], folder),
    validators: validators.every(Boolean) ? validators : []
  }
}

/** @returns {Installed | undefined} the package as the app would load it */
function findPackage (name, folder) {
  let file
  try {
    file = createRequire(path.join(folder, 'index.js')).resolve(name)
  } catch {
    return undefined
  }
  for (let parent = path.dirname(file); ; parent = path.dirname(parent)) {
    const { version } = packageJsonIn(parent)
    if (version !== undefined) return { name, version, file }
    if (parent === path.dirname(parent)) return { name, version: '', file }
  }
}

/** @returns {any} its exports, even if it was compiled from ES modules */
function loadPackage ({ file }) {
  const exported = createRequire(file)(file)
  return exported.default ?? exported
}

module.exports = { findFramework, loadPackage }
