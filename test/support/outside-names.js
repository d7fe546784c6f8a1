'use strict'

/**
 * Names of views, as a client may send them, that no folder of views has.
 *
 * @type {{ name: string, view: unknown, error: RegExp }[]}
 */
module.exports = [
  { name: 'a file beside the folder', view: '../secret', error: /outside of the folders/ },
  { name: 'a file beside it, with its extension', view: '../secret.ejs', error: /outside of the folders/ },
  { name: 'the folder above', view: '..', error: /outside of the folders/ },
  { name: 'a way through a folder', view: 'folder/../../secret', error: /outside of the folders/ },
  { name: 'a way that comes back', view: 'folder/../page', error: /outside of the folders/ },
  { name: 'a way with empty steps', view: 'folder//..//..//secret', error: /outside of the folders/ },
  { name: 'an absolute path', view: '/etc/passwd', error: /outside of the folders/ },
  { name: 'the root', view: '/', error: /outside of the folders/ },
  { name: 'a network path', view: '//server/share', error: /outside of the folders/ },
  { name: 'a drive', view: 'C:/secret', error: /outside of the folders/ },
  { name: 'a drive, with backslashes', view: 'C:\\secret', error: /a character that no view name has/ },
  { name: 'backslashes', view: '..\\secret', error: /a character that no view name has/ },
  { name: 'a backslash in a name', view: 'folder\\page', error: /a character that no view name has/ },
  { name: 'NUL', view: '../secret.ejs\0', error: /a character that no view name has/ },
  { name: 'NUL before an extension', view: 'page\0.ejs', error: /a character that no view name has/ },
  { name: 'an encoded way, which is a name like any other', view: '%2e%2e%2fsecret', error: /was not found/ },
  { name: 'a way that only looks like one', view: '.../secret', error: /was not found/ },
  { name: 'the folder itself', view: '.', error: /was not found/ },
  { name: 'a file as a folder', view: 'page.ejs/secret', error: /was not found/ },
  { name: 'a name that is too long', view: 'x'.repeat(5000), error: /was not found/ },
  { name: 'an empty name', view: '', error: /named by a string, got an empty string/ },
  { name: 'undefined', view: undefined, error: /named by a string, got undefined/ },
  { name: 'null', view: null, error: /named by a string, got null/ },
  { name: 'a number', view: 1, error: /named by a string, got a number/ },
  { name: 'a list', view: ['page'], error: /named by a string, got a list/ },
  { name: 'a list of a way out', view: ['../secret.ejs'], error: /named by a string, got a list/ },
  { name: 'an object', view: { name: 'page' }, error: /named by a string, got an object/ },
  { name: 'a symbol', view: Symbol('page'), error: /named by a string, got a symbol/ }
]
