'use strict'

const liquidjs = require('liquidjs')
const corpus = require('../../corpus/liquid')
const { liquid: POSITIONS } = require('./positions')
const { setUp, template } = require('./liquid-arbitrary')
const { templatesOf } = require('../../support/templates-of')
const { viewFolder } = require('../../support/view-folder')

const FILLER = 'lorem ipsum '.repeat(30)
/** @type {import('../suite').Language} */
module.exports = {
  engines: [{ version: '10', engine: liquidjs }],
  corpus,
  usualSettings: [{}],
  otherSettings: [{ cache: false }, { options: { cache: true } }, { options: { catchAllErrors: true } }],
  folderOf: ({ page, files }) => viewFolder({ ...(page !== undefined && { 'page.liquid': page }), ...files }),
  streams: true,
  open ({ engine, folder, example, setting: { cache = true, options: setting } }) {
    const { partials, layouts, ...rest } = { ...example.options, ...setting }
    const inFolder = (names) => [names].flat().map((name) => folder.file(name))
    const folders = { ...(partials && { partials: inFolder(partials) }), ...(layouts && { layouts: inFolder(layouts) }) }
    const liquid = new engine.Liquid({ root: [folder.file('')], extname: '.liquid', ...rest, ...folders })
    example.setUp?.(liquid, engine)
    const templates = templatesOf('liquid', liquid, { cache })
    return {
      view: { filename: folder.file('page.liquid'), engine: liquid, options: { cache } },
      page: (locals) => liquid.renderFile(folder.file('page.liquid'), locals),
      template: () => templates.load(folder.file('page.liquid'))
    }
  },
  generated: [{
    name: 'templates',
    runs: 2000,
    pages: 0.5,
    spliced: 0.3,
    examples: () => template.map(({ files, options, fails, locals }) => {
      let shown
      return {
        files,
        options,
        setUp (liquid, engine) {
          setUp(liquid, engine, fails)
          shown = liquid.shown
        },
        locals: [() => locals({ shown })]
      }
    })
  }],
  rewritten: (long) => ({
    'a loop': { files: { 'page.liquid': `${long}{% for x in list %}{{ x }},{{ x | escape }}{% endfor %}{{ title }}{% render "part", x: title %}${long}`, 'part.liquid': '{{ x }}' } }
  }),
  promises: {
    extension: 'liquid',
    // The engine awaits what is printed before it is escaped, or passed to a function.
    streams: 'promises',
    print: ({ raw, fn, name }) => `{{ ${name}${fn ? ` | ${fn}` : ''}${raw ? '' : ' | escape'} }}`,
    test: ({ name }) => `{% if ${name} == "tea" %}t{% elsif ${name} %}y{% else %}n{% endif %}`,
    each: ({ name }) => `{% for one in ${name} %}({{ one }}){% endfor %}`,
    other: ({ name }) => `{% capture c %}<{{ ${name} }}>{% endcapture %}{{ c }}{{ c | size }}{% render "part", bio: ${name} %}{{ ${name} | own }}`,
    parts: { 'part.liquid': '{{ bio | upcase }}' },
    open (folder, functions) {
      const engine = new liquidjs.Liquid({ root: [folder], extname: '.liquid' })
      for (const [name, fn] of Object.entries(functions)) engine.registerFilter(name, (value) => fn(value))
      engine.registerFilter('own', function () { return String(this.context.getSync(['bio'])) })
      return { engine, render: (file, locals) => engine.renderFile(file, locals) }
    }
  },
  escaping: {
    settings: [{ outputEscape: 'escape' }, {}, { outputEscape: 'json' }, { outputEscape: (text) => `(${text})` }],
    example: (options, position) => ({
      files: { 'page.liquid': `${FILLER}${POSITIONS[position]}${FILLER}`, 'part.liquid': `${FILLER}{{ x }}{{ x | escape }}` },
      options: { cache: true, ...options }
    }),
    positions: Object.keys(POSITIONS),
    locals: (x) => ({ x, list: [x] })
  }
}
