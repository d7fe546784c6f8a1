'use strict'

const path = require('node:path')

/** The EJS views, which several examples render. */
const viewsFolder = path.join(__dirname, 'views')

/** The style sheet and the icon. */
const publicFolder = path.join(__dirname, 'public')

module.exports = { publicFolder, viewsFolder }
