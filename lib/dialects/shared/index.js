'use strict'

/** The building blocks of dialects, exported as `buffered-render/template`. */

const { createEscaper } = require('../../page/escape')
const { Instances } = require('./instances')
const { Rendered } = require('../../page/rendered')
const { Splicer } = require('../../page/splicer')
const { StaticFragment } = require('../../page/static-fragment')
const { SyntaxTree } = require('./tree')

module.exports = { Instances, Rendered, Splicer, StaticFragment, SyntaxTree, createEscaper }
