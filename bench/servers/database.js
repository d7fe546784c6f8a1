'use strict'

// A page whose rows come from PostgreSQL: the server that `PGHOST`, `PGPORT`, `PGUSER` and `PGPASSWORD` name, or that
// of the user postgres on this machine.

const { requirePeer } = require('../peer')

const SERVER = { host: process.env.PGHOST ?? '127.0.0.1', user: process.env.PGUSER ?? 'postgres' }

/** Rows are sorted as they came, and travel both ways, so that no table is left in the database. */
const QUERY = 'SELECT id, message FROM unnest($1::int[], $2::text[]) WITH ORDINALITY AS fortune (id, message, place) ORDER BY place'

/** @returns {(rows: { id: number, message: string }[]) => Promise<object[]>} returns the rows as the database gives them */
function createQuery () {
  const { Pool } = requirePeer('pg')
  const pool = new Pool(SERVER)
  return async (rows) => {
    const columns = ['id', 'message'].map((name) => rows.map((row) => row[name]))
    return (await pool.query({ name: 'fortunes', text: QUERY, values: columns })).rows
  }
}

/** @returns {Promise<string | undefined>} why there is no database */
async function missing () {
  const { Client } = requirePeer('pg')
  const client = new Client({ ...SERVER, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
  } catch (error) {
    return `PostgreSQL does not answer at ${SERVER.host}: ${error.message || error.code}`
  } finally {
    await client.end().catch(() => {})
  }
}

module.exports = { createQuery, missing }
