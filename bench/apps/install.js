'use strict'

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')

const ROOT = path.join(__dirname, '../..')
const run = promisify(execFile)

/** @returns {Promise<string>} the package of this project, or of another version of it, packed into a folder */
async function pack (folder, root = ROOT) {
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root })
  return path.join(folder, stdout.trim())
}

/**
 * Clones or generates an app, installs it and this library, and adds the line of this library.
 *
 * @param {object} where
 * @param {string} where.folder that does not exist yet
 * @param {string} where.tarball of this library
 * @param {string} where.from folder or address of the repositories
 * @throws {Error} if a command fails, or a file has not the expected line
 */
async function install ({ repository, commit, make, additions, env }, { folder, tarball, from }) {
  if (repository === undefined) fs.mkdirSync(folder)
  else {
    await run('git', ['clone', '--quiet', `${from}/${repository}`, folder])
    await run('git', ['-C', folder, 'checkout', '--quiet', commit])
  }
  for (const [command, ...args] of [...make, ['npm', 'install', '--no-save', '--omit=dev', '--omit=optional', tarball]]) {
    await run(command, args, { cwd: folder, env: { ...process.env, ...env } })
  }
  for (const [name, line, added] of additions) {
    const file = path.join(folder, name)
    const parts = fs.readFileSync(file, 'utf8').split(`${line}\n`)
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} lines '${line}', expected one`)
    fs.writeFileSync(file, parts.join(`${line}\n${added}\n`))
  }
}

module.exports = { install, pack }
