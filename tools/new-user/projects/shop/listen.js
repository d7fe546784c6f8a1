'use strict'

/** @param {import('express').Express} app */
function listen (app) {
  const server = app.listen(process.env.PORT ?? 3000, () => console.log(`Listening on http://localhost:${server.address().port}`))
}

module.exports = { listen }
