'use strict'

// Under a mutant any failure will do: no smaller case is looked for.

const fc = require('fast-check')

fc.configureGlobal({ endOnFailure: true })
