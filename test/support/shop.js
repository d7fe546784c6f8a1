'use strict'

const path = require('node:path')
const ejs = require('ejs')
const { html } = require('../..')
const { everything } = require('./level')

/** Views with a layout of several kilobytes: see `shop/`. */
const views = path.join(__dirname, 'shop')

const TEAS = [
  { name: '龙井 “Longjing”', origin: 'Zhejiang', price: 88, note: 'pan-fired & flat', left: true },
  { name: '铁观音', origin: 'Fujian <Anxi>', price: 64.5, note: '兰花香', left: true },
  { name: '祁门红茶', origin: 'Anhui', price: 42, note: 'Keemun, “the burgundy of teas”', left: false },
  { name: '普洱 🍵', origin: 'Yunnan', price: 128.9, note: "ripe, of '08", left: true }
]

/**
 * @param {string} user
 * @param {number} [rounds] how often the list of teas comes
 * @returns {object} locals of the view `products`
 */
function localsOf (user, rounds = 3) {
  return { title: 'Teas & 茶', user, teas: Array.from({ length: rounds }, () => TEAS).flat() }
}

/** @returns {Promise<string>} the page, made by EJS itself */
function productsByEjs (locals) {
  return ejs.renderFile(path.join(views, 'products.ejs'), locals)
}

/**
 * The same list by a tag of template literals.
 *
 * @param {Function} tag `html`, or `plain` for the expected text
 * @param {object} locals
 * @param {(value: unknown) => unknown} [later] what to make of the values
 * @returns {unknown} what the tag gives
 */
function productsByTag (tag, { title, user, teas }, later = (value) => value) {
  const row = ({ name, origin, price, note }) => tag`<tr>
<td>${name}</td><td>${later(origin)}</td><td class="price">¥ ${price.toFixed(2)}</td><td class="note">${note}</td>
</tr>
`
  return tag`<!doctype html>
<html lang="zh-Hans">
<head>
<meta charset="utf-8">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>
html { font: 100%/1.6 "Noto Serif", "Noto Serif SC", Georgia, serif; color: #1d2a26; background: #fbfaf6 }
body { margin: 0; display: grid; grid-template-rows: auto 1fr auto; min-height: 100vh }
header, footer { padding: 1rem 2rem; border: solid #d9d6cc; border-width: 0 0 1px }
nav ul { display: flex; flex-wrap: wrap; gap: 1rem; margin: 0; padding: 0; list-style: none }
table { width: 100%; border-collapse: collapse; margin: 1rem 0 }
th, td { padding: .375rem .75rem; border-bottom: 1px solid #d9d6cc; text-align: start; vertical-align: baseline }
td.price { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap }
@media (max-width: 40rem) { td.note { display: none } header, footer { padding: 1rem } }
@media (prefers-color-scheme: dark) { html { color: #e9e6dc; background: #17201c } }
</style>
</head>
<body>
<p title="${user}">欢迎光临，<b id="user">${later(user)}</b>！</p>
<table>
${teas.map(row)}</table>
<footer>
<p>本店茶叶均由产地直采，当季制作，密封冷藏，四十八小时之内发出。
开封之后请置于阴凉干燥之处，避免阳光与异味，并于六个月之内饮用完毕。</p>
<p>Prices include taxes. We deliver to every address that a postman finds; above two hundred the
delivery is on us. What you do not like you can send back within thirty days, opened or not.</p>
</footer>
</body>
</html>
`
}

/** @returns {Promise<string>} the list by the tag, made without `html` */
async function productsByPlain (locals) {
  return String(productsByTag(plain, locals))
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** What `plain` gives: text that is not escaped again. */
class Markup extends String {}

/**
 * The little of `html` that the pages here use, made anew: strings in, a string
 * out.
 *
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 * @returns {Markup}
 */
function plain (strings, ...values) {
  const show = (value) => {
    if (Array.isArray(value)) return value.map(show).join('')
    return value instanceof Markup ? String(value) : String(value).replace(/[&<>"']/g, (character) => ENTITIES[character])
  }
  return new Markup(strings.map((string, i) => i === 0 ? string : show(values[i - 1]) + string).join(''))
}

/**
 * Every way to send a page, with the expected text.
 *
 * @type {{ way: string, send: (exchange: import('./platforms').Exchange, locals: object) => unknown,
 *   textOf: (locals: object) => Promise<string> }[]}
 */
const ways = [
  { way: 'a view', send: ({ render }, locals) => render('products', locals), textOf: productsByEjs },
  { way: 'html`…`', send: ({ send }, locals) => send(productsByTag(html, locals)), textOf: productsByPlain },
  {
    way: 'html`…` of promises',
    send: ({ send }, locals) => send(productsByTag(html, locals, (value) => Promise.resolve(value))),
    textOf: productsByPlain
  }
]

/** @returns {typeof ways} those to try with it: in `npm test`, all with node:http, and elsewhere views */
function waysOf (platform) {
  return everything || platform === 'node:http' ? ways : ways.slice(0, 1)
}

module.exports = { localsOf, views, ways, waysOf }
