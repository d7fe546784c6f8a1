'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { LRUCache } = require('lru-cache')
const { describeType } = require('../describe-type')
const { checkCall } = require('../options')
const { isWithin, realPathOf, statsOf } = require('../files')
const { LARGE, LargeFile } = require('../page/large-file')
const { Rendered } = require('../page/rendered')
const { StaticFragment } = require('../page/static-fragment')

/** How many bytes of files are kept. */
const MOST_KEPT = 64 * 1024 * 1024

/** Folders and path → the page that the file is. @type {LRUCache<string, { rendered: Rendered, stamp: string, byteLength: number }>} */
const kept = new LRUCache({ maxSize: MOST_KEPT, sizeCalculation: ({ byteLength }) => byteLength + 1024 })

/** What can be put on a page beside text. */
const fragment = {
  /**
   * Gives a file for any place of a page that is not escaped: `<%- … %>`, `{{{ … }}}`,
   * `!= …`, `${…}` of html`…`. It is read as bytes and never decoded; a large one is
   * read when the page is sent.
   *
   * @param {string} file relative to one of the roots, or absolute and in one of them
   * @param {object} [options]
   * @param {string | string[]} [options.roots] the folders that files may be in, looked
   *   through in this order; the working directory without them
   * @param {boolean} [options.watch] whether a change of the file is seen; without it,
   *   unless `NODE_ENV` is `production`
   * @returns {Rendered}
   * @throws {TypeError} if the path is none, for an unknown option or a bad value
   * @throws {Error} if there is no such file in the roots
   */
  file (file, options) {
    if (typeof file !== 'string' || file === '') throw new TypeError(`fragment.file takes the path of a file, got ${describeType(file)}`)
    const { roots = '.', watch = process.env.NODE_ENV !== 'production' } = checkCall('fragment.file', options)
    const folders = [roots].flat().map((root) => path.resolve(root))
    const key = JSON.stringify([folders, file])
    const entry = kept.get(key)
    // What is large is not kept: it is sent as it is now.
    if (entry && !watch && !entry.rendered.isLarge) return entry.rendered

    const found = find(file, folders)
    const stamp = `${found.stats.size} ${found.stats.mtimeMs} ${found.stats.ino}`
    if (entry?.stamp === stamp) return entry.rendered

    const rendered = new Rendered([chunkOf(found)])
    kept.set(key, { rendered, stamp, byteLength: rendered.isLarge ? 0 : rendered.byteLength })
    return rendered
  }
}

function chunkOf ({ path, stats }) {
  return stats.size < LARGE ? StaticFragment.ofBytes(fs.readFileSync(path)) : new LargeFile(path, stats)
}

/** @returns {{ path: string, stats: fs.Stats }} of a file in one of the folders, with its path without links */
function find (file, folders) {
  for (const folder of folders) {
    const found = path.resolve(folder, file)
    const stats = file.includes('\0') ? undefined : statsOf(found)
    const [real, root] = stats ? [found, folder].map(realPathOf) : []
    if (real && root && isWithin(real, root)) return { path: real, stats }
  }
  throw new Error(`File ${JSON.stringify(file)} was not found in ${folders.map((folder) => `"${folder}"`).join(', ')}`)
}

module.exports = { fragment }
