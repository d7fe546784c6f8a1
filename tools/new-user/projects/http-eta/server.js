'use strict'

const { createRenderer } = require('buffered-render')
const { listen } = require('./listen')
const { shop } = require('./shop')

const renderer = createRenderer({ views: 'views', extension: 'eta' })
const send = async (req, res, view, locals) => renderer.send(req, res, await renderer.render(view, locals))

listen(shop(send, () => renderer.stats()))
