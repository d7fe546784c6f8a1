'use strict'

// Prints how deep partials nest before the call stack is full, ours to Handlebars': by the names of the partials in the
// first argument. The second is a long text of the page.

const Handlebars = require('handlebars')
const { compile } = require('../../lib/dialects').byName('handlebars')
const { Template } = require('../../lib/views/template')

const [given, long] = process.argv.slice(2)
const source = `${long}{{> n}}`

const handlebars = (env) => env.compile(source)
const ours = (env) => {
  const template = new Template('page.hbs', compile(source, { engine: env, options: {} }))
  return (locals) => template.render(locals)
}

function deepest (partials, renderOf) {
  const env = Handlebars.create()
  env.registerPartial(partials)
  const render = renderOf(env)
  let depth = 0
  for (let step = 512; step >= 1; step /= 2) {
    while (renders(() => render(localsOf(depth + step)))) depth += step
  }
  return depth
}

function localsOf (depth) {
  let locals = { v: 0 }
  for (let i = 0; i < depth; i++) locals = { v: i, c: locals, cs: [locals] }
  return locals
}

function renders (render) {
  try {
    render()
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const ratioOf = (partials) => deepest(partials, ours) / deepest(partials, handlebars)
const ratios = Object.entries(JSON.parse(given)).map(([name, partials]) => [name, ratioOf(partials)])
console.log(JSON.stringify(Object.fromEntries(ratios)))
