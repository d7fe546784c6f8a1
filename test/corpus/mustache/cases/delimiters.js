'use strict'

module.exports = {
  render: () => (text, render) => render(text),
  renderTwice: () => (text, render) => render(text) + render(`{{x}}${text}`),
  no: () => 'no',
  bracket: (value) => `(${value})`,
  typed: (value) => `${typeof value}(${value})`,
  toNothing () {}
}
