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
  },
  nunjucks: {
    'What is not set counts as false, too': {
      'Template.init': [
        '{ this.compiled = false; }'
      ]
    },
    'No template of the corpus calls back twice': {
      'Template.render': [
        '{ // prevent multiple calls to cb return; }'
      ]
    },
    'The environments of the corpus have one loader': {
      'Environment.getTemplate': [
        '{ break; }'
      ]
    },
    'With a callback, nobody uses what is returned': {
      'Environment.getTemplate': [
        '{ return tmpl; }'
      ]
    }
  }
}
