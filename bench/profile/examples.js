'use strict'

const fs = require('node:fs')
const path = require('node:path')

const FOLDER = path.join(__dirname, '../../examples')
const SERVERS = ['server.js', 'server.mts']

/** @type {Record<string, string>} server files by the name of the example */
const examples = {}

for (const name of fs.readdirSync(FOLDER)) {
  const file = SERVERS.map((server) => path.join(FOLDER, name, server)).find((file) => fs.existsSync(file))
  if (file !== undefined) examples[name] = file
}

module.exports = examples
