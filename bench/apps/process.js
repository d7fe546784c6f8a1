'use strict'

// A child process that runs an app: its arguments are the folder, the file that starts it, and its environment as JSON.
// It answers every message with its load since the previous one.

const path = require('node:path')
const { answerUsage } = require('../serve')

const [folder, main, env] = process.argv.splice(2)
Object.assign(process.env, JSON.parse(env))
process.chdir(folder)
process.argv[1] = path.join(folder, main)
answerUsage()
require(process.argv[1])
