'use strict'

const fs = require('node:fs')
const path = require('node:path')
const ts = require('typescript')
const { createRenderer } = require('../..')
const { TEA_VIEW, teaPage } = require('./expected')
const { ROOT, readDocument } = require('./markdown')
const { documentSuite } = require('./suite')

documentSuite('docs/api.md', {
  files: { 'views/index.ejs': TEA_VIEW },
  programs: [{ section: 'Plain http', pages: { '/': teaPage() } }, { section: 'Pages' }]
})

/** @returns {string[]} the names of the options that the code accepts */
function checkedOptions () {
  try {
    createRenderer({ '': undefined })
  } catch ({ message }) {
    return message.split('the options are ')[1].split(', ')
  }
}

/** @returns {string[]} those that the types declare */
function declaredOptions () {
  const file = path.join(ROOT, 'types/index.d.ts')
  const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true)
  const names = []
  const visitNode = (node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === 'Options') names.push(...node.members.map(({ name }) => name.text))
    ts.forEachChild(node, visitNode)
  }
  visitNode(source)
  return names
}

test('the types declare exactly the existing options', () => {
  expect(declaredOptions()).toEqual(checkedOptions())
})

test('docs/api.md lists exactly the existing options', () => {
  expect(readDocument('docs/api.md').rows('Options').map(([option]) => option)).toEqual(checkedOptions())
})
