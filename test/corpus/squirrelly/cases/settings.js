'use strict'

module.exports = {
  failing: require('../failing'),
  tree: { processAST: (tree) => [...tree, 'more'] },
  code: { processFnString: (code) => `${code};tR+='more'` },
  l: (kind, name) => (value) => `${kind} ${name} ${typeof value}`,
  later: () => ({ x: Promise.resolve('<') })
}
