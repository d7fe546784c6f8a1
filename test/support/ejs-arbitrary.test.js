'use strict'

const fc = require('fast-check')

const { template } = require('./ejs-arbitrary')
const engines = require('./ejs-engines')
const { outcome } = require('./outcome')
const { viewFolder } = require('./view-folder')

const templates = fc.sample(template(), { numRuns: 400, seed: 20240229 })
const sources = templates.map(({ source, partials }) => [source, ...Object.values(partials)].join('\n'))

const constructs = {
  'an escaped tag': /<%= /,
  'a raw tag': /<%- /,
  'a comment': /<%# /,
  'a statement': /<% /,
  'a literal tag': /<%%/,
  'a trimmed tag': / -%>/,
  'a slurped tag': / +<%_ .*_%> +/,
  'a semicolon in an expression': /<%= [^%]+; %>/,
  'a line comment in a tag': / \/\/ note\n %>/,
  'quotes in text': /%>[^<]*["'`][^<]*<%/,
  'line ends of all kinds': /\r\n[^]*[^\r]\n/,
  'text outside ASCII': /汉字|🎉/u,
  'text like delimiters': /50 %> 20/,
  'text longer than 512 bytes': / long text [^]{512} long text /,
  'if and else': /if \(.*\) {[^]*} else {/,
  'for of': /for \(const item of/,
  'for in': /for \(const key in/,
  'a counting loop': /for \(let i = 0/,
  'forEach with an arrow function': /forEach\(\(item\) =>/,
  'forEach with a function': /forEach\(function \(item\)/,
  'a helper with a callback': /each\(.*, \(item\) =>/,
  'a declared template function': /function block\d+ \(\w+\) {/,
  'an arrow template function': /const block\d+ = \(\w+\) => {/,
  'a template function as an expression': /<%[=-] block\d+\(/,
  'a parameter that shadows a local': /block\d+ (= )?\((title|label)\)/,
  'a block that shadows a local': /{ (let|const) (label|total) =/,
  switch: /switch \(typeof/,
  'try and catch': /try {[^]*} catch \(error\) {/,
  'a guard against a missing name': /if \(typeof missing === 'undefined'\)/,
  var: /var v1 =/,
  'var of a local': /var (title|count) =/,
  let: /let local\d+ =/,
  const: /const local\d+ =/,
  'a destructuring declaration': /const { length: part\d+/,
  'an assignment to a local': /<% (title|text|n) = /,
  'a logical assignment': /\w (\?\?|\|\||&&)= /,
  'an increment': /<% [\w.]+ \+\+ /,
  'a read of locals': /locals\.(title|n|given|never)/,
  'a write to locals': /<% locals\.added = /,
  'locals of another name': /<%.*\bit\.(title|n|given)/,
  typeof: /\(typeof \w+\)/,
  'a missing name': /\((missing|absent|undeclared)\)/,
  'an include without data': /include\('\w+'\) %>/,
  'an include with data': /include\('\w+', {/,
  'an include as a value': /include\('\w+'.*\)\.trim\(\)/,
  'a helper that uses this': /self\(\)/,
  'a helper that changes this': /touch\(\)|rename\(/,
  'a bound helper': /bound\(\)/,
  'a tagged template': /tag`a\$/,
  'an optional call': /\?\.\(\)/,
  'an optional property': /user\?\.never\?\.deeper/,
  this: /this\?\.label/,
  arguments: /arguments\.length/,
  'a global function': /Math\.max\(|encodeURIComponent\(/,
  'a local named like a global': /<%[=-] [^%]*(?<![.?"])\b(name|escape|status)\b/,
  'an arrow function in an expression': /\(\(\) => /,
  'output by function': /<% (__append|echo)\(/,
  'other delimiters': /<\?= [^]*<\? |\[%= |{%= /
}

const settings = [
  'rmWhitespace', 'delimiter', 'openDelimiter', 'strict', '_with', 'localsName', 'destructuredLocals',
  'outputFunctionName', 'compileDebug', 'context'
]

describe('generated EJS templates', () => {
  test.each(Object.entries(constructs))('contain %s', (_, pattern) => {
    expect(sources.filter((source) => pattern.test(source)).length).toBeGreaterThan(0)
  })

  test.each(settings)('set %s', (name) => {
    expect(templates.filter(({ options }) => name in options).length).toBeGreaterThan(0)
  })

  const used = engines.filter(({ version }) => version === '3' || version === '7')

  test.each(used)('mostly render with EJS $version, always the same', async ({ engine }) => {
    const outcomes = []
    for (const each of templates) {
      const [first, second] = await renderTwice(engine, each)
      expect(second).toEqual(first)
      outcomes.push(first)
    }
    const rendered = outcomes.filter((each) => 'output' in each).length
    expect(rendered / outcomes.length).toBeGreaterThanOrEqual(0.7)
    expect(rendered).toBeLessThan(outcomes.length)
  })
})

async function renderTwice (engine, { source, partials, locals, options }) {
  const views = Object.entries({ page: source, ...partials }).map(([name, text]) => [`${name}.ejs`, text])
  const folder = viewFolder(Object.fromEntries(views))
  const render = () => outcome(() => engine.renderFile(folder.file('page.ejs'), locals(), options))
  const outcomes = [await render(), await render()]
  folder.remove()
  return outcomes
}
