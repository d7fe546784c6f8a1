'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { folderSize } = require('./folder-size')
const { NotFound } = require('./not-found')
const { pageLinks } = require('./page-links')
const { readReadme } = require('./readme')
const { sourceUrl } = require('./source-url')

const PAGE_LENGTH = 24

const root = nearestModules(process.cwd())
const packages = new Map(installedNames().map((name) => [name, readPackage(name)]))
const details = new Map()

for (const pkg of packages.values()) {
  for (const dependency of pkg.dependencies) {
    packages.get(dependency.name)?.dependents.push(pkg.name)
  }
}

/**
 * Returns one page of the packages that match a search.
 *
 * @param {{ q?: unknown, page?: unknown }} query of the request
 * @throws {NotFound} if the page number is too high
 */
function list (query) {
  const q = String(query.q ?? '').trim()
  const page = Number(query.page ?? 1)
  const hits = search(q.toLowerCase())
  const lastPage = Math.max(1, Math.ceil(hits.length / PAGE_LENGTH))
  if (!Number.isInteger(page) || page < 1 || page > lastPage) {
    throw new NotFound('This list has no such page.')
  }

  return {
    q,
    total: hits.length,
    packages: hits.slice((page - 1) * PAGE_LENGTH, page * PAGE_LENGTH),
    links: lastPage > 1 ? pageLinks(q, page, lastPage) : undefined
  }
}

/**
 * Returns a package with its README and its size, which are read from disk on
 * first use.
 *
 * @param {string} name
 * @throws {NotFound} if it is not installed
 */
async function find (name) {
  const pkg = packages.get(name)
  if (pkg === undefined) throw new NotFound(`The package “${name}” is not installed.`)
  if (!details.has(name)) details.set(name, await readDetails(pkg))
  return details.get(name)
}

/** @returns {string} the `node_modules` of the folder, or else of the nearest folder above it */
function nearestModules (folder) {
  const modules = path.join(folder, 'node_modules')
  if (fs.existsSync(modules)) return modules
  if (folder === path.dirname(folder)) throw new Error(`No node_modules in ${process.cwd()} and above: run npm install`)
  return nearestModules(path.dirname(folder))
}

function installedNames () {
  return fs.readdirSync(root)
    .flatMap((name) => name.startsWith('@') ? scopedNames(name) : name)
    .filter((name) => isInstalled(path.join(root, name)))
    .sort()
}

function scopedNames (scope) {
  return fs.readdirSync(path.join(root, scope)).map((name) => `${scope}/${name}`)
}

/** A link to sources outside, such as those of a workspace, is no installed package. */
function isInstalled (folder) {
  return fs.existsSync(path.join(folder, 'package.json')) && fs.realpathSync(folder).includes(`${path.sep}node_modules${path.sep}`)
}

function readPackage (name) {
  const folder = path.join(root, name)
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return {
    name,
    folder,
    href: href(name),
    version: manifest.version,
    description: manifest.description ?? '',
    licence: manifest.license ?? 'not stated',
    homepage: homepageLink(manifest.homepage),
    source: sourceUrl(manifest.repository),
    dependencies: Object.entries(manifest.dependencies ?? {}).map(([name, range]) => ({ name, range })),
    dependents: []
  }
}

/** This field is untrusted: a link to javascript:… must not appear on a page. */
function homepageLink (url) {
  const match = /^https?:\/\/(.+)/.exec(url)
  return match === null ? undefined : { href: url, text: match[1] }
}

async function readDetails (pkg) {
  const [readme, size] = await Promise.all([readReadme(pkg.folder, pkg.source), folderSize(pkg.folder)])
  return {
    ...pkg,
    readme,
    size,
    dependencies: pkg.dependencies.map(({ name, range }) => ({ name, range, href: hrefIfInstalled(name) })),
    dependents: pkg.dependents.map((name) => ({ name, href: href(name) }))
  }
}

function search (text) {
  return [...packages.values()].filter(({ name, description }) => {
    return name.toLowerCase().includes(text) || description.toLowerCase().includes(text)
  })
}

function href (name) {
  return `/packages/${name}`
}

function hrefIfInstalled (name) {
  return packages.has(name) ? href(name) : undefined
}

module.exports = { list, find, count: packages.size }
