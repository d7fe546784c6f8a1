'use strict'

/**
 * Writes the views of `sources/views.html` in a template language.
 *
 * @typedef {object} Language
 * @property {string} extension
 * @property {(source: string, view: { name: string, argument?: string }) => string} write
 * @property {(content: string) => string} [extend] turns the content of a page into a view within `layout`; a language without it
 *   repeats the layout in each view
 *
 * @typedef {object} Syntax a language's syntax for `{{…}}`
 * @property {(name: string, scope: Scope) => string} print an escaped value; `name` may be a path
 * @property {(list: string, item: string) => [string, string]} each
 * @property {(name: string) => [string, string]} if the value is truthy
 * @property {(name: string) => [string, string]} some if the list is not empty
 * @property {(name: string, argument?: string) => string} include another view, with one value of the same name
 * @property {(name: string) => string} [text] includes static text from a separate file
 * @property {(name: string) => string} [html] prints a value without escaping it
 * @property {string} [block] place of the content in the layout
 *
 * @typedef {Record<string, 'item' | 'argument'>} Scope names of loop variables and of arguments
 */

const withoutFirst = (name, scope) => Object.hasOwn(scope, name.split('.')[0]) ? name.slice(name.indexOf('.') + 1) : name

/** @type {Syntax & Omit<Language, 'write'>} */
const ejs = {
  extension: 'ejs',
  print: (name) => `<%= ${name} %>`,
  each: (list, item) => [`<% for (const ${item} of ${list}) { -%>`, '<% } -%>'],
  if: (name) => [`<% if (${name}) { -%>`, '<% } -%>'],
  some: (list) => [`<% if (${list}.length > 0) { -%>`, '<% } -%>'],
  include: (name, argument) => `<%- include('${name}'${argument ? `, { ${argument} }` : ''}) -%>`,
  text: (name) => `<%- include('${name}.html') -%>`,
  html: (name) => `<%- ${name} %>`
}

/** @type {Syntax & Omit<Language, 'write'>} */
const eta = {
  extension: 'eta',
  print (name, scope) {
    const kind = scope[name.split('.')[0]]
    if (kind === 'item') return `<%= ${name} %>`
    return `<%= it.${kind === 'argument' ? withoutFirst(name, scope) : name} %>`
  },
  each: (list, item) => [`<% for (const ${item} of it.${list}) { %>`, '<% } %>'],
  if: (name) => [`<% if (it.${name}) { %>`, '<% } %>'],
  some: (list) => [`<% if (it.${list}.length > 0) { %>`, '<% } %>'],
  include: (name, argument) => `<%~ include('./${name}'${argument ? `, ${argument}` : ''}) %>`,
  text: (name) => `<%~ include('@${name}') %>`,
  extend: (content) => `<% layout('./layout') %>\n${content}`,
  block: '<%~ it.body %>'
}

/** @type {Syntax & Omit<Language, 'write'>} */
const handlebars = {
  extension: 'hbs',
  print: (name, scope) => `{{${withoutFirst(name, scope)}}}`,
  each: (list) => [`{{#each ${list}}}`, '{{/each}}'],
  if: (name) => [`{{#if ${name}}}`, '{{/if}}'],
  some: (list) => [`{{#if ${list}}}`, '{{/if}}'],
  include: (name) => `{{> ${name}}}`,
  text: (name) => `{{> ${name}}}`,
  extend: (content) => `{{#> layout}}\n${content}{{/layout}}\n`,
  block: '{{> @partial-block}}'
}

/** @type {Syntax & Omit<Language, 'write'>} */
const liquid = {
  extension: 'liquid',
  print: (name) => `{{ ${name} | escape }}`,
  each: (list, item) => [`{% for ${item} in ${list} %}`, '{% endfor %}'],
  if: (name) => [`{% if ${name} %}`, '{% endif %}'],
  some: (list) => [`{% if ${list}.size > 0 %}`, '{% endif %}'],
  include: (name, argument) => `{% render '${name}'${argument ? `, ${argument}: ${argument}` : ''} %}`,
  extend: (content) => `{% layout 'layout' %}\n{% block content %}${content}{% endblock %}\n`,
  block: '{% block content %}{% endblock %}'
}

/** @type {Syntax & Omit<Language, 'write'>} */
const mustache = {
  extension: 'mustache',
  print: handlebars.print,
  each: (list) => [`{{#${list}}}`, `{{/${list}}}`],
  if: (name) => [`{{#${name}}}`, `{{/${name}}}`],
  some: (list) => [`{{#${list}.length}}`, `{{/${list}.length}}`],
  include: handlebars.include
}

/** @type {Syntax & Omit<Language, 'write'>} */
const nunjucks = {
  extension: 'njk',
  print: (name) => `{{ ${name} }}`,
  each: liquid.each,
  if: liquid.if,
  some: (list) => [`{% if ${list}.length %}`, '{% endif %}'],
  include: (name) => `{% include "${name}.njk" %}`,
  extend: (content) => `{% extends "layout.njk" %}\n\n{% block content %}\n${content}{% endblock %}\n`,
  block: liquid.block
}

/** EJS with `async`, for late data and static text. */
const ejsAsync = {
  ...ejs,
  each: (list, item) => ejs.each(`await ${list}`, item),
  text: (name) => ejs.text(name).replace('include', 'await include')
}

/** @returns {Language} */
function createLanguage (syntax) {
  return { ...syntax, write: (source, { argument }) => write(source, syntax, argument === undefined ? {} : { [argument]: 'argument' }) }
}

function write (source, syntax, scope) {
  const ends = []
  const begin = ([start, end]) => {
    ends.push(end)
    return start
  }
  return source.replace(/\{\{(.*?)\}\}/g, (_, code) => {
    const [word, ...rest] = code.split(' ')
    switch (word) {
      case 'each': {
        const [item, , list] = rest
        scope = { ...scope, [item]: 'item' }
        return begin(syntax.each(list, item))
      }
      case 'if': return begin(syntax.if(rest[0]))
      case 'some': return begin(syntax.some(rest[0]))
      case 'end': return ends.pop()
      case 'include': return syntax.include(...rest)
      case 'text': return syntax.text(rest[0])
      case 'html': return syntax.html(rest[0])
      case 'block': return syntax.block
      case 'space': return ' '
      default: return syntax.print(word, scope)
    }
  })
}

/** @type {Record<string, Language>} */
module.exports = {
  ...Object.fromEntries(Object.entries({ ejs, eta, handlebars, liquid, mustache, nunjucks, ejsAsync }).map(([name, syntax]) => [name, createLanguage(syntax)])),
  pug: require('./pug')
}
