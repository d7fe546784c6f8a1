'use strict'

const { Rendered } = require('../../lib/page/rendered')
const { Template } = require('../../lib/views/template')

/**
 * Breaks all dialects until the end of the test. What a template includes is rendered by the same method, and stays as it is.
 *
 * @param {object} faults
 * @param {(page: Rendered) => unknown} [faults.page] what is given in place of a page
 * @param {(error: unknown) => unknown} [faults.error] and of an error
 */
function breakDialects ({ page = (page) => page, error = (error) => { throw error } }) {
  const { render } = Template.prototype
  jest.spyOn(Template.prototype, 'render').mockImplementation(function (locals, outer) {
    if (outer !== undefined) return render.call(this, locals, outer)
    try {
      const rendered = render.call(this, locals)
      return rendered instanceof Rendered ? page(rendered) : rendered.then(page, error)
    } catch (thrown) {
      return error(thrown)
    }
  })
}

module.exports = { breakDialects }
