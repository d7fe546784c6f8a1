'use strict'

/**
 * Vectors of OWASP's cheat sheets on the evasion of XSS filters and on prevention.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/XSS_Filter_Evasion_Cheat_Sheet.html
 */
const VECTORS = [
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
  '</script><style>*{x:expression(alert(1))}</style>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '¼script¾alert(¢XSS¢)¼/script¾',
  '\\";alert(\'XSS\');//',
  '" onfocus="alert(1)" autofocus="',
  "' onfocus='alert(1)' autofocus='",
  '`onmouseover=alert(1)',
  '<svg/onload=alert`1`>',
  ']]><script>alert(1)</script>',
  '--><script>alert(1)</script><!--',
  '&lt;b&gt; &amp;amp; &'
]

/** Code of the template languages, which text is not to become. */
const CODE = [
  '<%= process.exit() %> <%- x %> <%~ it.text %> __eta.res',
  '{{ 7*7 }} {{{x}}} {{constructor}} {{=<% %>=}}',
  '{% if %} {% raw %} {%- x -%} {# x #}',
  '#{7*7} !{7*7} #[b x]',
  '${alert(1)}' // eslint-disable-line no-template-curly-in-string
]

const LATIN_1 = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))

/** Line separators of JavaScript, a byte order mark, half characters. */
const ODD = ['', '\u2028', '\u2029', '\uFEFF', '\uFFFD', '\uD83D', '\uDE00', 'a\uD83D', '\uDE00b', '😀', '\uDE00\uD83D', '汉字']

/** Text that is hard to escape or to encode. */
module.exports = [...VECTORS, ...CODE, ...LATIN_1, LATIN_1.join(''), ...ODD, '&'.repeat(500)]
