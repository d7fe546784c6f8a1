'use strict'

// A process that renders each page once by one renderer, and prints the milliseconds of CPU time up to the end of each
// render. The first argument is the renderer, the second the folder of the project; a third has the pages precompiled before.

const path = require('node:path')
const { startClock } = require('../stopwatch')

const [name, root, precompiled] = process.argv.slice(2)
const { dialectPages } = require(path.join(root, 'bench/pages'))
const { [name]: renderer } = require(path.join(root, 'bench/rendering/renderers'))

async function main () {
  const pages = Object.values(dialectPages).map((page) => ({ page, locals: page.data(1) }))
  const created = precompiled && await Promise.all(pages.map(async ({ page }) => {
    const render = renderer.create(page)
    await render.precompile()
    return render
  }))
  const milliseconds = []
  const clock = startClock()
  for (const [i, { page, locals }] of pages.entries()) {
    const render = created?.[i] ?? renderer.create(page)
    await render(locals)
    milliseconds.push(clock())
  }
  console.log(JSON.stringify(milliseconds))
}

main()
