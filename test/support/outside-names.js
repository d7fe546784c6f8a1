'use strict'

/**
 * Names of views, as a client may send them, that no folder of views has.
 *
 * @type {{ name: string, view: unknown, error: RegExp }[]}
 */
module.exports = [
  { name: 'a file beside the folder', view: '../secret', error: /outside of the views folders/ },
  { name: 'a file beside it, with its extension', view: '../secret.ejs', error: /outside of the views folders/ },
  { name: 'the folder above', view: '..', error: /outside of the views folders/ },
  { name: 'a way through a folder', view: 'folder/../../secret', error: /outside of the views folders/ },
  { name: 'a way that comes back', view: 'folder/../page', error: /outside of the views folders/ },
  { name: 'a way with empty steps', view: 'folder//..//..//secret', error: /outside of the views folders/ },
  { name: 'an absolute path', view: '/etc/passwd', error: /outside of the views folders/ },
  { name: 'the root', view: '/', error: /outside of the views folders/ },
  { name: 'a network path', view: '//server/share', error: /outside of the views folders/ },
  { name: 'a drive', view: 'C:/secret', error: /outside of the views folders/ },
  { name: 'a drive, with backslashes', view: 'C:\\secret', error: /has a backslash or a NUL character in its name/ },
  { name: 'backslashes', view: '..\\secret', error: /has a backslash or a NUL character in its name/ },
  { name: 'a backslash in a name', view: 'folder\\page', error: /has a backslash or a NUL character in its name/ },
  { name: 'NUL', view: '../secret.ejs\0', error: /has a backslash or a NUL character in its name/ },
  { name: 'NUL before an extension', view: 'page\0.ejs', error: /has a backslash or a NUL character in its name/ },
  { name: 'an encoded way, which is a name like any other', view: '%2e%2e%2fsecret', error: /was not found/ },
  { name: 'a way that only looks like one', view: '.../secret', error: /was not found/ },
  { name: 'the folder itself', view: '.', error: /was not found/ },
  { name: 'a file as a folder', view: 'page.ejs/secret', error: /was not found/ },
  { name: 'a name that is too long', view: 'x'.repeat(5000), error: /was not found/ },
  { name: 'an empty name', view: '', error: /must be a string that is not empty, got an empty string/ },
  { name: 'undefined', view: undefined, error: /must be a string that is not empty, got undefined/ },
  { name: 'null', view: null, error: /must be a string that is not empty, got null/ },
  { name: 'a number', view: 1, error: /must be a string that is not empty, got a number/ },
  { name: 'an array', view: ['page'], error: /must be a string that is not empty, got an array/ },
  { name: 'an array with a path that leads out', view: ['../secret.ejs'], error: /must be a string that is not empty, got an array/ },
  { name: 'an object', view: { name: 'page' }, error: /must be a string that is not empty, got an object/ },
  { name: 'a symbol', view: Symbol('page'), error: /must be a string that is not empty, got a symbol/ }
]
