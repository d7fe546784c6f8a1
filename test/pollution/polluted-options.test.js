'use strict'

const express = require('express')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { viewFolder } = require('../support/view-folder')

const { createRenderer, fragment, html } = bufferedRender
const { file } = viewFolder({ 'views/page.html': 'right', 'uploads/page.html': 'wrong', 'uploads/only.html': 'wrong' })

/** Runs a function while a property is on `Object.prototype`. */
function polluted (name, value, run) {
  Object.prototype[name] = value // eslint-disable-line no-extend-native
  try {
    return run()
  } finally {
    delete Object.prototype[name]
  }
}

test('a renderer takes its options from its own object only', () => {
  const roots = polluted('views', file('uploads'), () => createRenderer({ extension: 'html' }).folderViews.files.roots)
  expect(roots).toEqual(createRenderer().folderViews.files.roots)
})

test('fragment.file takes its options from its own object only', () => {
  polluted('roots', file('uploads'), () => {
    expect(() => fragment.file('only.html', {})).toThrow(/was not found/)
    expect(() => fragment.file('only.html')).toThrow(/was not found/)
  })
})

test('a stream takes its options from its own object only', () => {
  const renderer = createRenderer()
  const render = polluted('onError', () => {}, () => renderer.streamingPage(html`<p>1</p>`, {}))
  expect(render.onError).toBeUndefined()
})

test('a page in mode off has no error', async () => {
  const app = express().use(bufferedRender({ mode: 'off', views: file('views'), extension: 'html' }))
  app.get('/', (req, res) => polluted('error', new Error('inherited'), () => res.render('page')))
  expect((await exchange(app)).body.toString()).toBe('right')
})

test('a page is no promise, even if every object is one', () => {
  const then = jest.fn()
  const type = polluted('then', then, () => typeof html`<p>1</p>`.then)
  expect(type).toBe('undefined')
})
