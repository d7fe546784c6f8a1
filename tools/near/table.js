'use strict'

const EXPRESS = ['frameworks/express', 'frameworks/express-apps', 'frameworks/express-lookup', 'frameworks/express-options', 'frameworks/streaming-views', 'frameworks/versions']
const KOA = ['frameworks/koa-apps', 'frameworks/koa-render', 'frameworks/koa-response', 'frameworks/koa-views', 'frameworks/streaming-views', 'frameworks/versions']
const STREAMED = ['streaming/', 'frameworks/streaming', 'frameworks/streaming-errors', 'frameworks/streaming-views']
const EXPLAIN = ['bin/explain', 'bin/explain-findings', 'bin/explain-languages']

/**
 * What answers for a change: a folder, or files that need other tests than their folder, and their tests below test/. "response/" means
 * the tests of a folder, without those of folders in it. The test with the path of a file is always among its tests. The longest path
 * counts.
 *
 * @type {Record<string, string[]>}
 */
module.exports = {
  'bin/': ['bin/buffered-render', 'bin/check', 'bin/site', ...EXPLAIN],
  'bin/check': ['bin/check', 'modes/process'],
  'bin/compare': ['bin/compare-client', 'bin/compare-framework', 'bin/compare-pages', 'bin/compare-report', 'bin/compare-apps'],
  'bin/data.js': ['bin/data', 'bin/app-of-options'],
  'bin/explain': [...EXPLAIN, 'bin/explain-dictionary', 'bin/explain-measure'],
  'bin/explain/report': ['bin/explain-dictionary', 'bin/explain-findings', 'bin/explain-report'],
  'bin/languages/': ['bin/languages/', 'bin/explain-languages'],
  ...ofLanguages('bin/languages/', (name) => ['bin/explain', 'bin/explain-languages', `bin/languages/${name}`]),
  'bin/measure/': ['bin/measure/', 'bin/compare-client', 'bin/explain-measure'],

  'lib/': ['html', 'loading', 'options', 'renderer', 'fragments/contexts', 'fragments/file', 'frameworks/diagnostics', 'frameworks/express', 'frameworks/koa-render'],
  'lib/html.js': ['html', 'page/async-chunk', 'dialects/streaming', 'frameworks/koa-html'],
  'lib/load-ahead.js': ['loading', 'frameworks/fallbacks'],
  'lib/options.js': ['options', 'renderer', 'types/types', 'documents/api', 'fragments/file', 'frameworks/express', 'frameworks/koa-render', 'response/page'],
  'lib/renderer.js': ['renderer', 'fragments/contexts', 'frameworks/diagnostics', 'frameworks/dictionary', 'frameworks/precompile', 'frameworks/streaming-views', 'modes/without-express'],

  'lib/codings/': ['codings/', 'frameworks/compression', 'frameworks/dictionary', 'response/entity-tag', 'response/headers', 'response/page', 'response/representation'],
  'lib/codings/dcz/': ['codings/', 'codings/dcz/', 'frameworks/dictionary', 'frameworks/dictionary-attacks'],
  'lib/codings/gzip/': ['codings/gzip/', 'page/deflated', 'response/representation'],

  'lib/dialects/': ['dialects/dialect', 'dialects/engine', 'dialects/fragments', 'dialects/mustache', 'frameworks/dialects'],
  ...ofLanguages('lib/dialects/', (name, more) => [`dialects/${name}`, `bin/languages/${name}`, ...more]),
  'lib/dialects/guards/': ['dialects/guards/', 'guards', 'dialects/replaced', 'dialects/instances'],
  'lib/dialects/shared/': ['dialects/capped-map', 'dialects/engine', 'dialects/ejs', 'dialects/eta', 'dialects/generated-code', 'dialects/names', 'dialects/pug'],

  'lib/fragments/': [
    'fragments/breaker', 'fragments/cached', 'fragments/comparison', 'fragments/contexts', 'fragments/freshness', 'fragments/invalidations',
    'fragments/stored-value', 'fragments/views'
  ],
  'lib/fragments/file.js': ['fragments/file', 'frameworks/closed-files', 'frameworks/files'],
  'lib/fragments/redis': ['fragments/redis-store', 'fragments/contexts', 'fragments/invalidations'],

  'lib/frameworks/callback-moment.js': ['frameworks/diagnostics', 'frameworks/precompile', 'frameworks/timing', 'frameworks/versions'],
  'lib/frameworks/express': [...EXPRESS, 'frameworks/express-response', 'frameworks/express-views', 'frameworks/replaced-functions', 'frameworks/patches', 'frameworks/unknown-express'],
  'lib/frameworks/koa': [...KOA, 'frameworks/koa-beside', 'frameworks/koa-errors', 'frameworks/koa-html', 'frameworks/koa-replaced', 'frameworks/unsent-pages'],
  'lib/frameworks/koa-stream.js': [...KOA, ...STREAMED, 'frameworks/unsent-pages'],
  'lib/frameworks/server-classes.js': ['frameworks/server-classes', 'frameworks/replaced-functions'],
  'lib/frameworks/streamed-locals.js': [...STREAMED, 'frameworks/streaming-left-to-express'],

  'lib/modes/': ['modes/', 'bin/check'],
  'lib/page/': [
    'page/', 'html', 'dialects/streaming', 'fragments/contexts', 'fragments/file', 'frameworks/files', 'frameworks/streaming-views', 'response/page',
    'streaming/streaming-render', 'frameworks/koa-response', 'modes/without-express'
  ],
  'lib/response/': [
    'response/', 'fragments/contexts', 'frameworks/compression', 'frameworks/diagnostics', 'frameworks/express-response', 'frameworks/files',
    'frameworks/koa-response', 'frameworks/replaced-functions', 'frameworks/streaming'
  ],
  'lib/response/interference.js': ['response/interference', 'response/slots', 'frameworks/replaced-functions', 'frameworks/rewriting-middleware', 'frameworks/send-order'],
  'lib/response/slots': ['response/interference', 'response/slots', 'frameworks/replaced-functions', 'frameworks/koa-replaced', 'frameworks/server-classes'],
  'lib/streaming/': [...STREAMED, 'dialects/streaming', 'fragments/contexts', 'frameworks/streaming-aborts', 'frameworks/streaming-left-to-express', 'frameworks/streaming-pace'],
  'lib/util/': [
    'util/', 'error-codes', 'options', 'renderer', 'fragments/file', 'frameworks/diagnostics', 'frameworks/express', 'frameworks/koa-beside', 'frameworks/streaming',
    'bin/explain', 'modes/shared-state', 'modes/without-express', 'streaming/on-error-timeout', 'views/view-files'
  ],
  'lib/views/': ['views/', 'options', 'renderer', 'frameworks/express-views', 'frameworks/fallbacks', 'frameworks/precompile', 'frameworks/streaming-views'],

  'bench/': ['bench/scripts', 'bench/tables'],
  'docs/': ['documents/links', 'documents/architecture'],
  'examples/': ['examples/apps', 'documents/links'],
  'examples/dialect/': ['examples/apps', 'dialects/squirrelly', 'documents/links'],
  'test/bin/': ['bin/buffered-render'],
  'test/corpus/': ['dialects/squirrelly', 'engines'],
  ...ofLanguages('test/corpus/', (name) => [`dialects/${name}`, 'engines']),
  'test/corpus/squirrelly': ['dialects/squirrelly'],
  ...ofLanguages('test/dialects/languages/', (name) => [`dialects/${name}`]),
  'test/dialects/languages/squirrelly': ['dialects/squirrelly'],
  'tools/': ['tools'],
  'tools/engines': ['tools', 'engines', 'guards'],
  'tools/fuzz': ['tools', 'fuzz/fuzz'],
  'tools/near': ['tools', 'near'],
  'tools/new-user': ['tools', 'new-user'],
  'types/': ['types/types', 'exported-names', 'documents/api'],
  'CHANGELOG.md': ['documents/links'],
  'CONTRIBUTING.md': ['documents/links', 'documents/architecture'],
  'README.md': ['documents/links', 'documents/readme', 'engines'],
  'SECURITY.md': ['documents/links', 'documents/security'],
  'package.json': ['documents/package', 'lock-file', 'loading']
}

/** @returns {Record<string, string[]>} the rows of all languages in a folder: the files or folders that begin with their names */
function ofLanguages (folder, testsOf) {
  const others = {
    ejs: ['frameworks/express-views'],
    eta: ['dialects/eta-output'],
    handlebars: ['dialects/handlebars-app-partials', 'dialects/handlebars-express'],
    liquid: ['dialects/liquid-asked', 'dialects/liquid-fragments'],
    mustache: ['dialects/mustache-engine', 'dialects/mustache-partials', 'dialects/mustache-spec'],
    nunjucks: ['dialects/nunjucks-fragments', 'dialects/nunjucks-settings', 'dialects/nunjucks-patches'],
    pug: ['dialects/pug-fragments', 'dialects/pug-settings']
  }
  return Object.fromEntries(Object.entries(others).map(([name, more]) => [`${folder}${name}`, testsOf(name, more)]))
}
