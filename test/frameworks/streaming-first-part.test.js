'use strict'

const { setImmediate: turn } = require('node:timers/promises')
const { html } = require('../..')
const { exchange } = require('../support/exchange')
const { filesOf, languages } = require('../support/languages')
const { platforms } = require('../support/platforms')
const { viewFolder } = require('../support/view-folder')

const LONG = `<p>${'lorem ipsum '.repeat(50)}</p>`

/** Views with text before the value, by the options that they need. */
const VIEWS = [
  { views: languages.flatMap(({ extension }) => ['printed', 'second'].map((view) => `${view}.${extension}`)).concat('condition.liquid', 'partial.liquid', 'layout.liquid') },
  { views: ['awaited.ejs', 'assigned.ejs', 'later.ejs', 'awaited.eta'], engineOptions: { async: true } }
].flatMap(({ views, engineOptions }) => views.map((view) => ({ view, engineOptions })))

const folder = viewFolder({
  ...Object.assign({}, ...languages.map((language) => filesOf(language, {
    printed: LONG + language.print('x'),
    second: LONG + language.print('ready') + LONG + language.print('x')
  }))),
  'awaited.ejs': `${LONG}<%= await x %>`,
  'assigned.ejs': `${LONG}<% const y = await x %>`,
  'later.ejs': `${LONG}<%= await ready %>${LONG}<%= await x %>`,
  'awaited.eta': `${LONG}<%= await it.x %>`,
  'condition.liquid': 'short{% if x %}yes{% endif %}',
  'partial.liquid': `${LONG}{% render "part", x: x %}`,
  'part.liquid': `${LONG}{{ x | upcase }}`,
  'layout.liquid': '{% layout "base" %}{% block b %}{{ x }}{% endblock %}',
  'base.liquid': `${LONG}{% block b %}{% endblock %}`
})

const failure = () => new Error('no value')

/** Values whose error is known by the end of the turn in which the render begins. */
const VALUES = {
  'is rejected already': () => Promise.reject(failure()),
  'is rejected some microtasks later': async () => {
    for (let i = 0; i < 5; i++) await null
    throw failure()
  },
  'is rejected at the end of the turn': () => turn().then(() => { throw failure() })
}

const frameworks = platforms.filter(({ platform }) => platform !== 'node:http')
const engines = { hbs: require('handlebars') }

describe.each(frameworks)('streamed by $platform', ({ serve }) => {
  /** @returns {Promise<{ status: number, errors: unknown[] }>} */
  async function answerTo (options, ...args) {
    const { listener, errors } = serve({ ...options, views: folder.file('.'), engines }, ({ stream }) => stream(...args))
    const { status, body } = await exchange(listener)
    expect(String(body)).not.toContain('<p>')
    return { status, errors }
  }
  const failed = { status: 500, errors: [expect.objectContaining({ message: expect.stringContaining('no value') })] }

  describe.each(Object.entries(VALUES))('text before a value that %s is not sent: the answer is an error', (_, value) => {
    test.each(VIEWS)('$view', async ({ view, engineOptions }) => {
      expect(await answerTo({ engineOptions }, view, { x: value(), ready: Promise.resolve('ready') })).toEqual(failed)
    })

    test('html`…`', async () => {
      expect(await answerTo({}, html`${html.raw(LONG)}${value()}`)).toEqual(failed)
    })
  })
})
