'use strict'

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { withFolder } = require('../../bench/folder')
const { childEnv } = require('../support/child-env')

function write (folder) {
  fs.writeFileSync(path.join(folder, 'file'), 'text')
  return folder
}

const SIGNALS = ['SIGINT', 'SIGTERM']
const listeners = () => SIGNALS.map((signal) => process.listenerCount(signal))

test('a folder exists while it is used, and is removed afterwards', async () => {
  const before = listeners()
  const folder = await withFolder(async (folder) => {
    write(folder)
    await new Promise(setImmediate)
    expect(fs.readdirSync(folder)).toEqual(['file'])
    return folder
  })
  expect(fs.existsSync(folder)).toBe(false)
  expect(listeners()).toEqual(before)
})

test.each(SIGNALS)('it is removed after %s, which ends the process as usual', async (signal) => {
  const code = `
    const { withFolder } = require(${JSON.stringify(require.resolve('../../bench/folder'))})
    withFolder((folder) => new Promise(() => process.send(folder)))
    setInterval(() => {}, 1000)
  `
  const child = spawn(process.execPath, ['-e', code], { env: childEnv(), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [folder] = await once(child, 'message')
  expect(fs.existsSync(folder)).toBe(true)
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([null, signal])
  expect(fs.existsSync(folder)).toBe(false)
})
