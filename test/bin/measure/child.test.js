'use strict'

const { Child } = require('../../../bin/measure/child')

test('a child that does not answer in time is an error', async () => {
  const child = new Child('bench/load.js')
  try {
    await expect(child.next(0.05)).rejects.toThrow('load.js did not answer within 0.05 s')
  } finally {
    child.kill()
  }
})

test('a child that ends before it answers is an error', async () => {
  const child = new Child('bench/load.js')
  const answer = child.next(10)
  child.kill()
  await expect(answer).rejects.toThrow('load.js ended early (SIGTERM)')
})
