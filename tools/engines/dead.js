'use strict'

/**
 * Parts of methods that no page reaches: package → why → method → the parts, each in one line.
 *
 * @type {Record<string, Record<string, Record<string, string[]>>>}
 */
module.exports = {
  handlebars: {
    'An error of the compiler itself': {
      'JavaScriptCompiler.compile': [
        "{ throw new _exception2['default']('Compile completed with content left on stack'); }"
      ],
      'JavaScriptCompiler.replaceStack': [
        "{ throw new _exception2['default']('replaceStack on non-inline'); }"
      ],
      'JavaScriptCompiler.popStack': [
        "{ throw new _exception2['default']('Invalid stack pop'); }"
      ]
    },
    'Literals are the arguments of a call, which takes them first': {
      'JavaScriptCompiler.flushInline': [
        '{ this.compileStack.push(entry); }'
      ],
      'JavaScriptCompiler.topStack': [
        '{ return item.value; }'
      ]
    },
    'For precompiled templates without the compiler': {
      'VM.template': [
        "{ throw new _exception2['default']('No environment passed to template'); }",
        "{ throw new _exception2['default']('Unknown template object: ' + typeof templateSpec); }",
        "else { throw new _exception2['default']('The partial ' + options.name + ' could not be compiled when running in runtime-only mode'); }",
        "function (i, data, blockParams, depths) { if (templateSpec.useBlockParams && !blockParams) { throw new _exception2['default']('must pass block params'); } if (templateSpec.useDepths && !depths) { throw new _exception2['default']('must pass parent depths'); } return wrapProgram(container, i, templateSpec[i], data, 0, blockParams, depths); }",
        "{ throw new _exception2['default']('must pass block params'); }",
        "{ throw new _exception2['default']('must pass parent depths'); }"
      ]
    }
  },
  liquidjs: {
    'Locals are no Context': {
      'Liquid._render': [
        '? scope'
      ]
    },
    'With keepOutputType, the engine renders all pages': {
      'Render.renderTemplates': [
        '? new KeepingTypeEmitter()'
      ]
    }
  },
  mustache: {
    'No page calls it': {
      'mustache.Writer': [
        'function clear () { this._cache = {}; }'
      ],
      'Writer.clearCache': [
        "function clearCache () { if (typeof this.templateCache !== 'undefined') { this.templateCache.clear(); } }"
      ]
    },
    'Templates are text': {
      'mustache.render': [
        '{ throw new TypeError(\'Invalid template! Template should be a "string" \' + \'but "\' + typeStr(template) + \'" was given as the first \' + \'argument for mustache#render(template, view, partials)\'); }'
      ],
      'Writer.renderSection': [
        "throw new Error('Cannot use higher-order sections without the original template');"
      ]
    },
    'The cache of a writer of ours is on': {
      'Writer.parse': [
        ': undefined'
      ]
    },
    'Partials are given as a function': {
      'Writer.renderPartial': [
        'return;',
        ': partials[token[1]]'
      ]
    }
  },
  nunjucks: {
    'Templates come from an environment, whose loaders give text or code': {
      'Template.init': [
        '|| new Environment()',
        "case 'string': this.tmplStr = src.obj; break;",
        'default: throw new Error("Unexpected template object type " + src.type + "; expected \'code\', or \'string\'");',
        "else { throw new Error('src must be a string or an object describing the source'); }"
      ]
    },
    'Generated code passes a context, a frame and a callback': {
      'Template.getExported': [
        '{ cb = parentFrame; parentFrame = null; }',
        'else { throw e; }',
        '|| {}'
      ]
    },
    'The dialect and environments pass locals and a callback': {
      'Environment.getTemplate': [
        '{ cb = parentName; parentName = null; eagerCompile = eagerCompile || false; }',
        'else { throw err; }'
      ],
      'Environment.render': [
        '{ cb = ctx; ctx = null; }',
        '{ throw err; }'
      ],
      'Template.render': [
        '{ cb = ctx; ctx = {}; }',
        'else { throw err; }',
        '|| {}',
        '{ throw err; }'
      ]
    },
    'The views of the corpus are there; tests of Express ask for others': {
      'Environment.getTemplate': [
        '{ done(err); }'
      ],
      'Environment.render': [
        '&& cb',
        '{ callbackAsap(cb, err); }'
      ]
    },
    'Contexts come from an environment': {
      'Context.init': [
        '|| new Environment()'
      ]
    },
    'Blocks are added before they run': {
      'Context.getSuper': [
        '|| []'
      ]
    },
    'Generated code marks strings': {
      'runtime.markSafe': [
        "else if (type !== 'function') { return val; } else { return function wrapSafe(args) { var ret = val.apply(this, arguments); if (typeof ret === 'string') { return new SafeString(ret); } return ret; }; }"
      ]
    }
  },
  hbs: {
    'Without new, for code that calls it so': {
      'hbs.Instance': [
        '{ return new Instance(handlebars); }'
      ]
    }
  }
}
