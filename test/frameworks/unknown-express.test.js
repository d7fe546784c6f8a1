'use strict'

// `express-views.js` takes the function when it is loaded.
jest.spyOn(require('../../lib/dialects/guards/unrecognized'), 'versionOf').mockReturnValue('5.999.0')
const express = require('express')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder({ 'page.ejs': '<%= x %>' })

test('a release of Express that is not known is reported once another res.render is there, not before', async () => {
  const warn = jest.spyOn(process, 'emitWarning').mockImplementation()
  const app = express().set('views', folder.file('.')).set('view engine', 'ejs').use(bufferedRender())
  app.get('/', (req, res) => res.renderStream('page', { x: 'streamed' }))
  expect(String((await exchange(app)).body)).toBe('streamed')
  expect(warn).not.toHaveBeenCalled()

  jest.spyOn(express.response, 'render')
  expect(String((await exchange(app)).body)).toBe('streamed')
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^Views are rendered without a gain, because Express 5\.999\.0 is not known/), { code: 'BUFFERED_RENDER_ENGINE' })
})
