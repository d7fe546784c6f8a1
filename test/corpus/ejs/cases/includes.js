'use strict'

const items = ['one', '<two>', 'drei']
const title = 'Title <of> the page'

const tree = [
  { name: 'root & more', children: [{ name: 'a' }, { name: 'b', children: [{ name: 'c', children: [] }] }] },
  { name: '<leaf>' }
]

// A helper that changes the object it came from, as Express apps do with res.locals.
function changeable () {
  const locals = { title, set: (name, value) => { locals[name] = value } }
  return locals
}

module.exports = [
  { name: 'includes with and without data', view: 'include-basic', locals: [{ title }] },
  { name: 'an include that is escaped', view: 'include-escaped', locals: [{ title }] },
  { name: 'includes in loops', view: 'include-loop', locals: [{ items }, { items: [] }] },
  { name: 'a template that includes itself', view: 'include-recursive', locals: [{ tree }, { tree: [] }] },
  { name: 'includes of includes', view: 'include-nested', locals: [{ title }] },
  { name: 'includes used as strings', view: 'include-value', locals: [{ title, wrap: (html) => `<div>${html.trim()}</div>` }] },
  { name: 'a layout that is given a body', view: 'include-layout', locals: [{ title }] },
  { name: 'a layout that is given a body captured from __output', view: 'include-capture', locals: [() => ({ title })] },
  { name: 'an include that does not exist', view: 'include-not-found', locals: [{}], throws: true },
  { name: 'an include that does not exist, caught', view: 'include-not-found-caught', locals: [{}] },
  { name: 'an include without a name', view: 'include-bad-name', locals: [{}], throws: true },
  { name: 'variables are not shared with includes', view: 'include-shares-nothing', locals: [() => ({ title })] },
  { name: 'locals changed before an include', view: 'include-mutated-locals', locals: [changeable] },
  { name: 'odd data for includes', view: 'include-odd-data', locals: [{ b: 1, a: 2 }] },
  { name: 'include called in other ways', view: 'include-extra-arguments', locals: [{ title }] },
  {
    name: 'a local named include',
    view: 'include-shadowed-by-local',
    locals: [{ title, include: (name) => `<u>${name}</u>` }, { title, include: function () { return this.title } }]
  },
  { name: 'a variable named include', view: 'include-shadowed-by-variable', locals: [{ title }] },
  { name: 'includes that return values', view: 'include-returns-value', locals: [{ title }] },
  { name: 'a template that returns its output early', view: 'return-early', locals: [{ user: null }, { user: { name: '<Ann>' } }] },
  { name: 'a template that returns nothing', view: 'return-nothing', locals: [{ user: 1 }, { user: 0 }] },
  { name: 'a template that returns a string', view: 'return-string', locals: [{ user: { name: 'Ann' } }] }
]
