import bufferedRender from 'buffered-render'
import ejs from 'ejs'
import { listen } from './listen.js'
import { shop } from './shop.js'

// Nothing is looked for in node_modules.
listen(shop(bufferedRender({ engines: { ejs } })))
