'use strict'

module.exports = {
  locals: () => ({ title: '<Title>', msg: 'not my inside voice', riskyBubble: '<em>Some of the girls</em>', n: 5, nil: null, u: undefined, zero: 0, no: false, o: { toString: () => '<o>' }, list: [1, '<2>'] }),
  manyValues: Array.from({ length: 260 }, (_, i) => `| a#{n}b!{n + ${i}}`).join('\n')
}
