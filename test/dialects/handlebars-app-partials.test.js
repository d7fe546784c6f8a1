'use strict'

const express = require('express')
const request = require('supertest')
const bufferedRender = require('../..')
const { viewFolder } = require('../support/view-folder')

const LONG = 'static text '.repeat(120)
const block = (open, close) => (value, options) => `${open}${[value].flat().map((each) => options.fn(each)).join()}${close}`

/** Views and the partial "setup" of the app, a function, which changes the options that it gets for its render. */
const CASES = {
  'a block helper': [`${LONG}{{> setup}}{{#if a}}${LONG}{{a}}{{/if}}`, (context, { helpers }) => { helpers.if = block('[', ']'); return '' }],
  'a block helper between two of its blocks': [
    `{{#each list}}${LONG}{{this}}{{/each}}{{> setup}}{{#each list}}${LONG}{{this}}{{/each}}`,
    (context, { helpers }) => { helpers.each = block('(', ')'); return '' }
  ],
  'a block helper within a block': [
    `{{#if a}}${LONG}{{> setup}}{{#each list}}${LONG}{{#if ../a}}${LONG}{{this}}{{/if}}{{/each}}{{/if}}`,
    (context, { helpers }) => { helpers.if = block('[', ']'); return 'P' }
  ],
  'the hook of missing block helpers': [`${LONG}{{> setup}}{{#list}}${LONG}{{this}}{{/list}}`, (context, { hooks }) => { hooks.blockHelperMissing = block('<', '>'); return '' }],
  'a property of a helper': [
    `${LONG}{{> setup}} {{> setup}}{{#each list}}${LONG}{{/each}}`,
    (context, { helpers: { up } }) => {
      up.calls = (up.calls ?? 0) + 1
      return `call ${up.calls}`
    }
  ]
}

const PACKAGES = {
  hbs (handlebars) {
    const instance = require('hbs').create(handlebars)
    return { instance, engine: instance.__express }
  },
  'express-handlebars' (handlebars, partialsDir) {
    const instance = require('express-handlebars').create({ extname: '.hbs', handlebars, defaultLayout: false, partialsDir })
    return { instance, engine: instance.engine }
  }
}

describe.each(Object.keys(PACKAGES))('%s: a partial that is a function changes', (name) => {
  test.each(Object.keys(CASES))('%s', async (what) => {
    const [view, setup] = CASES[what]
    const folder = viewFolder({ 'v.hbs': view })
    const sideOf = (isOurs) => {
      const root = folder.file('.')
      const handlebars = require('handlebars').create()
      const { instance, engine } = PACKAGES[name](handlebars, root)
      handlebars.registerPartial('setup', setup)
      handlebars.registerHelper('up', String)
      const app = express().set('views', root).set('view engine', 'hbs').enable('view cache').engine('hbs', engine)
      const pages = bufferedRender({ engines: { hbs: instance } })
      if (isOurs) app.use(pages)
      app.get('/', (req, res) => res.render('v', { a: 'A', list: [1, 2], layout: false }))
      return { app, pages }
    }
    const alone = sideOf(false)
    const ours = sideOf(true)
    for (let i = 0; i < 3; i++) {
      const { status, text } = await request(ours.app).get('/')
      expect({ status, text }).toEqual({ status: 200, text: (await request(alone.app).get('/')).text })
    }
    expect(ours.pages.renderer.stats().engine).toEqual({})
  })
})
