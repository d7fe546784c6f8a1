'use strict'

/** Of the bars: ours, what the frameworks do as they come, others, and what nobody can beat. */
module.exports = {
  OURS: { fill: '#1d6fb8' },
  STOCK: { fill: '#c76f16' },
  OTHER: { fill: '#7b8aa0' },
  LIMIT: { fill: '#e5eaf0', stroke: '#64748b', lineWidth: 1 }
}
