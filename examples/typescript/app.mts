import express, { type ErrorRequestHandler } from 'express'
import bufferedRender from 'buffered-render'
import { describeFailure } from 'package-browser/failure.js'
import { publicFolder, viewsFolder } from 'package-browser/folders.js'
import { NotFound } from 'package-browser/not-found.js'
import packages from 'package-browser/packages.js'

const app = express()

app.set('views', viewsFolder)
app.set('view engine', 'ejs')
app.locals.count = packages.count
app.locals.stack = 'Express and EJS, written in TypeScript,'

app.use(express.static(publicFolder))
app.use(bufferedRender())

app.get('/', (req, res) => {
  res.render('list', { title: 'Packages', ...packages.list(req.query) })
})

app.get('/packages/*name', async (req, res) => {
  const pkg = await packages.find(req.params.name.join('/'))
  res.render('package', { title: pkg.name, pkg })
})

app.use(() => {
  throw new NotFound()
})

const showFailure: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent) return next(error)
  const failure = describeFailure(error)
  res.status(failure.status).render('error', failure)
}

app.use(showFailure)

export default app
