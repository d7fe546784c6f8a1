'use strict'

/**
 * Gives the code lengths of a Huffman code in which no symbol is longer than `limit` bits. Where the tree is deeper,
 * the counts are made more alike until it is not. A symbol with a count of 0 gets no code.
 */
function lengthsOf (counts, limit) {
  const lengths = depthsOf(counts)
  if (lengths.every((length) => length <= limit)) return lengths
  const least = counts.reduce((sum, count) => sum + count) / 2 ** limit
  return lengthsOf(counts.map((count) => count && count + least), limit)
}

/** Joins the two rarest nodes until one is left. New nodes are ever more frequent, so only the leaves are sorted. */
function depthsOf (counts) {
  const leaves = [...counts.keys()].filter((symbol) => counts[symbol] > 0)
    .sort((a, b) => counts[a] - counts[b] || a - b)
  const size = 2 * leaves.length - 1
  const weights = new Float64Array(size).fill(Infinity)
  const parents = new Uint16Array(size)
  leaves.forEach((symbol, node) => { weights[node] = counts[symbol] })
  let leaf = 0
  let inner = leaves.length
  for (let node = leaves.length; node < size; node++) {
    let weight = 0
    for (let child = 0; child < 2; child++) {
      const rarest = leaf < leaves.length && weights[leaf] <= weights[inner] ? leaf++ : inner++
      weight += weights[rarest]
      parents[rarest] = node
    }
    weights[node] = weight
  }
  const depths = new Uint8Array(size)
  for (let node = size - 2; node >= 0; node--) depths[node] = depths[parents[node]] + 1
  const lengths = new Uint8Array(counts.length)
  leaves.forEach((symbol, node) => { lengths[symbol] = depths[node] })
  return lengths
}

/** @returns {Uint16Array} the codes of these lengths (RFC 1951, section 3.2.2), their first bit lowest, as written */
function canonicalCodes (lengths) {
  const next = new Uint16Array(17)
  for (const length of lengths) if (length > 0) next[length + 1]++
  for (let length = 1; length < next.length; length++) next[length] = next[length] + next[length - 1] << 1
  return Uint16Array.from(lengths, (length) => reversed(next[length]++, length))
}

function reversed (code, length) {
  let result = 0
  for (let bit = 0; bit < length; bit++) result = result << 1 | code >> bit & 1
  return result
}

module.exports = { canonicalCodes, lengthsOf }
