'use strict'

throw new Error('not asked for')
