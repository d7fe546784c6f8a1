'use strict'

// A child process, see `serve.js`, that sends pages with a static fragment of the given length, copied beside the text
// around it or written from its own memory.

const { Rendered } = require('../../lib/page/rendered')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { entityTag } = require('../../lib/response/validator')
const { writeBody } = require('../../lib/response/write-body')
const serve = require('../serve')

const [length, way] = process.argv.slice(2)
const fragment = new StaticFragment('The tide table promises that the water will stop rising at six. '.repeat(length / 64))
const [before, after] = ['<li>A row of the page</li>\n'.repeat(20), '<p>The end of the page</p>\n'.repeat(5)]

const WAYS = {
  copied: (rendered) => rendered.toBuffer(),
  'not copied': ({ chunks: [before, { bytes }, after] }) => [Buffer.from(before), bytes, Buffer.from(after)]
}

let count = 0

serve((req, res) => {
  const rendered = new Rendered([`${before}${++count}`, fragment, after])
  res.setHeader('ETag', entityTag(rendered, 'weak'))
  res.setHeader('Content-Length', rendered.byteLength)
  writeBody(res, WAYS[way](rendered))
})
