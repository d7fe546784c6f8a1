'use strict'

const path = require('node:path')
const { includesAsStock } = require('./stock')

/** How many files a template remembers, the first ones: few include more, all by names that locals make. */
const MOST_INCLUDES = 100

/**
 * Renders what a template includes. Eta's own `render` finds the file, checks that
 * it is in `views` and words the errors; only the store in which it looks for the
 * compiled template is ours.
 */
class Includes {
  /**
   * @param {object} engine an instance of Eta
   * @param {(filename: string) => import('../../template/template').Template} load
   * @param {string} filepath of the including template
   * @param {boolean} cache whether templates are cached
   */
  constructor (engine, load, filepath, cache) {
    this.engine = engine
    this.filepath = filepath
    this.load = load
    this.cache = cache
    /** The page that is being rendered while Eta looks for a template. */
    this.page = undefined
    this.looking = new Looking(this)
    this.found = new Map()
    /**
     * What names mean, where Eta itself would find the same again: to find a file
     * costs it more than to render a small one.
     *
     * @type {{ sync: Map<string, Target>, async: Map<string, Target> }}
     */
    this.targets = { sync: new Map(), async: new Map() }
    this.config = engine.config
  }

  /**
   * @param {string} name a file's path, or that of a template that has been loaded
   * @param {boolean} async
   * @returns {Function | undefined} a template function as Eta's own
   */
  get (name, async) {
    const { engine, page } = this
    if (!engine.resolvePath || !engine.readFile || name.startsWith('@')) {
      const own = (async ? engine.templatesAsync : engine.templatesSync).get(name)
      return own && ((data, options) => own.call(engine, data, options))
    }
    const variant = this.find(name).program.variant(async)
    return (data, options) => variant.textOf(data, options, page)
  }

  /**
   * @param {string} file
   * @returns {import('../../template/template').Template} where templates are cached,
   *   it looks once
   */
  find (file) {
    if (!this.cache) return this.load(path.resolve(file))
    let template = this.found.get(file)
    if (template === undefined) {
      template = this.load(path.resolve(file))
      if (this.found.size < MOST_INCLUDES) this.found.set(file, template)
    }
    return template
  }

  /**
   * @param {import('./page').Page} page
   * @param {unknown} name a string, or a template function
   * @param {unknown} data
   * @param {object} options of the including template
   * @returns {unknown} what `include` gives in Eta
   */
  render (page, name, data, options) {
    const target = this.targetOf(name, options, false)
    return target ? renderTarget(target, data, options, page) : this.renderByEta('render', page, name, data, options)
  }

  /**
   * @param {import('./page').Page} page
   * @param {unknown} name
   * @param {unknown} data
   * @param {object} options
   * @returns {unknown} what `includeAsync` gives in Eta
   */
  renderAsync (page, name, data, options) {
    const target = this.targetOf(name, options, true)
    return target
      ? Promise.resolve(renderTarget(target, data, options, page))
      : this.renderByEta('renderAsync', page, name, data, options)
  }

  /**
   * @param {string} method of the engine
   * @param {import('./page').Page} page
   * @param {unknown} name
   * @param {unknown} data
   * @param {object} options
   * @returns {unknown}
   */
  renderByEta (method, page, name, data, options) {
    if (typeof name !== 'string') return this.engine[method](name, data, options)
    this.page = page
    return this.engine[method].call(this.looking.refreshed(), name, data, options)
  }

  /**
   * @param {unknown} name
   * @param {object} options
   * @param {boolean} async
   * @returns {Target | undefined} nothing where Eta has to be asked
   */
  targetOf (name, options, async) {
    const { engine } = this
    if (!this.cache || typeof name !== 'string' || options.filepath !== this.filepath) return
    if (this.config !== engine.config) {
      this.config = engine.config
      this.targets = { sync: new Map(), async: new Map() }
    }
    const targets = async ? this.targets.async : this.targets.sync
    const known = targets.get(name)
    return known || targets.size >= MOST_INCLUDES ? known : this.addTarget(targets, name, options, async)
  }

  /**
   * @param {Map<string, Target>} targets
   * @param {string} name
   * @param {object} options
   * @param {boolean} async
   * @returns {Target | undefined}
   * @throws what Eta throws for a name of no template
   */
  addTarget (targets, name, options, async) {
    const { engine } = this
    if (name.startsWith('@') || !includesAsStock(engine)) return
    const filepath = engine.resolvePath(name, options)
    const target = { async, filepath, program: this.find(filepath).program }
    targets.set(name, target)
    return target
  }
}

/**
 * A file that is included, with how.
 *
 * @typedef {{ async: boolean, filepath: string, program: { variant: (async: boolean) => import('./variant').Variant } }} Target
 */

/**
 * @param {Target} target
 * @param {unknown} data
 * @param {object} options of the including template
 * @param {import('./page').Page} page
 * @returns {unknown}
 */
function renderTarget ({ async, filepath, program }, data, options, page) {
  return program.variant(async).textOf(data, { ...options, async, filepath }, page)
}

/**
 * The instance of Eta as its own methods see it while they look for a template:
 * with a cache that has every file.
 */
class Looking {
  /**
   * @param {Includes} includes
   */
  constructor (includes) {
    const { engine } = includes
    Object.setPrototypeOf(this, engine)
    this.templatesSync = { get: (name) => includes.get(name, false) }
    this.templatesAsync = { get: (name) => includes.get(name, true) }
    this.refreshed = () => {
      this.config = { ...engine.config, cache: true }
      return this
    }
  }
}

module.exports = { Includes }
