'use strict'

/** What dialects are made of, for those who write one: `buffered-render/template`. */

const { createEscaper } = require('./escape')
const { Instances } = require('./instances')
const { Rendered } = require('./rendered')
const { Splicer } = require('./splicer')
const { StaticFragment } = require('./static-fragment')
const { SyntaxTree } = require('./syntax-tree')

module.exports = { Instances, Rendered, Splicer, StaticFragment, SyntaxTree, createEscaper }
