import { readFileSync } from 'node:fs'
import type { ExpressMiddleware } from 'buffered-render'
import express, { type Express } from 'express'

interface Tea {
  id: string
  name: string
  cents: number
  note: string
}

const teas: Tea[] = JSON.parse(readFileSync('teas.json', 'utf8'))

/** @param pages Express alone renders the shop without it */
export function shop (pages?: ExpressMiddleware): Express {
  const app = express()
  app.set('view engine', 'ejs')
  if (pages !== undefined) {
    app.use(pages)
    app.get('/stats', (req, res) => { res.json(pages.renderer.stats()) })
  }

  app.get('/', (req, res) => res.render('index', { teas, search: req.query.search, year: new Date().getFullYear() }))
  app.get('/teas/:id', (req, res, next) => {
    const tea = teas.find(({ id }) => id === req.params.id)
    if (tea === undefined) return next()
    res.render('tea', { tea, year: new Date().getFullYear() })
  })
  app.use((req, res) => res.status(404).render('missing', { url: req.url, year: new Date().getFullYear() }))
  return app
}
