'use strict'

const { EXAMPLES, stepsOfExample } = require('./examples')
const { stepsOfLockFile } = require('./lock-file')

/**
 * A project of a new user. Its package.json says what is done: the scripts `build` and `test` are run, and every
 * script whose name begins with `start` starts a server, whose pages are those that the script `alone` serves
 * without the library.
 *
 * @typedef {object} Project
 * @property {string} about
 * @property {string[]} layers folders of `projects/` that are copied, one over the other
 * @property {string} [manager] of packages, by default npm
 * @property {string} [example] the name of an example
 * @property {(how: object) => Iterable<[string, () => Promise<unknown>]>} [steps] of its own, see `stepsOf`
 * @property {boolean} [isBundled] whether servers start without node_modules, except that of `start`
 */

/** @type {Record<string, Project>} */
const PROJECTS = {
  'express-ejs': { about: 'Express 5 and EJS', layers: ['shop', 'express', 'ejs-views', 'express-ejs'] },
  'express-typescript': { about: 'Express 5 and EJS in strict TypeScript, as ES modules', layers: ['shop', 'ejs-views', 'express-typescript'] },
  'express4-pug': { about: 'Express 4 and Pug', layers: ['shop', 'express', 'express4-pug'] },
  'express-handlebars': { about: 'Express 5 and express-handlebars', layers: ['shop', 'express', 'express-handlebars'] },
  'koa-nunjucks': { about: 'Koa and Nunjucks', layers: ['shop', 'koa-nunjucks'] },
  'http-eta': { about: 'node:http and Eta', layers: ['shop', 'http-eta'] },
  esbuild: { about: 'bundles of the TypeScript project, as CommonJS and as ES modules', layers: ['shop', 'ejs-views', 'express-typescript', 'esbuild'], isBundled: true },
  minified: { about: 'bundles of esbuild with minify', layers: ['shop', 'ejs-views', 'express-typescript', 'esbuild', 'minified'] },
  webpack: { about: 'a bundle of webpack', layers: ['shop', 'express', 'ejs-views', 'bundle', 'webpack'], isBundled: true },
  ncc: { about: 'a bundle of ncc', layers: ['shop', 'express', 'ejs-views', 'bundle', 'ncc'], isBundled: true },
  pnpm: { about: 'the TypeScript project, installed by pnpm', layers: ['shop', 'ejs-views', 'express-typescript'], manager: 'pnpm' },
  yarn: { about: "Express 5 and EJS, installed by Yarn with Plug'n'Play", layers: ['shop', 'express', 'ejs-views', 'express-ejs'], manager: 'yarn' },
  jest: { about: 'supertest and fake timers in Jest', layers: ['shop', 'express', 'ejs-views', 'express-ejs', 'jest'] },
  'node-test': { about: 'supertest and fake timers in node:test', layers: ['shop', 'express', 'ejs-views', 'express-ejs', 'node-test'] },
  vitest: { about: 'supertest and fake timers in Vitest, with the TypeScript project', layers: ['shop', 'ejs-views', 'express-typescript', 'vitest'] },
  'lock-file': { about: 'npm install in a clone, which leaves package-lock.json as it is', layers: [], steps: stepsOfLockFile }
}
for (const example of EXAMPLES) {
  PROJECTS[`example-${example}`] = { about: `examples/${example}, copied out of the repository`, layers: [], example, steps: (how) => stepsOfExample(example, how) }
}

module.exports = { PROJECTS }
