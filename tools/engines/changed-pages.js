'use strict'

/**
 * Releases whose own pages or errors are not those of the version before, and what changed: package@version → why.
 *
 * @type {Record<string, string>}
 */
module.exports = {
  'handlebars@4.7.10': 'A security fix: a partial that is no text is an error of its own',
  'liquidjs@10.30.1': 'With outputEscape, {% echo %} and {% cycle %} escape what they print, as {{ }} does'
}
