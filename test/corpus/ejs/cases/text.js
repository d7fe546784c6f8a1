'use strict'

const values = [{ x: '<x>' }, { x: '' }, { x: '汉🎉' }, { x: 0 }]

module.exports = [
  { name: 'an empty template', view: 'text-empty', locals: [{}] },
  { name: 'a template of white space', view: 'text-whitespace', locals: [{}] },
  { name: 'a template without tags', view: 'text-static', locals: [{}] },
  { name: 'text that looks like code', view: 'text-escapes', locals: values },
  { name: 'text of many lines', view: 'text-multiline', locals: values },
  { name: 'CRLF line ends', view: 'text-crlf', locals: [{ items: ['a\r\nb', 'c'] }, { items: [] }] },
  { name: 'CR line ends', view: 'text-cr', locals: [{ items: ['a', 'b'] }] },
  { name: 'byte order marks', view: 'text-bom', locals: values },
  { name: 'tabs', view: 'text-tabs', locals: values },
  { name: 'separators, controls and text outside ASCII', view: 'text-unicode', locals: values },
  { name: 'long ASCII text', view: 'text-long-ascii', locals: values },
  { name: 'long text outside ASCII', view: 'text-long-unicode', locals: values },
  { name: 'large text', view: 'text-large', locals: values },
  { name: 'long text in a loop and in a function', view: 'text-long-in-loop', locals: [{ items: [1, '<2>', '三'] }, { items: [] }] },
  { name: 'text of 511 bytes', view: 'text-511-bytes', locals: values },
  { name: 'text of 512 bytes', view: 'text-512-bytes', locals: values },
  { name: 'text of 513 bytes', view: 'text-513-bytes', locals: values },
  {
    name: 'a surrogate pair from two tags is one character',
    view: 'text-surrogate-boundary',
    locals: [{ high: '\ud83c', low: '\udf89' }, { high: '\ud83c', low: 'x' }, { high: '', low: '\udf89' }]
  }
]
