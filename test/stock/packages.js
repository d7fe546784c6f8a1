'use strict'

/**
 * Packages whose functions stand on the way of a page and pass its body on, unless a client gets another body through them with
 * Express alone: what is learnt of each.
 *
 * @typedef {object} Package
 * @property {string} versions which are learnt
 * @property {(load: NodeRequire) => Function} [use] middleware of the package
 * @property {string} [preload] code that starts it, before Express is loaded
 * @property {true} [reprints] whether it prints the modules of Express anew, so that functions of the same code have another form
 *
 * @type {Record<string, Package>}
 */
module.exports = {
  compression: { versions: '>=1.7.0', use: (load) => load('compression')() },
  'express-session': {
    versions: '>=1.17.0',
    use: (load) => {
      const session = load('express-session')
      return session({ secret: 'a', resave: false, saveUninitialized: true, store: new session.MemoryStore() })
    }
  },
  'express-mung': {
    versions: '>=0.5.0',
    use: (load) => {
      const mung = load('express-mung')
      const [early, late] = [mung.headers(() => {}), mung.headersAsync(async () => {})]
      return (req, res, next) => (req.url.endsWith('late') ? late : early)(req, res, next)
    }
  },
  'dd-trace': {
    versions: '>=5.100.0 <6 || >=6.15.0',
    preload: "require('dd-trace').init({ url: 'http://127.0.0.1:1', startupLogs: false })"
  },
  newrelic: {
    versions: '>=13.15.0',
    preload: `Object.assign(process.env, {
      NEW_RELIC_APP_NAME: 'a',
      NEW_RELIC_LICENSE_KEY: 'a'.repeat(40),
      NEW_RELIC_NO_CONFIG_FILE: '1',
      NEW_RELIC_HOST: '127.0.0.1',
      NEW_RELIC_PORT: '1',
      NEW_RELIC_LOG_ENABLED: 'false'
    })
    require('newrelic')`,
    reprints: true
  }
}
