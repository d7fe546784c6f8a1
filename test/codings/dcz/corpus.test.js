'use strict'

const { readdirSync } = require('node:fs')
const path = require('node:path')
const { dczWith } = require('../../../lib/codings/dcz')
const { Dictionary } = require('../../../lib/codings/dcz/dictionary')
const { endingsOf } = require('../../dialects/side-by-side')
const { fragmentsOf } = require('../../support/fragments-of')
const { everything } = require('../../support/level')
const { describeNodesZstd } = require('../../support/unzstd')

const names = readdirSync(path.join(__dirname, '../../corpus'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)

// The program zstd takes too long for thousands of pages.
describeNodesZstd('pages of the corpora against a dictionary of their static text', (decode) => {
  /** Against all its fragments, and every other one in another order, whose static text is literals then. */
  const isSame = (page) => {
    const texts = fragmentsOf(page).map(({ bytes }) => bytes)
    const bytes = page.toBuffer()
    return [texts, texts.filter((_, i) => i % 2 === 0).reverse()].every((known, i) => {
      const dictionary = new Dictionary(known, 1 << 20)
      return decode(dczWith(dictionary).encoderOf(page, { deflatesText: i === 0 }).toBuffer(), dictionary.bytes).equals(bytes)
    })
  }

  test.each(names)('%s', async (name) => {
    const language = require(`../../dialects/languages/${name}`)
    const settings = everything ? [...language.usualSettings, ...language.otherSettings] : language.usualSettings.slice(0, 1)
    let spliced = 0
    for (const { version, engine } of everything ? language.engines : language.engines.slice(-1)) {
      for (const setting of settings) {
        for (const example of language.corpus) {
          if (example.engines?.includes(version) === false || example.fits?.(setting) === false) continue
          const pages = []
          await endingsOf(language, { engine, example, setting }, [async (side, locals) => {
            const page = await side.template().render(side.copiesLocals ? { ...locals } : locals)
            pages.push(page)
            return page.toString()
          }])
          expect({ example: example.name, wrong: pages.filter((page) => !isSame(page)).map(String) }).toEqual({ example: example.name, wrong: [] })
          spliced += pages.filter((page) => fragmentsOf(page).length > 0).length
        }
      }
    }
    expect(spliced).toBeGreaterThan(0)
  })
})
