'use strict'

const rotate = require('../../bin/measure/rotate')

test('each number puts another element first, and keeps all elements', () => {
  const list = ['a', 'b', 'c']
  expect([0, 1, 2, 3].map((by) => rotate(list, by).join(''))).toEqual(['abc', 'bca', 'cab', 'abc'])
  expect(list).toEqual(['a', 'b', 'c'])
})
