'use strict'

const rotate = require('../../bin/measure/rotate')

test('another one is first for each number, and none is lost', () => {
  const list = ['a', 'b', 'c']
  expect([0, 1, 2, 3].map((by) => rotate(list, by).join(''))).toEqual(['abc', 'bca', 'cab', 'abc'])
  expect(list).toEqual(['a', 'b', 'c'])
})
