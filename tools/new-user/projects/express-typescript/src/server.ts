import bufferedRender, { type Options } from 'buffered-render'
import { listen } from './listen.js'
import { shop } from './shop.js'

const options: Options = { etag: 'weak' }

listen(shop(bufferedRender(options)))
