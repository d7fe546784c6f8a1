'use strict'

const fs = require('node:fs')
const ejs = require('ejs')
const { Eta } = require('eta')
const fc = require('fast-check')
const Handlebars = require('handlebars')
const { Liquid } = require('liquidjs')
const Mustache = require('mustache')
const nunjucks = require('nunjucks')
const pug = require('pug')
const { createRenderer } = require('../..')
const { propertyRuns } = require('../support/level')
const { partsOf } = require('../support/streamed')
const { viewFolder } = require('../support/view-folder')

/** Functions of an app. Some return values of unknown types unchanged. */
const FUNCTIONS = {
  unmarked: (value) => String(value).replace(/<[^>]*>/g, ''),
  cleaned: (value) => typeof value === 'string' ? value.replace(/<[^>]*>/g, '') : value,
  worded: (value) => value.replace(/bad/g, '***'),
  counted: (value) => value?.length ?? 'none',
  typed: (value) => typeof value,
  same: (value) => value === 'tea',
  bad: (value) => /bad/.test(value)
}

const NAMES = ['bio', 'word', 'list', 'flag']

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('print'), raw: fc.boolean(), fn: fc.option(fc.constantFrom(...Object.keys(FUNCTIONS)), { nil: undefined }), name: fc.constantFrom(...NAMES) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('test'), fn: fc.option(fc.constantFrom('counted', 'same', 'bad'), { nil: undefined }), name: fc.constantFrom(...NAMES) }) },
  fc.record({ kind: fc.constant('each'), name: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constant('other'), name: fc.constantFrom(...NAMES) })
)

const value = fc.constantFrom('hi<img src=x onerror=alert(1)>', 'a bad word', 'tea', '', 0, 7, true, false, null, ['a', '<b>'], [])

const example = fc.record({
  pieces: fc.array(piece, { minLength: 1, maxLength: 5 }),
  values: fc.tuple(...NAMES.map(() => value)),
  promised: fc.tuple(...NAMES.map(() => fc.boolean()))
})

/**
 * The syntax of the pieces in each language. `awaiting` is the variant of a template in which the engine awaits the
 * promises that it prints.
 */
const LANGUAGES = {
  ejs: {
    print: ({ raw, fn, name }, awaiting) => `<%${raw ? '-' : '='} ${awaiting}${call(fn, name)} %>`,
    test: ({ fn, name }) => `<% if (${call(fn, name)}) { %>y<% } else { %>n<% } %>`,
    each: ({ name }, awaiting) => `<% for (const one of [].concat(${name})) { %>(<%= ${awaiting}one %>)<% } %>`,
    other: ({ name }, awaiting) => `<%- ${awaiting}include("part${awaiting.trim()}", { x: ${name} }) %>`
  },
  eta: {
    print: ({ raw, fn, name }, awaiting) => `<%${raw ? '~' : '='} ${awaiting}${call(fn && `it.${fn}`, `it.${name}`)} %>`,
    test: ({ fn, name }) => `<% if (${call(fn && `it.${fn}`, `it.${name}`)}) { %>y<% } else { %>n<% } %>`,
    each: ({ name }, awaiting) => `<% for (const one of [].concat(it.${name})) { %>(<%= ${awaiting}one %>)<% } %>`,
    other: ({ name }, awaiting) => `<a title="<%= ${awaiting}it.${name} %>">`
  },
  hbs: {
    print: ({ raw, fn, name }) => raw ? `{{{${fn ?? ''} ${name}}}}` : `{{${fn ?? ''} ${name}}}`,
    test: ({ fn, name }) => `{{#if ${fn ? `(${fn} ${name})` : name}}}y{{else}}n{{/if}}`,
    each: ({ name }) => `{{#each ${name}}}({{this}}){{/each}}`,
    other: ({ name }) => `{{{own}}}{{#${name}}}s{{/${name}}}{{> part}}`
  },
  mustache: {
    print: ({ raw, fn, name }) => raw ? `{{{${fn ? `${fn}_` : ''}${name}}}}` : `{{${fn ? `${fn}_` : ''}${name}}}`,
    test: ({ fn, name }) => [fn ? `${fn}_${name}` : name].map((path) => `{{#${path}}}y{{/${path}}}{{^${path}}}n{{/${path}}}`).join(''),
    each: ({ name }) => `{{#${name}}}({{.}}){{/${name}}}`,
    other: ({ name }) => `{{#lambda}}{{{${name}}}}{{/lambda}}{{> part}}`
  },
  njk: {
    print: ({ raw, fn, name }) => `{{ ${name}${fn ? ` | ${fn}` : ''}${raw ? ' | safe' : ''} }}`,
    test: ({ fn, name }) => `{% if ${name}${fn ? ` | ${fn}` : ''} %}y{% else %}n{% endif %}`,
    each: ({ name }) => `{% for one in ${name} %}({{ one }}){% endfor %}`,
    other: ({ name }) => `{{ "" | own | safe }}{% set y = ${name} %}{{ y }}{% include "part.njk" %}`
  },
  pug: {
    print: ({ raw, fn, name }) => `| ${raw ? '!' : '#'}{${call(fn, name)}}`,
    test: ({ fn, name }) => `if ${call(fn, name)}\n  | y\nelse\n  | n`,
    each: ({ name }) => `each one in [].concat(${name})\n  | (#{one})`,
    other: ({ name }) => `a(title=${name} class=${name})\ninclude part.pug`
  },
  liquid: {
    print: ({ raw, fn, name }) => `{{ ${name}${fn ? ` | ${fn}` : ''}${raw ? '' : ' | escape'} }}`,
    test: ({ name }) => `{% if ${name} == "tea" %}t{% elsif ${name} %}y{% else %}n{% endif %}`,
    each: ({ name }) => `{% for one in ${name} %}({{ one }}){% endfor %}`,
    other: ({ name }) => `{% capture c %}<{{ ${name} }}>{% endcapture %}{{ c }}{{ c | size }}{% render "part", bio: ${name} %}{{ ${name} | own }}`
  }
}

