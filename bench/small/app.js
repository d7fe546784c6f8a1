'use strict'

// A child process that serves the views of a package by Express 5. Arguments: the package, the folder of its views and,
// for this library, that of its project; without the latter, Express is alone. Beside `usage`, see `serve.js`, it answers
// { rendering, turn } with the nanoseconds to render this view to bytes, measured for so many milliseconds.

const path = require('node:path')
const express = require('express')
const { serve } = require('../serve')
const { time } = require('../stopwatch')
const packages = require('./packages')

const [name, folder, root] = process.argv.slice(2)
const { extension, locals: own, setUp } = packages[name]

const app = express()
app.set('views', folder).set('view engine', extension)
const engine = setUp(app, folder)
const options = { memo: false, ...engine && { engines: { [extension]: engine } } }
const library = root && require(path.join(root, 'lib'))
if (library) app.use(library(options))

let requests = 0
app.get('/', (req, res) => {
  const { view, locals } = callOf(req.get('View'), Number(req.get('Number') ?? ++requests))
  res.render(view, locals)
})

/** @returns {{ view: string, locals: object }} a view, and new locals as for a request, with the layout that the title names */
function callOf (title, number) {
  const [view, option] = title.split(', ')
  const user = { name: '<Ann>' }
  return { view, locals: { ...own, title: `Page ${number}`, number, items: ['one', 'two & three'], user, ...option && { layout: option } } }
}

/** Returns a function that renders a view to bytes, without Express. */
function renderOf (title) {
  const { settings } = app
  if (library) {
    const renderer = library.createRenderer({ ...options, views: folder, extension, cache: true })
    return async (number) => {
      const { view, locals } = callOf(title, number)
      return (await renderer.folderViews.render(view, { ...locals, settings })).toBuffer()
    }
  }
  const view = new (app.get('view'))(callOf(title).view, { defaultEngine: extension, root: folder, engines: app.engines })
  return (number) => new Promise((resolve, reject) => {
    const { locals } = callOf(title, number)
    const done = (error, page) => error ? reject(error) : resolve(Buffer.from(page))
    const given = { ...locals, settings, cache: true }
    // Nunjucks brings a View class of its own.
    if (view.engine) view.engine(view.path, given, done)
    else view.render(given, done)
  })
}

serve(app, ({ rendering, turn }) => time(renderOf(rendering), turn))
