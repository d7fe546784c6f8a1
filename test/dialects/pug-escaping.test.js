'use strict'

const pug = require('pug')
const { byDialect } = require('../support/pug-pages')
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
  '#{7*7} !{7*7} #[b x]',
  '&lt;b&gt; &amp;amp; &'
]

const latin1 = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))
const odd = ['\u2028', '\u2029', '\uFEFF', '\uFFFD', '\uD83D', '\uDE00', 'a\uD83D', '\uDE00b', '😀', '\uDE00\uD83D']
const alone = [...vectors, ...latin1, ...odd]
const values = [...alone, ...alone.map((text) => `a${text}b${text}`), latin1.join('')]

const filler = 'lorem ipsum '.repeat(30)
const positions = {
  text: 'p= x',
  'text, not escaped': 'p!= x',
  interpolation: 'p a #{x} b',
  'interpolation, not escaped': 'p a !{x} b',
  'tag interpolation': 'p #[b(a=x)= x]',
  attribute: 'p(a=x)',
  'attribute, not escaped': 'p(a!=x)',
  'attribute beside others': 'p(a=x b="1" c!=x)',
  class: 'p(class=x)',
  'classes of a list': "p.a(class=[x, 'b', [x]])",
  'classes of an object': 'p(class={[x]: true})',
  'class, not escaped': 'p(class!=x)',
  style: 'p(style=x)',
  'style of an object': 'p(style={color: x})',
  '&attributes': 'p&attributes({a: x, class: x, style: x})',
  'attribute of an object': 'p(a={x: x})',
  'attribute of an object, not escaped': 'p(a!={x: x})',
  mixin: 'mixin m(x)\n  p(a=x)&attributes(attributes)= x\n+m(x)(b=x)',
  'mixin, not escaped': 'mixin m(x)\n  p!= attributes.b\n+m(x)(b!=x)',
  loop: 'each y in [x]\n  li= y',
  tag: '#{"p"}(a=x)= x'
}

describe.each(['', `| ${filler}\n`])('beside %p', (before) => {
  test.each(Object.entries(positions))('%s', (_, source) => {
    const folder = viewFolder({ 'page.pug': `${before}${source}\n${before}` })
    const file = folder.file('page.pug')
    try {
      const options = { compileDebug: false }
      const template = byDialect(file, options)
      const byEngine = pug.compileFile(file, { ...options })
      for (const x of values) {
        const expected = byEngine({ x })
        const rendered = template.render({ x })
        expect(rendered.toString()).toBe(expected)
        expect(rendered.toBuffer().equals(Buffer.from(expected))).toBe(true)
      }
    } finally {
      folder.remove()
    }
  })
})
