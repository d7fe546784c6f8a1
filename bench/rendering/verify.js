'use strict'

const pageDifference = require('../page-difference')
const { languageOf } = require('./renderers')
const { SAMPLES } = require('./samples')

/** Seconds that a render may take, in a process that has just been started. */
const PATIENCE = 60

/**
 * Makes sure that all render the pages that the first of them renders.
 *
 * @param {Record<string, import('../../bin/measure/child').Child>} children of `renderer.js`, by the renderer's name
 * @returns {Promise<number>} the bytes of the first page
 * @throws {Error} that names the renderer and says where two pages part
 */
async function verify (children) {
  const pages = []
  for (let i = 0; i < SAMPLES; i++) pages.push(await verifyPage(Object.entries(children), i))
  return pages[0].length
}

async function verifyPage ([[first, child], ...others], i) {
  const expected = await ask(first, child, i)
  for (const [name, other] of others) {
    const difference = pageDifference(await ask(name, other, i), expected)
    if (difference) throw new Error(`page ${i + 1} of ${name} is not that of ${first}: ${difference}`)
  }
  return expected.body
}

async function ask (name, child, i) {
  return { language: languageOf(name), body: Buffer.from(await child.ask(i, PATIENCE), 'base64') }
}

module.exports = { verify }
