'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { packageVersions } = require('../../bench/results')
const peers = require('../../bench/package.json')
const manifest = require('../../package.json')

const BENCH = path.join(__dirname, '../../bench')
/** Files that load the measured packages. */
const FOLDERS = ['languages', 'servers', 'rendering', 'pages']
/** Packages that take no part in rendering or sending a page, or only in `small.js`. */
const HELPERS = ['etag', 'express-handlebars']

test('are all measured packages, with their versions', () => {
  const versions = packageVersions()
  for (const version of Object.values(versions)) expect(version).toMatch(/^\d+\.\d+\.\d+/)
  const names = Object.keys(versions)
  expect(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...peers.dependencies })).toEqual(expect.arrayContaining(names))

  const required = new Set(FOLDERS.flatMap((folder) => fs.readdirSync(path.join(BENCH, folder))
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => packagesIn(path.join(BENCH, folder, file)))))
  for (const name of ['buffered-render', ...HELPERS]) expect(required.delete(name)).toBe(true)
  expect([...required].sort()).toEqual(names.sort())
})

function packagesIn (file) {
  const source = fs.readFileSync(file, 'utf8')
  return [...source.matchAll(/require(?:Peer)?\('((?:@[^/']+\/)?[^./':][^/':]*)(?:\/[^':]+)?'\)/g)].map(([, name]) => name)
}
