'use strict'

/**
 * The environment that an app has its views rendered by: it finds them by their
 * names itself.
 */
class ByName {
  /**
   * @param {() => object} find gives the environment, which may be another one later
   */
  constructor (find) {
    this.find = find
  }

  get env () {
    return this.find()
  }
}

module.exports = { ByName }
