'use strict'

const { createRenderer } = require('../..')
const engines = require('../support/eta-engines')
const { viewFolder } = require('../support/view-folder')
const { dialectSuite } = require('./suite')

dialectSuite('eta')

test.each(engines)('Eta $version: an include is another file after the default extension changes', async ({ engine: { Eta } }) => {
  const folder = viewFolder({ 'page.eta': '<%~ include("./part") %><% it.change() %><%~ include("./part") %>', 'part.eta': 'a', 'part.txt': 'b' })
  const pageBy = async (create) => {
    const eta = new Eta({ views: folder.file('.'), cache: true, cacheFilepaths: false })
    const render = create(eta)
    return String(await render('page', { change: () => { eta.config.defaultExtension = '.txt' } }))
  }
  const stock = await pageBy((eta) => (name, it) => eta.render(`./${name}`, it))
  const ours = await pageBy((eta) => {
    const renderer = createRenderer({ views: folder.file('.'), extension: 'eta', engines: { eta }, cache: true })
    return (name, it) => renderer.render(name, it)
  })
  expect(stock).toBe('ab')
  expect(ours).toBe(stock)
})
