'use strict'

// Requests, and what an app may do to a response, in every framework.

const get = (headers = {}) => ({ headers })
const head = (headers = {}) => ({ method: 'HEAD', headers })
const post = (headers = {}) => ({ method: 'POST', headers })
const everyMethod = [get(), head(), post()]

/** A request that holds the entity tag of an answer before. */
const holding = (form, { method = 'GET', ...others } = {}) => ({ headers: { etag } }) =>
  ({ method, headers: { 'if-none-match': form(etag), ...others } })
const exact = (etag) => etag

const modified = 'Tue, 01 Jul 2025 00:00:00 GMT'

/**
 * @typedef {object} ResponseCase
 * @property {string} name
 * @property {number} [code] that the app sets before it sends the page
 * @property {Record<string, string>} [headers] that it sets before
 * @property {object[]} requests one after the other; a function makes a request of an answer before
 * @property {number} [last] the status of the last answer
 * @property {boolean} [empty] whether the last body is empty
 *
 * @type {ResponseCase[]}
 */
const responseCases = [
  { name: 'nothing set', requests: everyMethod, last: 200 },
  { name: 'status 201', code: 201, requests: everyMethod, last: 201 },
  ...[204, 205].map((code) => ({ name: `status ${code}`, code, requests: everyMethod, last: code, empty: true })),
  { name: 'headers of the app', headers: { 'Cache-Control': 'public, max-age=60', 'X-Own': '1' }, requests: everyMethod },
  { name: 'Vary', headers: { Vary: 'Accept-Language, Cookie' }, requests: everyMethod },

  { name: 'an ETag of the app', headers: { ETag: '"mine"' }, requests: [...everyMethod, get({ 'if-none-match': '"mine"' })], last: 304 },
  { name: 'a weak ETag of the app', headers: { ETag: 'W/"mine"' }, requests: [get({ 'if-none-match': '"mine"' })], last: 304 },

  { name: 'If-None-Match exact', requests: [get(), holding(exact)], last: 304, empty: true },
  { name: 'If-None-Match of HEAD', requests: [get(), holding(exact, { method: 'HEAD' })], last: 304 },
  { name: 'If-None-Match *', requests: [get(), get({ 'if-none-match': '*' })], last: 304 },
  { name: 'If-None-Match with a different tag', requests: [get(), get({ 'if-none-match': '"another"' })], last: 200 },
  { name: 'If-None-Match of POST', requests: [get(), holding(exact, { method: 'POST' })], last: 200 },
  { name: 'If-None-Match and an error status', code: 404, requests: [get(), get({ 'if-none-match': '*' })], last: 404 },
  { name: 'If-None-Match and headers of the app', headers: { 'Cache-Control': 'private', 'Last-Modified': modified, 'X-Own': '1' }, requests: [get(), holding(exact)], last: 304 },

  { name: 'Last-Modified', headers: { 'Last-Modified': modified }, requests: [...everyMethod, get({ 'if-modified-since': modified })], last: 304 }
]

/** @param {(code: number) => void} setStatus @param {(name: string, value: string) => void} setHeader */
function prepareResponse ({ code, headers = {} }, setStatus, setHeader) {
  if (code !== undefined) setStatus(code)
  for (const [name, value] of Object.entries(headers)) setHeader(name, value)
}

module.exports = { everyMethod, exact, get, holding, modified, prepareResponse, responseCases }
