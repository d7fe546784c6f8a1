'use strict'

// A process that compiles and renders views, and prints the bytes that each of them takes. The arguments are the language,
// `engine`, `ours` or `gzip`, whose pages are also encoded, and the number of views.

const fs = require('node:fs')
const path = require('node:path')
const { createRenderer } = require('../..')
const { byName } = require('../../lib/dialects')
const { GzipMember } = require('../../lib/codings/gzip/gzip')
const { withFolder } = require('../folder')
const languages = require('../languages')
const { [process.argv[2]]: written } = require('../pages/languages')

/** Views that are compiled before the measurement. */
const WARM_UP = 50
const WORDS = 'a tide table is made from constants that the harbour office measures at its staff for years and wind can spoil it'.split(' ')
const LOCALS = { title: 'Tides & tables', isMember: true, items: ['first', 'second', 'third'].map((label) => ({ label, url: `/items/${label}` })) }

/** @returns {string} a view in the notation of `bench/pages/sources`, with other words for each number */
function sourceOf (number) {
  let seed = number
  const word = () => {
    seed = (seed * 48271 + 11) % 0x7fffffff
    return WORDS[seed % WORDS.length]
  }
  const text = (length) => Array.from({ length }, word).join(' ')
  const section = () => `<section class="section">
<h2>${text(6)} {{title}}</h2>
<p>${text(60)}</p>
{{if isMember}}
<p class="note">${text(20)} <b>{{title}}</b></p>
{{end}}
<ul>
{{each item of items}}
<li><a class="link" href="{{item.url}}">{{item.label}}</a> ${text(5)}</li>
{{end}}
</ul>
</section>
`
  return Array.from({ length: 5 }, section).join('')
}

/** @returns {(file: string) => (locals: object) => unknown} compiles the views of a folder */
function compilerOf (language, side, folder, extension) {
  // The folder is empty yet: some engines would register its files as partials, which take memory as well.
  const { instance = language, options, prepare } = languages[language].engine([folder, folder])
  if (side === 'engine') return prepare
  const renderer = createRenderer({ views: folder, extension, engines: { [extension]: instance }, engineOptions: options, cache: true })
  return (file) => {
    const template = renderer.folderViews.existing(path.basename(file)).load()
    return (locals) => {
      const page = template.render(locals)
      if (side === 'gzip') new GzipMember(page, { deflatesText: true }).toBuffer()
    }
  }
}

function usedBytes () {
  for (let i = 0; i < 3; i++) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

withFolder((folder) => {
  const [language, side, views] = process.argv.slice(2)
  const { extensions: [extension] } = byName(language)
  const compile = compilerOf(language, side, folder, extension)
  const compiled = []
  const add = (number) => {
    const file = path.join(folder, `view${number}${extension}`)
    fs.writeFileSync(file, written.write(sourceOf(number), {}))
    const render = compile(file)
    render({ ...LOCALS })
    compiled.push(render)
  }

  for (let i = 0; i < WARM_UP; i++) add(i)
  const before = usedBytes()
  for (let i = 0; i < views; i++) add(WARM_UP + i)
  console.log((usedBytes() - before) / (compiled.length - WARM_UP))
})
