'use strict'

const request = require('supertest')
const packages = require('../../examples/package-browser/packages')
const { describeSite } = require('./site')

const apps = [
  ['express-ejs', require('../../examples/express-ejs/app')],
  ['koa-ejs', require('../../examples/koa-ejs/app').callback()],
  ['html-tag', require('../../examples/html-tag/app')]
]

describe.each(apps)('examples/%s', (name, app) => {
  describeSite(() => app)

  it('shows the error page for a fault of its own, and tells the log about it', async () => {
    const fault = new Error('the disk is on fire')
    jest.spyOn(packages, 'find').mockRejectedValueOnce(fault)
    const log = jest.spyOn(console, 'error').mockImplementationOnce(() => {})

    const { status, headers, text } = await request(app).get('/packages/express')

    expect(status).toBe(500)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain('<h1>Internal Server Error</h1>')
    expect(text).not.toContain('the disk is on fire')
    expect(log).toHaveBeenCalledWith(fault)
  })
})

describe('examples/express-ejs', () => {
  const [[, app]] = apps
  const plainApp = withoutBufferedRender()

  it.each(['/', '/?q=%3Cb%3E&page=1', '/packages/express', '/packages/nothing'])(
    'shows %s as it does without buffered-render', async (url) => {
      const expected = await request(plainApp).get(url)
      const { status, text } = await request(app).get(url)
      expect(status).toBe(expected.status)
      expect(text).toBe(expected.text)
    })
})

function withoutBufferedRender () {
  let app
  jest.isolateModules(() => {
    jest.doMock('buffered-render', () => () => (req, res, next) => next())
    app = require('../../examples/express-ejs/app')
  })
  return app
}
