'use strict'

const { SHORTEST_FRAGMENT } = require('../../lib/page/static-fragment')

/** Explains the words of the table. @type {Record<string, string>} */
module.exports = {
  static: 'bytes of text that is the same on every page, each run once; in Pug with includes',
  fragments: `runs of static text of ${SHORTEST_FRAGMENT} bytes or more, encoded, hashed and deflated in advance`,
  'pre-encoded': 'the part in fragments: of the static text or, with --data, of the page',
  dynamic: 'segments of the source that write a value computed for each page',
  page: 'with --data: bytes of the page',
  sent: 'with --data: bytes sent to a client that accepts gzip',
  'zlib 6': 'for comparison: gzip bytes of the static text or page at the default level of zlib',
  dcz: 'with --dictionary: bytes for a browser that has the static text of the view'
}
