'use strict'

const fs = require('node:fs/promises')
const path = require('node:path')

const UNITS = ['kilobyte', 'megabyte', 'gigabyte']

/**
 * @param {string} folder
 * @returns {Promise<string>} total size of its files in readable form, such as `1.2 MB`
 */
async function folderSize (folder) {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const stats = await Promise.all(files.map((file) => fs.stat(path.join(file.parentPath, file.name))))
  return formatBytes(stats.reduce((total, { size }) => total + size, 0))
}

function formatBytes (bytes) {
  const power = Math.min(Math.max(Math.floor(Math.log10(bytes) / 3), 1), UNITS.length)
  const format = new Intl.NumberFormat('en', { style: 'unit', unit: UNITS[power - 1], maximumFractionDigits: 1 })
  return format.format(bytes / 1000 ** power)
}

module.exports = { folderSize }
