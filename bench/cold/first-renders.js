'use strict'

// A process that renders each page once by one renderer, and prints the milliseconds of CPU time up to the end of each
// render. The first argument is the renderer, the second the folder of the project.

const path = require('node:path')

const [name, root] = process.argv.slice(2)
const { dialectPages } = require(path.join(root, 'bench/pages'))
const { [name]: renderer } = require(path.join(root, 'bench/rendering/renderers'))

async function main () {
  const pages = Object.values(dialectPages).map((page) => ({ page, locals: page.data(1) }))
  const milliseconds = []
  const start = process.cpuUsage()
  for (const { page, locals } of pages) {
    await renderer.create(page)(locals)
    const { user, system } = process.cpuUsage(start)
    milliseconds.push((user + system) / 1000)
  }
  console.log(JSON.stringify(milliseconds))
}

main()
