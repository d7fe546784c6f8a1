'use strict'

const date = new Date('2024-02-29T12:30:00Z')

const site = {
  name: 'Ships & Harbours',
  version: '1.2.3',
  year: 2024,
  links: [{ href: '/', text: 'Home' }, { href: '/about?a=1&b=2', text: 'About “us”' }]
}

const comments = [
  { id: 1, author: '<Ann>', text: 'First!\nAnd <second>', replies: [{ id: 2, text: 'A "reply"', replies: [{ id: 3, author: '王', text: '你好 🎉' }] }] },
  { id: 4, author: '', text: 'Anonymous' }
]

const post = {
  title: 'On <ships> & "harbours"',
  author: { name: 'Ann O\'Hara' },
  date,
  tags: ['sea', 'ships'],
  html: '<p>' + 'The sea is <em>wide</em>. '.repeat(100) + '</p>',
  comments
}

const products = [
  { id: 1, name: 'Rope', price: 9.5, stock: 12 },
  { id: 2, name: 'Anchor "heavy"', price: 199, discount: 0.1, stock: 3, image: '/img/2.png' },
  { id: 3, name: 'Sail <large>', price: 1250, stock: 0 },
  { id: 4, name: '指南针', price: 35, stock: 4 }
]

const money = (value) => `$${value.toFixed(2)}`
const plural = (count, word) => count === 1 ? word : `${word}s`
const blog = { site, formatDate: (day) => day.toISOString().slice(0, 10) }
const shop = { site, products, money, query: { q: '<rope>', sort: 'price' } }

const form = { action: '/users?next=/a&b', csrfToken: () => 'dG9rZW4+/w==', plural }

const mail = {
  user: { firstName: 'Zoë' },
  order: { number: 'A-17', date, lines: [{ name: 'Rope & hook', price: 9.5, quantity: 2 }, { name: 'Sail', price: 1250, quantity: 1 }], note: ' ring "twice" ' },
  site: 'https://example.com',
  token: 'a+b/c=',
  signature: 'Ships & Harbours\nexample.com\n'
}

const feed = {
  title: 'News & <views>',
  url: 'https://example.com',
  description: 'All "about" ships',
  items: [
    { id: 'a1', title: 'One', date, html: '<p>x ]]> y</p>', categories: ['sea', 'a&b'] },
    { id: 'a2', title: 'Two', permalink: 'https://example.com/2?a&b', date, html: '' }
  ]
}

const rows = () => [
  { id: 3, name: 'Cid', email: 'c@x.y', role: 'admin', active: true },
  { id: 1, name: '<Ann>', email: 'a"b@x.y', role: 'user', active: false },
  { id: 2, name: 'Bob', email: 'b@x.y', role: 'user', active: true }
]

const dashboard = {
  t (key, ...values) { return [this.words?.[key] ?? key, ...values].join(' ') },
  words: { dashboard: 'Übersicht', hello: 'Hallo', number: 'Besuche & mehr' },
  user: { name: '<Ann>', admin: true },
  menu: [{ id: 'home' }, { id: 'users', admin: true, children: [{ id: 'groups' }] }],
  widgets: [{ type: 'number', value: 1234567 }, { type: 'bars', values: [3, 1, 2] }, { type: '</script>' }],
  theme: { accent: 'teal' }
}

const failure = Object.assign(new Error('Not <found>'), { stack: 'Error: Not <found>\n    at somewhere', status: 404 })

module.exports = [
  {
    name: 'a blog article',
    view: 'page-blog',
    locals: [{ ...blog, post }, { ...blog, lang: 'de', path: '/', description: 'x "y"', post: { ...post, tags: [], comments: [] } }]
  },
  {
    name: 'a product listing with pages',
    view: 'page-products',
    locals: [() => ({ ...shop, page: 1 }), () => ({ ...shop, page: 99, perPage: 1 }), () => ({ ...shop, products: [], page: 1, pageTitle: 'Offers' })]
  },
  {
    name: 'a form with errors and a CSRF token',
    view: 'page-form',
    locals: [
      { ...form, values: {}, errors: {} },
      { ...form, values: { email: '"a" <a@b>', country: 'fr', about: '</textarea>', terms: 1 }, errors: { email: 'is not <valid>' }, disabled: true }
    ]
  },
  { name: 'an e-mail', view: 'page-mail', locals: [mail, { ...mail, user: {}, order: { ...mail.order, lines: [], note: '' } }] },
  { name: 'a feed', view: 'page-feed', locals: [{ feed }, { feed: { ...feed, items: [] } }] },
  {
    name: 'an admin table',
    view: 'page-table',
    locals: [() => ({ rows: rows(), sort: { key: 'name' } }), () => ({ rows: rows(), sort: { key: 'id', down: true } }), () => ({ rows: [], sort: {} })]
  },
  { name: 'a dashboard', view: 'page-dashboard', locals: [dashboard, { ...dashboard, user: { name: 'Bob' }, theme: undefined, widgets: [] }] },
  {
    name: 'an error page',
    view: 'page-error',
    locals: [
      () => ({ message: failure.message, error: failure, settings: { env: 'development' } }),
      () => ({ message: 'Oops', error: null, status: 418, settings: { env: 'production' } })
    ]
  },
  {
    name: 'flash messages and a sign-in link',
    view: 'page-flash',
    locals: [
      { messages: { error: '<no>', info: ['a', 'b'], success: '<i>saved</i>' }, user: { name: '<Ann>', admin: true } },
      { messages: {}, originalUrl: '/a?b=c&d' }
    ]
  },
  { name: 'a drawing', view: 'page-svg', locals: [{ width: 300, height: 100, color: '#f"0', points: [1, 5, 2.5] }, { width: 10, height: 10, color: 'red', points: [] }] },
  { name: 'a blog article with rmWhitespace', view: 'page-blog', options: { rmWhitespace: true }, locals: [{ ...blog, post }] },
  { name: 'a dashboard with compileDebug: false', view: 'page-dashboard', options: { compileDebug: false }, locals: [dashboard] }
]
