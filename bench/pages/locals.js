'use strict'

// The locals of the pages: each function takes the counter of a request, so that every page differs.

/** The fortunes are TechEmpower's, sorted by message, since sorting is not measured. */
const SOURCES = require('./sources/locals.json')

/** The locals of one article by counter: the title and the first related link change. */
function article ({ title, reading, labels, ...edition }) {
  const [first, ...others] = labels.map((label, i) => ({ url: `/articles/${1204 + 37 * i}?from=related&position=${i}`, label }))
  return (n) => {
    const related = [{ url: `${first.url}&visit=${n}`, label: `${first.label} (${reading}: ${n})` }, ...others]
    return { ...edition, title: `${title} (${n})`, related }
  }
}

const RANDOM = 1
const ADDITIONAL = 5

/** Three values of the page change with the counter. */
function fortunes (n) {
  const fortunes = SOURCES.fortunes.slice()
  fortunes[RANDOM] = { id: 4, message: `${SOURCES.fortunes[RANDOM].message}, ${n}` }
  fortunes[ADDITIONAL] = { id: 0, message: `${SOURCES.fortunes[ADDITIONAL].message} (${n})` }
  return { title: `Fortunes ${n}`, fortunes }
}

const PRODUCTS = SOURCES.things.flatMap(([thing, use], t) => SOURCES.finishes.map(([finish, remark], f) => ({
  url: `/products/${t}${f}?finish=${f}&list=all`,
  name: `${thing}, ${finish.toLowerCase()}`,
  price: `$${(4.75 + 3.2 * t + 0.85 * f).toFixed(2)}`,
  description: `${use} ${remark}`
})))

/** The title and one product in a hundred change with the counter. */
function listing (n) {
  const products = PRODUCTS.slice()
  const i = n % PRODUCTS.length
  products[i] = { ...PRODUCTS[i], name: `${PRODUCTS[i].name} (offer ${n})`, price: `$${n}.00` }
  return { title: `Everything for the boat (${n})`, products }
}

/** Only the name of the user changes with the counter. */
const member = (n) => ({ title: 'Everything for the boat', user: `Margaret O'Connell (${n})`, products: PRODUCTS })

module.exports = { PRODUCTS, english: article(SOURCES.english), chinese: article(SOURCES.chinese), fortunes, listing, member }
