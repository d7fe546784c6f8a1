'use strict'

/**
 * Parts of methods whose loss no page shows: package → why → method → the parts, each in one line.
 *
 * @type {Record<string, Record<string, Record<string, string[]>>>}
 */
module.exports = {
  handlebars: {
    'Where code stands in a source map changes no page': {
      'JavaScriptCompiler.appendContent': [
        '{ this.pendingLocation = this.source.currentLocation; }'
      ],
      'JavaScriptCompiler.appendToBuffer': [
        '{ source = [source]; }'
      ]
    },
    'Adds nothing to the code or to the page': {
      'JavaScriptCompiler.append': [
        "{ this.pushSource(['else { ', this.appendToBuffer(\"''\", undefined, true), ' }']); }"
      ],
      'JavaScriptCompiler.invokeAmbiguous': [
        '[]'
      ]
    },
    'The stacks are empty, unless the compiler has an error': {
      'JavaScriptCompiler.compile': [
        'this.compileStack.length',
        'this.inlineStack.length'
      ]
    },
    'The opcodes that read block params, or contexts further up, have said so': {
      'JavaScriptCompiler.compile': [
        'environment.useBlockParams'
      ],
      'JavaScriptCompiler.compileChildren': [
        'existing.useDepths'
      ]
    },
    'What follows makes text of it, too': {
      'Utils.escapeExpression': [
        "{ return string + ''; }"
      ]
    },
    'For precompiled templates': {
      'VM.template': [
        '!templateSpec.main',
        'templateSpec.compiler[0] === 7',
        'templateWasPrecompiledWithCompilerV7'
      ]
    },
    'Nothing calls `_child` of a template': {
      'VM.template': [
        '!blockParams',
        '!depths'
      ]
    },
    'Partials are called with options': {
      'VM.invokePartial': [
        'arguments[1] === undefined'
      ]
    },
    'The same value': {
      'VM.template': [
        'undefined'
      ]
    }
  },
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
