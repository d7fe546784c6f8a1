'use strict'

/** What takes long, as patterns of paths below test/: `npm test` leaves it to `npm run test:all`. */
module.exports = [
  'bench/', 'clients/', 'fragments/(?:fleet/|outages/|back-in-time|pauses|redis-store|refused-values|traffic|unreliable-store)', 'pollution/', 'examples/(?:accessible|dictionary|fleet)',
  'bin/(?:app-of-options|compare|data\\.|explain-report|languages/)', 'codings/dcz/(?:corpus|zstd)', 'documents/(?:cli|languages|readme|typescript)',
  'frameworks/(?:async-context|fake-timers|late-acts|patches|rewriting-middleware|server-classes)',
  'modes/runners', 'dialects/(?:liquid-engine|names|nunjucks-patches|nunjucks-waits|promises-property|replaced)\\.'
]
