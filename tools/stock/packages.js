'use strict'

/**
 * Packages that users have beside the library.
 *
 * @typedef {object} Package
 * @property {(load: NodeRequire) => Function} [use] middleware of the package
 * @property {string} [preload] code that starts it, before Express is loaded
 * @property {string[]} [needs] other packages
 * @property {string} [passes] the versions whose functions are learnt: they stand on the way of a page, and pass its body on
 * @property {true} [reprints] whether it prints the modules of Express anew, so that functions of the same code have another form
 * @property {boolean} isEncoded whether we encode pages in an app with the newest version, without the option `compress`. Their
 *   templates are spliced in any case
 *
 * @type {Record<string, Package>}
 */
module.exports = {
  compression: { passes: '>=1.7.0', use: (load) => load('compression')(), isEncoded: false },
  'express-session': {
    passes: '>=1.17.0',
    use: (load) => {
      const session = load('express-session')
      return session({ secret: 'a', resave: false, saveUninitialized: true, store: new session.MemoryStore() })
    },
    isEncoded: true
  },
  'express-mung': {
    passes: '>=0.5.0',
    use: (load) => {
      const mung = load('express-mung')
      const [early, late] = [mung.headers(() => {}), mung.headersAsync(async () => {})]
      return (req, res, next) => (req.url.endsWith('late') ? late : early)(req, res, next)
    },
    isEncoded: true
  },
  'express-winston': {
    needs: ['winston'],
    use: (load) => {
      const { transports } = load('winston')
      return load('express-winston').logger({ transports: [new transports.Console({ silent: true })] })
    },
    isEncoded: false
  },
  morgan: { use: (load) => load('morgan')('tiny', { stream: { write () {} } }), isEncoded: true },
  'on-headers': { use: (load) => (req, res, next) => { load('on-headers')(res, () => {}); next() }, isEncoded: true },
  'response-time': { use: (load) => load('response-time')(), isEncoded: true },
  helmet: { use: (load) => load('helmet')(), isEncoded: true },
  'express-status-monitor': { use: (load) => load('express-status-monitor')(), isEncoded: true },
  'pino-http': { use: (load) => load('pino-http')({ level: 'silent' }), isEncoded: true },
  '@opentelemetry/auto-instrumentations-node': {
    needs: ['@opentelemetry/api', '@opentelemetry/sdk-node'],
    preload: `
      for (const each of ['TRACES', 'METRICS', 'LOGS']) process.env['OTEL_' + each + '_EXPORTER'] = 'none'
      const { NodeSDK } = require('@opentelemetry/sdk-node')
      const { getNodeAutoInstrumentations } = require('@opentelemetry/auto-instrumentations-node')
      new NodeSDK({ instrumentations: [getNodeAutoInstrumentations()] }).start()`,
    isEncoded: true
  },
  '@sentry/node': { preload: "require('@sentry/node').init({ dsn: 'http://a@127.0.0.1:1/1', tracesSampleRate: 1 })", isEncoded: true },
  'dd-trace': {
    passes: '>=5.128.0 <6 || >=6.15.0',
    preload: "require('dd-trace').init({ url: 'http://127.0.0.1:1', startupLogs: false })",
    isEncoded: true
  },
  newrelic: {
    passes: '>=13.15.0',
    preload: `
      Object.assign(process.env, {
        NEW_RELIC_APP_NAME: 'a',
        NEW_RELIC_LICENSE_KEY: 'a'.repeat(40),
        NEW_RELIC_NO_CONFIG_FILE: '1',
        NEW_RELIC_HOST: '127.0.0.1',
        NEW_RELIC_PORT: '1',
        NEW_RELIC_LOG_ENABLED: 'false'
      })
      require('newrelic')`,
    reprints: true,
    isEncoded: true
  }
}
