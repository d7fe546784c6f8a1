'use strict'

const path = require('node:path')

/**
 * The applications of `apps.js`, none of which is a part of this project.
 *
 * @typedef {object} App
 * @property {string} title
 * @property {string} license
 * @property {string} [repository] on GitHub, with its `commit`; without it, `make` generates the app
 * @property {string[][]} make commands that install it, in its folder
 * @property {[file: string, line: string, added: string][]} additions what follows a line of its files
 * @property {string} main file that starts it, on the port in `PORT`
 * @property {Record<string, string>} [env]
 * @property {boolean} [hasCompression] whether it uses `compression`
 */

const PAGES = JSON.stringify(path.join(__dirname, '../pages'))

/** The line that an app adds, with the options of a process. Without them, the app is stock. */
const LINE = "process.env.BENCH_OPTIONS && app.use(require('buffered-render')(JSON.parse(process.env.BENCH_OPTIONS)));"

/** @type {Record<string, App>} */
module.exports = {
  'express-generator': {
    title: 'express-generator with helmet, compression and sessions',
    license: 'MIT',
    make: [
      ['npx', '--yes', 'express-generator@4.16.1', '--view=ejs', '--force', '.'],
      ['npm', 'install', 'compression@1', 'ejs@3', 'express@4', 'express-session@1', 'helmet@8']
    ],
    additions: [
      ['app.js', "app.use(logger('dev'));", `
app.use(require('helmet')());
app.use(require('compression')());
app.use(require('express-session')({ secret: 'bench', resave: false, saveUninitialized: false }));
app.set('views', require(${PAGES}).EJS_VIEWS.views);
${LINE}`],
      ['routes/index.js', 'var router = express.Router();', `
var page = require(${PAGES}).ejsPages.article;
var count = 0;
router.get('/', (req, res) => res.render(page.view, page.data(Number(req.query.n ?? ++count))));`]
    ],
    main: 'bin/www',
    hasCompression: true
  },
  kutt: {
    title: 'kutt, home page (Handlebars)',
    license: 'MIT',
    repository: 'thedevs-network/kutt',
    commit: 'fc832d7e7243d5472714e17abfe84b908901e1a7',
    make: [
      ['npm', 'ci', '--omit=dev'],
      ['npm', 'run', 'migrate'],
      ['node', '-e', "require('./server/queries').user.add({ email: 'a@example.org', password: '-', role: 'ADMIN', verified: true }).then(() => process.exit())"]
    ],
    additions: [['server/server.js', 'const app = express();', LINE]],
    main: 'server/server.js',
    env: { JWT_SECRET: 'bench', DISALLOW_ANONYMOUS_LINKS: 'false' }
  },
  'redis-commander': {
    title: 'redis-commander, home page (EJS)',
    license: 'MIT',
    repository: 'joeferner/redis-commander',
    commit: 'b03e3c453c9c1cbcf296cb86898e503dcb7c3f75',
    make: [['npm', 'ci', '--omit=dev', '--omit=optional']],
    additions: [['lib/app.js', '  app.use(partials());', LINE]],
    main: 'bin/redis-commander.js',
    env: { ADDRESS: '127.0.0.1', NOSAVE: 'true' }
  }
}
