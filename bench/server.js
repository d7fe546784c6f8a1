'use strict'

// A child process, see `serve.js`, that serves one variant of one case.

const cases = require('./cases')
const serve = require('./serve')
const variants = require('./variants')

async function main (caseName, variantName) {
  const create = require(`./variants/${variants[variantName].module}`)[variantName]
  serve(await create(cases.find(({ name }) => name === caseName)))
}

main(...process.argv.slice(2))
