'use strict'

const GITHUB = /(?:github(?:\.com[/:]|:)|^)([\w-]+\/[\w.-]+?)(?:\.git)?(?:[/#]|$)/

/**
 * @param {string | { url: string, directory?: string } | undefined} repository
 *   field of a package.json
 * @returns {string | undefined} URL of the package's sources on GitHub
 */
function sourceUrl (repository) {
  const { url = '', directory = '' } = typeof repository === 'string' ? { url: repository } : repository ?? {}
  const match = GITHUB.exec(url)
  if (match === null) return undefined
  return `https://github.com/${match[1]}/blob/HEAD/${directory && `${directory}/`}`
}

module.exports = { sourceUrl }
