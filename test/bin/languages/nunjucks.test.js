'use strict'

const vm = require('node:vm')
const nunjucks = require('nunjucks')
const { ByName } = require('../../../lib/dialects/nunjucks/engine')
const { explained, sorted } = require('../../support/explained')
const { replace } = require('../../support/replaced')
const { FilesLoader } = require('../../dialects/languages/nunjucks-sides')
const { LONG, languageSuite, testNewerJavaScript } = require('./suite')

/** A tag that writes its body or, without a body, its name. */
class Tag {
  constructor (tag, hasBody) {
    this.tags = [tag]
    this.hasBody = hasBody
  }

  parse (parser, nodes) {
    const { value } = parser.nextToken()
    const args = parser.parseSignature(null, true)
    parser.advanceAfterBlockEnd(value)
    if (!this.hasBody) return new nodes.CallExtension(this, 'run', args)
    const body = parser.parseUntilBlocks(`end${value}`)
    parser.advanceAfterBlockEnd()
    return new nodes.CallExtension(this, 'run', args, [body])
  }

  run (context, body) {
    return body ? body() : this.tags[0]
  }
}

/** Nodes without a position in Nunjucks. */
class Placeless {
  constructor () {
    this.tags = ['placeless']
  }

  parse (parser, nodes) {
    parser.nextToken()
    parser.advanceAfterBlockEnd('placeless')
    const text = new nodes.Output(0, 0, [new nodes.TemplateData(undefined, undefined, 'made')])
    return new nodes.NodeList(0, 0, [text, new nodes.CallExtension(this, 'run'), new nodes.Output(undefined, undefined, [new nodes.Literal(0, 0, 'made')])])
  }

  run () {
    return ''
  }
}

const create = (options) => new nunjucks.Environment([], options)
  .addExtension('one', new Tag('one')).addExtension('two', new Tag('two', true)).addExtension('endif2', new Tag('endif2'))

languageSuite('nunjucks', () => ({
  contextOf: (options) => ({ engine: create(options) }),
  broken: ['{% if a %}', '{{ a', '{% a %}', '{{ ) }}', 'a #}'],
  compile: (engine, source) => new nunjucks.Template(source, engine, '/views/page.nunjucks', true),
  // The text of a macro is a string.
  runs: { source: `a{# b #}${LONG}{% for c, d in e %}${LONG}{{ c }}f{% endfor %}${LONG}{% macro g() %}${LONG}{% endmacro %}`, texts: [`a${LONG}`, LONG, 'f', LONG, LONG], fragments: 3 },
  compare (explanation, source, { engine: { extensionsList } }) {
    // An extension may have changed the source.
    if (CAPTURED_BLOCK.test(source) || extensionsList.some(({ preprocess }) => preprocess)) return false
    expect(sorted(explanation.texts)).toBe(sorted(explanation.static))
  }
}))

/** Templates that capture the output of a block, whose text is static text of the block. */
const CAPTURED_BLOCK = /\{% (?:filter|set|remote|two)\b(?:(?!\{% end(?:filter|set|remote|two)).)*\{% block/s

describe('there are no spans', () => {
  test('if an extension changes the source', () => {
    const { spans, texts } = explained('nunjucks', 'a{{ b }}', { engine: create().addExtension('c', { preprocess: (source) => `c${source}` }) })
    expect(spans).toBeUndefined()
    expect(texts).toEqual(['ca'])
    const same = explained('nunjucks', 'a{{ b }}', { engine: create().addExtension('c', { preprocess: (source) => source }) })
    expect(same.dynamic).toEqual(['{{ b }}'])
  })

  test('for nodes without a position', () => {
    const { spans } = explained('nunjucks', 'a{% placeless %}{{ b }}', { engine: create().addExtension('c', new Placeless()) })
    expect(spans).toEqual([{ start: 0, end: 1, kind: 'static' }, { start: 16, end: 23, kind: 'dynamic' }])
  })

  test('for a view that the environment itself looks up and reads', () => {
    const loader = new FilesLoader({ 'page.njk': 'a{{ b }}' })
    const env = new nunjucks.Environment(loader)
    const { spans, texts } = explained('nunjucks', '', { engine: new ByName(() => env), filename: 'page.njk' })
    expect([spans, texts]).toEqual([undefined, ['a']])
  })
})

describe('engine fallback', () => {
  const engineFallback = (source, engine = create()) => explained('nunjucks', source, { engine }).engineFallback

  test('code added by an extension', () => {
    const engine = create().addExtension('a")["run"](output)+env.getExtension("a', new Tag('a'))
    expect(engineFallback('{% a %}', engine)).toBe('compiles to code of an unknown shape')
  })

  test('a render method of the app', () => {
    replace(nunjucks.Template.prototype, 'render', (render) => function (...args) { return render.apply(this, args) })
    expect(engineFallback('a{{ b }}')).toBe('is rendered by functions of nunjucks whose code is unknown, such as Template.render()')
  })

  test('precompiled', () => {
    const window = {}
    vm.runInNewContext(nunjucks.precompileString('a', { name: 'page.njk' }), { window })
    const engine = new nunjucks.Environment(new nunjucks.PrecompiledLoader(window.nunjucksPrecompiled))
    const byName = explained('nunjucks', '', { engine: new ByName(() => engine), filename: 'page.njk' })
    expect([byName.engineFallback, byName.spans]).toEqual(['is precompiled', undefined])
  })

  testNewerJavaScript('nunjucks', create(), 'a{{ later }}')
})
