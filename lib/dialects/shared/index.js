'use strict'

/**
 * The building blocks of dialects, exported as `buffered-render/template`. They and what `types/template.d.ts` declares
 * of them are public; everything else in this folder is not.
 */

const { createEscaper } = require('../../page/escape')
const { Rendered } = require('../../page/rendered')
const { Splicer } = require('../../page/splicer')
const { StaticFragment } = require('../../page/static-fragment')
const { Instances } = require('./instances')
const { OURS, OUT } = require('./names')
const { pageCode } = require('./page-code')
const { SyntaxTree } = require('./tree')

module.exports = { Instances, OURS, OUT, Rendered, Splicer, StaticFragment, SyntaxTree, createEscaper, pageCode }
