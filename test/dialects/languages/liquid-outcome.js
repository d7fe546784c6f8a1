'use strict'

const { describeError } = require('../../support/outcome')

/**
 * @param {() => unknown} render
 * @returns {Promise<object>} the text, or all properties of the error
 */
async function outcomeOf (render) {
  try {
    const output = await render()
    const text = String(output)
    if (typeof output !== 'string' && !output.toBuffer().equals(Buffer.from(text))) throw new Error('bytes and text differ')
    return { text }
  } catch (error) {
    if (!(error instanceof Error)) return { error }
    const { context, name, errors } = error
    return { error: { ...describeError(error), name, context, errors: errors?.map(describeError), token: error.token?.getPosition?.() } }
  }
}

module.exports = { outcomeOf }
