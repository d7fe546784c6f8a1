'use strict'

const fs = require('node:fs')
const path = require('node:path')
const handlebars = require('handlebars')

/** @returns {Partial<import('.').Facts>} */
module.exports = ({ shout }) => ({
  create (folder, cache) {
    const instance = handlebars.create()
    const templates = new Map()
    const read = (view) => fs.readFileSync(path.join(folder, `${view}.hbs`), 'utf8')
    for (const name of ['part', 'block']) instance.registerPartial(name, read(name))
    const compiled = (view) => {
      if (!cache || !templates.has(view)) templates.set(view, instance.compile(read(view)))
      return templates.get(view)
    }
    return { instance, render: (view, locals) => compiled(view)(locals) }
  },
  shared: () => [handlebars.Utils, handlebars.VM],
  prepare: ({ instance }) => instance.registerHelper('shout2', (text) => `${text}!`),
  conclusions: {
    'Values are escaped by Handlebars': { 'Utils.escapeExpression': ({ instance }) => shout(instance.Utils, 'escapeExpression'), 'Handlebars.escapeExpression': ({ instance }) => shout(instance, 'escapeExpression') },
    'Block helpers are those of Handlebars': Object.fromEntries(['each', 'if', 'with', 'blockHelperMissing', 'helperMissing'].map((name) => [name, ({ instance }) => instance.registerHelper(name, () => 'other')])),
    'Helpers are those of the last render': {
      'another helper': ({ instance }) => instance.registerHelper('shout2', () => 'other'),
      'a helper for a name': ({ instance }) => instance.registerHelper('a', () => 'helper'),
      'no helper': ({ instance }) => instance.unregisterHelper('shout2')
    },
    'A partial gives a string': {
      'another partial': ({ instance }) => instance.registerPartial('part', 'other {{a}}'),
      'a function that gives a number': ({ instance }) => instance.registerPartial('part', () => 1),
      'a compiled template': ({ instance }) => instance.registerPartial('part', instance.compile('compiled {{a}}')),
      'no partial': ({ instance }) => instance.unregisterPartial('part'),
      'another partial with a block': ({ instance }) => instance.registerPartial('block', '({{> @partial-block}})')
    },
    'Partials are called by Handlebars': { changes: { 'VM.invokePartial': ({ instance }) => shout(instance.VM, 'invokePartial') }, left: 'It is compared at the beginning of each render' },
    'Decorators are those of Handlebars': { inline: ({ instance }) => instance.registerDecorator('inline', (fn) => fn) }
  }
})
