'use strict'

const lorem = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore. '

const chinese = '模板的静态文本只编码一次。Größe, naïve café, “quotes” \\ "x" 🎉 Ωmega. '

const lines = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join('')

const large = `<!doctype html>
<article>
${lines(80, (i) => `<p id="p${i}">${chinese}${lorem}</p>\n`)}<%= x %>
${lines(40, (i) => `<p class='q${i}'>${lorem}</p>\n`)}</article>
`

module.exports = { large }
