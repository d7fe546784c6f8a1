'use strict'

/** RFC 9110, section 12.5.5. Adds the names that are missing, as the package `vary` does. */
function addVary (res, fields) {
  const present = res.getHeader('Vary')
  if (!present) return res.setHeader('Vary', fields)
  const names = String(present).toLowerCase().split(/[ ,]+/)
  const missing = fields.split(', ').filter((name) => !names.includes(name.toLowerCase()))
  res.setHeader('Vary', names.includes('*') ? '*' : [present, ...missing].flat().join(', '))
}

module.exports = { addVary }