const call = (fn, name) => fn ? `${fn}(${name})` : name

const PARTS = {
  'part.ejs': '{<%= x %>}', 'partawait.ejs': '{<%= await x %>}', 'part.hbs': '{{bio}}', 'part.mustache': '{{bio}}', 'part.njk': '{{ bio }}{{ word | upper }}', 'part.pug': 'b= bio', 'part.liquid': '{{ bio | upcase }}'
}

let folder
beforeAll(() => { folder = viewFolder(PARTS) })
afterAll(() => folder.remove())

/** Engines whose functions record their arguments, and how each engine renders a file. */
function sideOf (extension, log) {
  const noted = Object.fromEntries(Object.entries(FUNCTIONS).map(([name, fn]) => [name, (value) => {
    log.push(`${name} ${typeof value}`)
    return fn(value)
  }]))
  const own = (context) => noted.cleaned(context.bio)
  switch (extension) {
    case 'ejs': return { functions: noted, render: (file, locals, async) => ejs.renderFile(file, locals, { async }) }
    case 'eta': {
      const eta = new Eta({ views: folder.file('') })
      return { functions: noted, engine: eta, render: (file, locals, async) => async ? eta.renderAsync(`./${file.split('/').at(-1)}`, locals) : eta.render(`./${file.split('/').at(-1)}`, locals) }
    }
    case 'hbs': {
      const engine = Handlebars.create()
      for (const [name, fn] of Object.entries(noted)) engine.registerHelper(name, (value) => fn(value))
      engine.registerHelper('own', function () { return own(this) })
      engine.registerPartial('part', PARTS['part.hbs'])
      return { functions: {}, engine, render: (file, locals) => engine.compile(fs.readFileSync(file, 'utf8'))(locals) }
    }
    case 'mustache': {
      const pairs = NAMES.flatMap((name) => Object.entries(noted).map(([fn, each]) => [`${fn}_${name}`, function () { return each(this[name]) }]))
      const functions = { ...Object.fromEntries(pairs), lambda: () => (text, render) => noted.unmarked(render(text)) }
      return { functions, engine: Mustache, render: (file, locals) => Mustache.render(fs.readFileSync(file, 'utf8'), locals, () => PARTS['part.mustache']) }
    }
    case 'njk': {
      const env = new nunjucks.Environment(new nunjucks.FileSystemLoader(folder.file('')))
      for (const [name, fn] of Object.entries(noted)) env.addFilter(name, (value) => fn(value))
      env.addFilter('own', function () { return own(this.ctx) })
      return { functions: {}, engine: env, render: (file, locals) => env.render(file.split('/').at(-1), locals) }
    }
    case 'pug': return { functions: noted, render: (file, locals) => pug.renderFile(file, locals) }
    case 'liquid': {
      const engine = new Liquid({ root: [folder.file('')], extname: '.liquid' })
      for (const [name, fn] of Object.entries(noted)) engine.registerFilter(name, (value) => fn(value))
      engine.registerFilter('own', function () { return String(this.context.getSync(['bio'])) })
      return { functions: {}, engine, render: (file, locals) => engine.renderFile(file, locals) }
    }
  }
}

