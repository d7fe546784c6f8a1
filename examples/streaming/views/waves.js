'use strict'

const readings = require('./readings')

module.exports = function waves ({ height, period, from }) {
  return readings({ Height: `${height} m`, Period: `${period} s`, From: from })
}
