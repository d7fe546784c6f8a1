'use strict'

/** Values that each option takes, beside undefined. */
module.exports = {
  views: ['views', ['views', 'more']],
  extension: ['ejs', '.ejs'],
  engines: [{}, { html: 'ejs' }, { '.html': 'ejs', ejs: require('ejs') }],
  engineOptions: [{}, { rmWhitespace: true }],
  cache: [true, false],
  cacheSize: [1, '1gb'],
  memo: [1, 2 ** 30, '64mb', '1.5 GB', false],
  fragments: [false, {}, { size: '1mb' }],
  etag: ['weak', 'strong', false, () => '"mine"'],
  compress: [true, 'static', false],
  threshold: [0, 1024, '0b', '1kb', '1.25kb'],
  onError: [() => {}],
  dictionary: [{ views: ['index'] }, {}, { views: ['index'], pages: [], size: '1mb', path: '/', match: '/*' }],
  holdWrites: [true, false],
  mode: ['on', 'off', 'check', 'report'],
  serverClasses: [true, false],
  ctxRender: [true, false],
  app: [require('express')(), require('express4')()]
}
