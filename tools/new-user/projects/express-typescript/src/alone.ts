import { listen } from './listen.js'
import { shop } from './shop.js'

listen(shop())
