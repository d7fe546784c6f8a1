'use strict'

/**
 * What the figures mean, by the words of the table and of the report.
 *
 * @type {Record<string, string>}
 */
module.exports = {
  source: 'bytes of the file',
  static: 'bytes of text that is the same on every page, each run once; in Pug with includes',
  fragments: 'runs of it that are long enough to be encoded, hashed and deflated in advance',
  'pre-encoded': 'what is in fragments: of the static text, or with --data, of the page',
  deflated: 'bytes that the fragments take in a gzip response (JSON and report)',
  dynamic: 'segments of the source that write what is computed for each page',
  with: 'of EJS: whether the with statement around the template is removed',
  'page, chunks': 'with --data: bytes of the page, and how many pieces it is spliced of',
  sent: 'with --data: bytes sent to a client that takes gzip, spliced of what is deflated',
  'zlib 6': "the static text, or the page, as gzip by zlib's default level, to compare"
}
