'use strict'

// Prints the page of the engine, that of the library, and what of it the engine rendered.

const { createRenderer } = require('../../..')
const { languages } = require('../../support/languages')

const views = process.cwd()
const locals = { name: '<Zoë>', list: ['a', '<b>'], raw: '<br>' }

async function main (extension) {
  const language = languages.find((each) => each.extension === extension)
  const { instance = require(process.env.ENGINE), render } = language.create(views)
  const renderer = createRenderer({ views, extension, engines: { [extension]: instance } })
  const page = await renderer.render('page', locals)
  const alone = await render('page', locals)
  process.stdout.write(JSON.stringify({ alone, ours: String(page), reasons: renderer.stats().engine }))
}

main(process.argv[2])