/** Returns the outcome of a render and the arguments that functions got. */
async function endOf (log, render) {
  try {
    return { output: String(await render()), log: log.splice(0) }
  } catch (error) {
    log.length = 0
    return { error }
  }
}

let count = 0

/**
 * @param {string} extension
 * @param {object} generated example
 * @returns {Promise<Record<'values' | 'promises' | 'awaited' | 'rendered' | 'streamed', { output?: string, error?: Error }>>}
 *   outcomes of the engine with values, with promises, and with promises that it awaits; of the dialect with promises, rendered and streamed
 */
async function endsOf (extension, { pieces, values, promised }) {
  const language = LANGUAGES[extension]
  const write = (awaiting) => {
    const name = `page${count++}.${extension}`
    fs.writeFileSync(folder.file(name), pieces.map((each) => language[each.kind](each, awaiting)).join('\n'))
    return name
  }
  const name = write('')
  const log = []
  const { engine, functions, render } = sideOf(extension, log)
  const renderer = createRenderer({ views: folder.file(''), extension, cache: true, engines: engine && { [extension]: engine } })
  const there = () => ({ ...functions, ...Object.fromEntries(NAMES.map((name, i) => [name, values[i]])) })
  const late = () => ({ ...there(), ...Object.fromEntries(NAMES.flatMap((name, i) => promised[i] ? [[name, Promise.resolve(values[i])]] : [])) })
  const stream = async (locals) => (await partsOf(renderer.streamingView(() => renderer.folderViews.load(name), { ...locals }, locals))).join('')
  return {
    values: await endOf(log, async () => render(folder.file(name), there())),
    promises: await endOf(log, async () => render(folder.file(name), late())),
    awaited: await endOf(log, async () => render(folder.file(write('await ')), late(), true)),
    rendered: await endOf(log, () => renderer.render(name, late())),
    streamed: await endOf(log, () => stream(late()))
  }
}

const SETTINGS = propertyRuns(400)

/** Returns whether an unescaped value is a promise, passed directly or through a function. LiquidJS awaits it before. */
function letsTextPass (extension, { pieces, promised }) {
  return ['ejs', 'eta'].includes(extension) && pieces.some(({ raw, fn, name }) => raw && [undefined, 'cleaned'].includes(fn) && promised[NAMES.indexOf(name)])
}

/** The suite of dialects compares errors. Here their messages differ by the code around them. */
const bare = ({ error, ...ending }) => error ? { failed: true } : ending

describe.each(Object.keys(LANGUAGES))('generated templates in .%s', (extension) => {
  const isStreaming = ['ejs', 'eta', 'liquid'].includes(extension)

  test(`${SETTINGS.numRuns}, equal the engine's page of promises when rendered, and its page of values, or fail, when streamed`, async () => {
    let pages = 0
    let refused = 0
    await fc.assert(fc.asyncProperty(example, async (generated) => {
      const ends = await endsOf(extension, generated)
      expect(bare(ends.rendered)).toEqual(bare(ends.promises))

      if (ends.streamed.error?.message.includes('printed unescaped gave')) {
        expect(letsTextPass(extension, generated)).toBe(true)
        refused++
      } else {
        if (letsTextPass(extension, generated)) expect(ends.streamed.output).toBeUndefined()
        expect(bare(ends.streamed)).toEqual(bare(!isStreaming ? ends.values : extension === 'liquid' ? ends.promises : ends.awaited))
        if (ends.streamed.output !== undefined && generated.promised.includes(true)) pages++
      }
    }), SETTINGS)
    expect(pages).toBeGreaterThan(SETTINGS.numRuns / 5)
    expect(refused > 0).toBe(['ejs', 'eta'].includes(extension))
  })
})
