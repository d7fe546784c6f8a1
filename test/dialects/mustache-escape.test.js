'use strict'

const mustache = require('mustache')
const { sides } = require('../support/mustache-sides')

/** From the XSS filter evasion and prevention cheat sheets of OWASP. */
const VECTORS = [
  '<script>alert(1)</script>',
  '<IMG SRC="javascript:alert(\'XSS\');">',
  '<IMG """><SCRIPT>alert("XSS")</SCRIPT>">',
  '<img src=x onerror="&#0000106&#0000097">',
  '<<SCRIPT>alert("XSS");//\\<</SCRIPT>',
  '\\";alert(\'XSS\');//',
  '</TITLE><SCRIPT>alert("XSS");</SCRIPT>',
  '<svg/onload=alert`1`>',
  '" onmouseover="alert(1)',
  '\' onfocus=\'alert(1)\' autofocus=\'',
  '`onmouseover=alert(1)',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '&lt;already&gt;&amp;',
  '{{constructor}}{{{x}}}{{=<% %>=}}',
  '</script><style>*{x:expression(alert(1))}</style>',
  'javascript:/*--></title></style></textarea></script></xmp><svg/onload=\'+/"/+/onmouseover=1/+/[*/[]/+alert(1)//\'>'
]

const LATIN_1 = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))
const OTHERS = ['\u2028', '\u2029', '\ufeff', '\ud800', '\udc00', 'a\ud83cb', '🎉', '汉字', '&'.repeat(500), 'x'.repeat(5000)]
const TEXTS = [...VECTORS, ...LATIN_1, LATIN_1.join(''), ...OTHERS]

/** Every position in which a tag escapes. */
const POSITIONS = {
  'a value': { sources: { page: '[{{x}}]' } },
  'a dotted name': { sources: { page: '[{{o.x}}]' } },
  'an attribute': { sources: { page: '<a title="{{x}}" alt=\'{{x}}\'>' } },
  'an item': { sources: { page: '{{#list}}[{{.}}]{{/list}}' } },
  'a section': { sources: { page: '{{#o}}{{x}}{{/o}}{{^none}}{{x}}{{/none}}' } },
  'a function': { sources: { page: '[{{f}}]' } },
  'a partial': { sources: { page: '{{>part}}\n  {{>part}}\n', part: '{{x}}\n' } },
  'a lambda': { sources: { page: '{{#render}}{{x}}{{/render}}' } },
  'other delimiters': { sources: { page: '{{=<% %>=}}<%x%>' } },
  'a value, raw': { sources: { page: '{{{x}}}{{&x}}' } }
}

const localsOf = (x) => ({ x, o: { x }, list: [x, x], f: () => x, render: () => (text, render) => render(text) })

/** The escaping that there can be. */
const SETTINGS = {
  'of the engine': {},
  'by the option': { options: { escape: (text) => `(${text})` } },
  'by a function of the app': { escape: (text) => JSON.stringify(text) }
}

const stock = mustache.escape
afterEach(() => { mustache.escape = stock })

describe.each(Object.entries(SETTINGS))('escape %s', (_, { escape = stock, options }) => {
  test.each(Object.entries(POSITIONS))('in %s', async (name, { sources }) => {
    mustache.escape = escape
    const { stock: byEngine, ours, rendered, remove } = sides(sources, { options })
    try {
      for (const text of TEXTS) {
        const expected = await byEngine(localsOf(text))
        expect(await ours(localsOf(text))).toEqual(expected)
        expect(rendered(localsOf(text)).toBuffer()).toEqual(Buffer.from(expected.output))
      }
    } finally {
      remove()
    }
  })
})

test('the function to escape with is looked up at each tag', async () => {
  const locals = () => ({ x: '<', n: 1, swap () { mustache.escape = (text) => `(${text})`; return '<' } })
  const page = '{{x}}{{n}}{{swap}}{{x}}{{n}}'
  const { stock: byEngine, ours, remove } = sides({ page })
  try {
    const expected = await byEngine(locals())
    mustache.escape = stock
    expect(await ours(locals())).toEqual(expected)
    expect(expected.output).toBe('&lt;1&lt;(<)1')

    mustache.escape = undefined
    expect(await ours(locals())).toEqual(await byEngine(locals()))
    mustache.escape = stock
    expect(await ours(locals())).toEqual(expected)
  } finally {
    remove()
  }
})
