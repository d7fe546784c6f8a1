'use strict'

const os = require('node:os')
const path = require('node:path')

/** What pnpm and Yarn keep from one run to the next. */
const [PNPM, YARN] = ['pnpm', 'yarn'].map((name) => path.join(os.tmpdir(), `buffered-render-${name}`))

const pnpm = ['npx', '--yes', 'pnpm@10']
const yarn = ['npx', '--yes', '--package', '@yarnpkg/cli-dist@4', 'yarn']

/**
 * The beginnings of command lines.
 *
 * @typedef {object} PackageManager
 * @property {string} about
 * @property {string[]} add installs what package.json names, and one package more
 * @property {string[]} run a script of package.json
 * @property {string[]} exec a program of a package
 * @property {Record<string, string>} [settings] file → text, with `<registry>` for the one that npm uses
 * @property {string} proof a file that shows who has installed
 */

/** @type {Record<string, PackageManager>} */
const MANAGERS = {
  npm: {
    about: 'npm',
    add: ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'],
    run: ['npm', 'run'],
    exec: ['npx', '--no', '--'],
    proof: 'package-lock.json'
  },
  pnpm: {
    about: 'pnpm without hoisting, where each package finds only what it names',
    add: [...pnpm, 'add', '--prefer-offline', '--store-dir', PNPM, '--config.hoist=false'],
    run: [...pnpm, 'run'],
    exec: [...pnpm, 'exec'],
    proof: 'node_modules/.pnpm'
  },
  yarn: {
    about: "Yarn 4 with Plug'n'Play: there is no node_modules",
    add: [...yarn, 'add'],
    run: [...yarn, 'run'],
    exec: [...yarn, 'run'],
    // Without yarn.lock, a project belongs to the folder above.
    settings: { 'yarn.lock': '', '.yarnrc.yml': `npmRegistryServer: "<registry>"\nglobalFolder: ${YARN}\nenableTelemetry: false\n` },
    proof: '.pnp.cjs'
  }
}

module.exports = { MANAGERS }
