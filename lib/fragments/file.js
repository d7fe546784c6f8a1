'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { checkCall } = require('../options')
const { isWithin, realPathOf, resolveFolders, statsOf } = require('../util/files')
const { CountedCache } = require('../util/lru-cache')
const { withCode, wrongArgument } = require('../util/errors')
const { LARGE, LargeFile } = require('../page/large-file')
const { Rendered } = require('../page/rendered')
const { StaticFragment } = require('../page/static-fragment')

/** The capacity of the cache in bytes, and what an entry takes beside its file. */
const CAPACITY = 64 * 1024 * 1024
const ENTRY_BYTES = 1024

/** Folders and path → the file as a page. All renderers of a process share it. */
const fileCache = new CountedCache({
  maxSize: CAPACITY,
  sizeCalculation: ({ byteLength }, key) => byteLength + key.length + ENTRY_BYTES
})

/** `fragment.file`, see `types/index.d.ts`. The file is never decoded; a large one is read while the page is sent. */
function fileFragment (file, options) {
  if (typeof file !== 'string' || file === '') throw wrongArgument('fragment.file() expects the path of a file', file)
  const { roots, watch = process.env.NODE_ENV !== 'production' } = checkCall('fragment.file', options)
  const folders = resolveFolders(roots)
  const key = JSON.stringify([folders, file])
  const entry = fileCache.get(key)
  // A large file is read at each response, so its stats must be current.
  const found = entry && !watch && !entry.rendered.isLarge ? undefined : find(file, folders)
  if (entry && (found === undefined || entry.stamp === stampOf(found))) {
    fileCache.hits++
    return entry.rendered
  }

  fileCache.misses++
  const rendered = new Rendered([chunkOf(found)])
  fileCache.set(key, { rendered, stamp: stampOf(found), byteLength: rendered.isLarge ? 0 : rendered.byteLength })
  return rendered
}

function stampOf ({ stats: { size, mtimeMs, ino } }) {
  return `${size} ${mtimeMs} ${ino}`
}

function chunkOf ({ path, stats }) {
  if (stats.size >= LARGE) return new LargeFile(path, stats)
  return new StaticFragment(undefined, fs.readFileSync(path, { __proto__: null }))
}

/** Gives the path without links, and its stats. @throws {Error} if there is no such file in the folders */
function find (file, folders) {
  for (const folder of folders) {
    const candidate = path.resolve(folder, file)
    const stats = file.includes('\0') ? undefined : statsOf(candidate)
    const [real, root] = stats ? [candidate, folder].map(realPathOf) : []
    if (real && root && isWithin(real, root)) {
      refuseDotfile(file, isWithin(candidate, folder) ? path.relative(folder, candidate) : path.relative(root, real))
      return { path: real, stats }
    }
  }
  const searched = folders.map((folder) => `"${folder}"`).join(', ')
  throw withCode('BUFFERED_RENDER_FILE', new Error(`File ${JSON.stringify(file)} was not found in ${searched}`))
}

/** @throws {Error} if a part of the path below the root begins with a dot, such as `.env` or `.git` */
function refuseDotfile (file, relative) {
  const name = relative.split(path.sep).find((part) => part.startsWith('.'))
  if (name === undefined) return
  throw withCode('BUFFERED_RENDER_FILE', new Error(`File ${JSON.stringify(file)} is refused, because "${name}" ` +
    'begins with a dot. Name a root below that folder, or another file'))
}

module.exports = { fileCache, fileFragment }
