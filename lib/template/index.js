'use strict'

/** What dialects are made of, for those who write one: `buffered-render/template`. */

const { createEscaper } = require('./escape')
const { isFile, isWithin } = require('./files')
const generatedCode = require('./generated-code')
const { Instances, isEqual } = require('./instances')
const { offsetOf } = require('./positions')
const { Rendered } = require('./rendered')
const { Splicer } = require('./splicer')
const { StaticFragment } = require('./static-fragment')
const { SyntaxTree } = require('./syntax-tree')
const { Template } = require('./template')

module.exports = {
  Instances, Rendered, Splicer, StaticFragment, SyntaxTree, Template, createEscaper, generatedCode, isEqual, isFile, isWithin, offsetOf
}
