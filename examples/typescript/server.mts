import { listen } from 'package-browser/listen.js'
import app from './app.mts'

listen(app)
