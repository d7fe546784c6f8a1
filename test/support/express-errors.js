'use strict'

/**
 * Adds an error handler to an Express app, behind all that it uses, which answers 'failed'.
 *
 * @param {object} app
 * @returns {unknown[]} the errors that have reached it
 */
function errorsOf (app) {
  const errors = []
  app.use((error, req, res, next) => {
    errors.push(error)
    res.status(500).end('failed')
  })
  return errors
}

module.exports = { errorsOf }
