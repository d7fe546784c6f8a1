'use strict'

const squirrelly = require('squirrelly')
const dialect = require('../../examples/dialect/squirrelly')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')
const { dialectSuite } = require('./suite')

dialectSuite('squirrelly')

describe('the dialect for Squirrelly', () => {
  const folder = viewFolder({ 'page.sqrl': '{{@includeFile("part", it)/}}', 'parts/part.sqrl': '<b>{{it.x}}</b>', 'engineFallback.sqrl': '{{tR.length}}' })
  const context = (name, options) => ({ filename: folder.file(name), engine: squirrelly, options, load () {} })

  test('looks for includes in the folders of views', () => {
    const page = templatesOf(dialect, squirrelly, { views: folder.file('parts') }).load(folder.file('page.sqrl'))
    expect(String(page.render({ x: 1 }))).toBe('<b>1</b>')
  })

  test('takes no options from locals, nor from the app', () => {
    const page = templatesOf(dialect, squirrelly).load(folder.file('parts/part.sqrl'))
    expect(String(page.render({ x: '<', autoEscape: false, settings: { 'view options': { autoEscape: false } } }))).toBe('<b>&lt;</b>')
    expect(dialect.appOptions()).toEqual({})
  })

  test('gives each render a configuration of its own, which a helper may change', () => {
    const { storage } = squirrelly.defaultConfig
    const helpers = { get: () => (content, blocks, config) => { config.count = (config.count ?? 0) + 1; return config.count } }
    const page = templatesOf(dialect, squirrelly, { storage: { ...storage, helpers } }).load(folder.file('page.sqrl'))
    expect([page, page].map((each) => String(each.render({})))).toEqual(['1', '1'])
  })

  test('tells which templates Squirrelly renders itself, and renders by Squirrelly to compare', () => {
    expect(dialect.explain('{{it.x}}', context('page.sqrl', {}))).toEqual({ engineFallback: undefined })
    expect(dialect.explain('{{tR.length}}', context('engineFallback.sqrl', {})).engineFallback).toMatch(/^is asynchronous, or has code/)
    expect(dialect.byEngine(folder.file('parts/part.sqrl'), context('parts/part.sqrl', {}))({ x: '<' })).toBe('<b>&lt;</b>')
  })
})
