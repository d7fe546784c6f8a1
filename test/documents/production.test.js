'use strict'

const { page, teaPage } = require('./expected')
const { documentSuite } = require('./suite')

const cached = (body, control) => page(body, { headers: { 'cache-control': control } })

documentSuite('docs/production.md', {
  otherCommands: ['BUFFERED_RENDER=off node server.js'],
  programs: [
    { section: 'At start-up', pages: { '/': teaPage('Tea', ['Assam', 'Keemun']) }, stdout: /^1 of 1 views compiled: index\n$/ },
    {
      section: 'Cache headers',
      pages: {
        '/': cached('<!doctype html><h1>Tea for all</h1>', 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'),
        '/account?name=Zoe': cached('<!doctype html><h1>Tea for Zoe</h1>', 'private, no-cache')
      }
    },
    // The test may end the first process while another one starts, which then complains.
    { section: 'Several processes', pages: { '/': page('<!doctype html><h1>Tea</h1>') }, stderr: /^/ }
  ]
})
