'use strict'

const deep = (depth) => depth === 0 ? { name: 'leaf', kids: [] } : { name: depth, kids: [deep(depth - 1)] }

module.exports = {
  tree: { name: 'root', kids: [{ name: '<a>', kids: [] }, { name: 'b', kids: [{ name: 'c', kids: [] }] }] },
  deep130: deep(130),
  deep300: deep(300)
}
