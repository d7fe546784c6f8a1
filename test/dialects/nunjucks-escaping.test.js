'use strict'

const { createEnv, renderView } = require('../support/nunjucks-sides')

/**
 * @see https://cheatsheetseries.owasp.org/cheatsheets/XSS_Filter_Evasion_Cheat_Sheet.html
 */
const vectors = [
  '<SCRIPT SRC=https://example.com/xss.js></SCRIPT>',
  'javascript:/*--></title></style></textarea></script></xmp><svg/onload=\'+/"`/+/onmouseover=1/+/[*/[]/+alert(42);//\'>',
  '<IMG SRC="javascript:alert(\'XSS\');">',
  '<IMG SRC=JaVaScRiPt:alert(&quot;XSS&quot;)>',
  '<IMG SRC=`javascript:alert("RSnake says, \'XSS\'")`>',
  '\\<a onmouseover="alert(document.cookie)"\\>xxs link\\</a\\>',
  '<IMG """><SCRIPT>alert("XSS")</SCRIPT>"\\>',
  '<IMG SRC=javascript:alert(String.fromCharCode(88,83,83))>',
  '<IMG SRC=# onmouseover="alert(\'xxs\')">',
  '<IMG SRC= onmouseover="alert(\'xxs\')">',
  '<img src=x onerror="&#0000106&#0000097&#0000118&#0000097">',
  '<IMG SRC=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;>',
  '<IMG SRC=&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A>',
  '<IMG SRC="jav\tascript:alert(\'XSS\');">',
  '<IMG SRC="jav&#x0A;ascript:alert(\'XSS\');">',
  '<IMG SRC=java\0script:alert(\'XSS\')>',
  '<SCRIPT/XSS SRC="http://xss.rocks/xss.js"></SCRIPT>',
  '<BODY onload!#$%&()*~+-_.,:;?@[/|\\]^`=alert("XSS")>',
  '<<SCRIPT>alert("XSS");//\\<</SCRIPT>',
  '<IMG SRC="`<javascript:alert>`(\'XSS\')"',
  '</TITLE><SCRIPT>alert("XSS");</SCRIPT>',
  '<STYLE>@import\'http://xss.rocks/xss.css\';</STYLE>',
  '¼script¾alert(¢XSS¢)¼/script¾',
  '" onfocus="alert(1)" autofocus="',
  "' onfocus='alert(1)' autofocus='",
  ']]><script>alert(1)</script>',
  '--><script>alert(1)</script><!--',
  '{{ 7*7 }} {% if %} {# x #}',
  '&lt;b&gt; &amp;amp; &'
]

const latin1 = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))
const odd = ['\u2028', '\u2029', '\uFEFF', '\uFFFD', '\uD83D', '\uDE00', 'a\uD83D', '\uDE00b', '😀', '\uDE00\uD83D']
const alone = [...vectors, ...latin1, ...odd]
const values = [...alone, ...alone.map((text) => `a${text}b${text}`), latin1.join('')]

const filler = 'lorem ipsum '.repeat(30)
const positions = {
  text: '<p>{{ x }}</p>',
  attribute: '<p a="{{ x }}" b=\'{{ x }}\' c={{ x }}>',
  script: '<script>var x = "{{ x }}"</script>',
  safe: '{{ x | safe }}',
  'escaped, and escaped by force': '{{ x | e }}{{ x | escape }}{{ x | forceescape }}{{ x | safe | e }}',
  filtered: '{{ x | upper }}{{ x | replace("a", "<") }}{{ x | trim | title }}{{ x | nl2br }}{{ x | urlencode if wellFormed }}',
  'an expression': '{{ x + "<" }}{{ x ~ x }}{{ x if x else "<" }}',
  'a literal': '{{ "<b>" }}{{ x == "<" }}',
  'a member': '{{ o.x }}{{ o["x"] }}{{ [x] }}',
  'a loop': '{% for y in [x] %}{{ y }}{% endfor %}{% for k, v in o %}{{ k }}{{ v }}{% endfor %}',
  'a set block': '{% set y %}<b>{{ x }}</b>{% endset %}{{ y }}{{ y | safe }}',
  'a filter block': '{% filter safe %}{{ x }}{% endfilter %}{% filter escape %}{{ x }}{% endfilter %}',
  'a macro': '{% macro m(y, z="<") %}{{ y }}{{ z }}{{ caller() if caller }}{% endmacro %}{{ m(x) }}{{ m(z=x) }}{% call m(x) %}{{ x }}{% endcall %}',
  'a block': '{% block b %}{{ x }}{% endblock %}',
  'what super gives': '{% extends "layout.njk" %}{% block c %}{{ super() }}{{ super() }}{{ x }}{% endblock %}',
  'what super gives, filtered': '{% extends "layout.njk" %}{% block c %}{{ super() }}{{ super() | e }}{{ super() | upper }}{% endblock %}',
  'an included template': '{% include "part.njk" %}{{ x }}',
  'an imported macro': '{% import "macros.njk" as m %}{{ m.m(x) }}'
}
const files = {
  'layout.njk': `{{ x }}{% block c %}${filler}{{ x }}{% endblock %}${filler}`,
  'part.njk': `<i>{{ x }}</i>${filler}`,
  'macros.njk': '{% macro m(x) %}<i title="{{ x }}">{{ x }}</i>{% endmacro %}'
}

describe.each([true, false])('autoescape %p', (autoescape) => {
  describe.each(['', filler])('beside %p', (text) => {
    test.each(Object.entries(positions))('%s', (_, source) => {
      const page = source.startsWith('{% extends') ? source : `${text}${source}${text}`
      const [{ env: stock }, { env: ours }] = [0, 1].map(() => createEnv({ page, files, options: { autoescape } }))
      for (const x of values) {
        const locals = { x, o: { x }, wellFormed: x.isWellFormed() }
        const expected = stock.render('page.njk', locals)
        const rendered = renderView(ours, 'page.njk', locals)
        if (rendered.toString() !== expected) expect({ x, text: rendered.toString() }).toEqual({ x, text: expected })
        expect(rendered.toBuffer().equals(Buffer.from(expected))).toBe(true)
      }
    })
  })
})
