'use strict'

module.exports = {
  includeFile: ({ params }, blocks, { cache, storage }) => `${params[0]} ${Boolean(cache)} ${typeof storage.templates.get('none')}`,
  extendsFile: (content, blocks) => [content, ...blocks].map(({ exec }) => `${typeof exec()} ${exec()}`).join()
}
