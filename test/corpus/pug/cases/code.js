'use strict'

module.exports = {
  locals: () => ({ user: { name: '<u>', description: 'foo bar' }, authorised: false, n: 3, friends: 10, raw: '<b>', upper: (s) => String(s).toUpperCase(), fails: () => { throw new Error('thrown by a helper') } })
}
