'use strict'

const { GzipMember } = require('../../lib/response/gzip')
const { measureGrowth } = require('../../bench/growth')

afterEach(() => jest.restoreAllMocks())

test('a gzip member that does not contain the page is an error', async () => {
  const { gzipSync } = require('node:zlib')
  jest.spyOn(GzipMember.prototype, 'toBuffer').mockReturnValue(gzipSync('another page'))
  await expect(measureGrowth()).rejects.toThrow('growth: the gzip member does not contain the page')
})
