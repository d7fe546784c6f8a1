'use strict'

// A child process, see `serve.js`, that serves one case with one of its servers.

const cases = require('./cases')
const { serve } = require('./serve')
const servers = require('./servers')

async function main (caseName, serverName) {
  serve(await servers[serverName].create(cases.find(({ name }) => name === caseName)))
}

main(...process.argv.slice(2))
