'use strict'

// Jest's own `restoreMocks` would wait for the next test, and leave what a reporter writes to replaced after the last one.
afterEach(() => jest.restoreAllMocks())
