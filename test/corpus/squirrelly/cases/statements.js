'use strict'

module.exports = {
  failing: require('../failing'),
  count: (content, blocks, config) => { config.count = (config.count ?? 0) + 1; return config.count }
}
