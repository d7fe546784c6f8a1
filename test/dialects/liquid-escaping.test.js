'use strict'

const { Liquid } = require('liquidjs')
const { outcomeOf, templatesOf } = require('../support/liquid-sides')
const { viewFolder } = require('../support/view-folder')

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
  '{{ 7 }} {% raw %} {%- x -%}',
  '&lt;b&gt; &amp;amp; &'
]

const latin1 = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))
const odd = ['\u2028', '\u2029', '\uFEFF', '\uFFFD', '\uD83D', '\uDE00', 'a\uD83D', '\uDE00b', '😀', '\uDE00\uD83D']
const alone = [...vectors, ...latin1, ...odd]
const values = [...alone, ...alone.map((text) => `a${text}b${text}`), latin1.join('')]

const filler = 'lorem ipsum '.repeat(30)
const positions = {
  output: '{{ x }}',
  escaped: '{{ x | escape }}',
  'escaped once': '{{ x | escape_once }}',
  'escaped for XML': '{{ x | xml_escape }}',
  raw: '{{ x | raw }}',
  'raw and more': '{{ x | raw | append: "" }}',
  'an argument': '{{ "<" | append: x }}',
  echo: '{% echo x %}{% echo x | escape %}',
  cycle: '{% cycle x, "a" %}{% cycle x | escape, "a" %}',
  assigned: '{% assign y = x | escape %}{{ y }}',
  captured: '{% capture y %}<{{ x }}>{% endcapture %}{{ y }}{{ y | escape }}',
  loop: '{% for y in list %}{{ y }}{{ y | escape }}{% endfor %}',
  tablerow: '{% tablerow y in list %}{{ y | escape }}{% endtablerow %}',
  'a list': '{{ list }}{{ list | escape }}{{ list | join: x }}',
  partial: '{% render "part", x: x %}{% include "part" %}',
  'in a URL': '{{ x | slice: 0, 5 | strip_html }}{{ x | cgi_escape_safe }}',
  json: '{{ x | json }}{{ list | json }}',
  'without markup': '{{ x | strip_html }}{{ x | newline_to_br }}'
}

const settings = [{}, { outputEscape: 'escape' }, { outputEscape: 'json' }, { outputEscape: (text) => `(${text})` }]

describe.each(settings)('with %p', (options) => {
  test.each(Object.entries(positions))('%s', async (_, source) => {
    const folder = viewFolder({ 'page.liquid': `${filler}${source}${filler}`, 'part.liquid': `${filler}{{ x }}{{ x | escape }}` })
    try {
      const create = () => new Liquid({ root: [folder.file('')], extname: '.liquid', cache: true, ...options })
      const stock = create()
      const template = templatesOf(create()).load(folder.file('page.liquid'))
      for (const x of values) {
        const expected = await outcomeOf(() => stock.renderFileSync(folder.file('page.liquid'), { x, list: [x] }))
        expect(await outcomeOf(() => template.render({ x, list: [x] }))).toEqual(expected)
        expect(expected).toHaveProperty('text')
      }
    } finally {
      folder.remove()
    }
  })
})
