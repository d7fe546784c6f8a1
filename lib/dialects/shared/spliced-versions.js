'use strict'

/**
 * The versions of each engine whose templates are spliced, in ranges from the oldest to the newest that was tried: those of docs/engines.md.
 *
 * @type {Record<string, [oldest: string, newest: string][]>}
 */
module.exports = {
  ejs: [['2.7.4', '2.7.4'], ['3.0.1', '7.0.2']],
  eta: [['3.0.1', '3.5.0'], ['4.4.1', '4.6.0']],
  handlebars: [['4.7.0', '4.7.10']],
  'express-handlebars': [['5.0.0', '5.3.5'], ['7.0.1', '7.1.3'], ['8.0.1', '9.0.1']],
  hbs: [['4.1.1', '4.3.1']],
  liquidjs: [['10.19.1', '10.24.0'], ['10.25.3', '10.30.1']],
  mustache: [['4.1.0', '4.2.0']],
  nunjucks: [['3.1.2', '3.2.4']],
  pug: [['2.0.0', '2.0.4'], ['3.0.0', '3.0.4']]
}
