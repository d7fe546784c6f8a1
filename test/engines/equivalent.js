'use strict'

/**
 * Parts of methods whose loss no page shows: package → why → method → the parts, each in one line.
 *
 * @type {Record<string, Record<string, Record<string, string[]>>>}
 */
module.exports = {
  mustache: {
    'Without its cache, a writer parses a template again: the same page': {
      'mustache.Writer': [
        '{ this.templateCache = { _cache: {}, set: function set (key, value) { this._cache[key] = value; }, get: function get (key) { return this._cache[key]; }, clear: function clear () { this._cache = {}; } }; }',
        '{ this._cache[key] = value; }',
        '{ return this._cache[key]; }'
      ]
    },
    'A function returns undefined without it, too': {
      'Writer.getConfigTags': [
        '{ return undefined; }'
      ],
      'Writer.getConfigEscape': [
        '{ return undefined; }'
      ]
    }
  }
}
