'use strict'

const path = require('node:path')
const fc = require('fast-check')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { spliced } = require('../support/fragments-of')
const { propertyRuns } = require('../support/level')
const { runNode } = require('../support/run-script')
const { viewFolder } = require('../support/view-folder')

const fragments = ['', '<p>', 'a', ',1', '#', '00000002', '世'.repeat(100)].map((text) => new StaticFragment(text))
const { digest } = fragments[1]

const compositionOf = (chunks) => Buffer.from(spliced(chunks).identityBytes)

/** What the composition has to tell: the bytes of each text, the digest of each fragment. */
const contentOf = (chunks) => spliced(chunks).chunks.map((chunk) => (
  typeof chunk === 'string' ? { text: Buffer.from(chunk).toString() } : { digest: chunk.digest }
))

/**
 * Reads a composition from its end. That it can be read shows that two pages
 * which differ in anything cannot have the same.
 *
 * @param {Buffer} composition
 * @returns {({ text: string } | { digest: string })[]}
 */
function read (composition) {
  const ascii = composition.toString('latin1')
  const end = composition.length - 8
  const start = end - parseInt(ascii.slice(end), 16)
  const chunks = []
  let offset = 0
  for (let at = start; at < end;) {
    if (ascii[at] === '#') {
      chunks.push({ digest: ascii.slice(at + 1, at += 44) })
    } else {
      const [written, length] = /^,(\d+)/.exec(ascii.slice(at, end))
      chunks.push({ text: composition.toString('utf8', offset, offset += Number(length)) })
      at += written.length
    }
  }
  expect(offset).toBe(start)
  return chunks
}

/** Pieces that make text look like a part of a composition, and what may confuse whoever counts. */
const imitation = fc.oneof(
  fc.constantFrom('#', ',', `#${digest}`, digest, `#${digest}0000002c`, ',1', ',0', ',1#', '0', '00000000', '00000002', 'ffffffff', 'a', '\0', '\n'),
  fc.constantFrom('é', '世', '🎉', '\ud83c', '\udf89', '\ufffd', '\xff'),
  fc.nat(300).map((length) => `,${length}`),
  fc.nat(300).map((length) => length.toString(16).padStart(8, '0')),
  fc.constantFrom(...fragments).map(({ digest }) => `#${digest}`),
  fc.constantFrom(...fragments).map(({ text }) => text)
)
const imitatingText = fc.array(imitation, { maxLength: 4 }).map((pieces) => pieces.join(''))
const imitatingChunks = fc.array(fc.oneof(imitatingText, fc.constantFrom(...fragments)), { maxLength: 7 })

describe('a composition', () => {
  test('can be parsed, whatever its text contains', () => {
    fc.assert(fc.property(imitatingChunks, (chunks) => {
      expect(read(compositionOf(chunks))).toEqual(contentOf(chunks))
    }), propertyRuns(5000))
  })

  test('differs from that of a page which holds it, or a part of it, as text', () => {
    const cut = fc.tuple(fc.nat(), fc.nat())
    fc.assert(fc.property(imitatingChunks, imitatingChunks, cut, fc.nat(), (victim, attacker, [from, to], place) => {
      const composition = compositionOf(victim)
      const text = composition.toString()
      const [start, end] = [from % (text.length + 1), to % (text.length + 1)].sort((a, b) => a - b)
      for (const piece of [text, text.slice(start, end), text.slice(start), text.slice(0, end)]) {
        const forged = attacker.toSpliced(place % (attacker.length + 1), 0, piece)
        const areSame = JSON.stringify(contentOf(forged)) === JSON.stringify(contentOf(victim))
        expect(compositionOf(forged).equals(composition)).toBe(areSame)
        if (!spliced(forged).toBuffer().equals(spliced(victim).toBuffer())) expect(compositionOf(forged).equals(composition)).toBe(false)
      }
    }), propertyRuns(2000))
  })

  test('is the same for other fragments with the same bytes, and after other pages', () => {
    fc.assert(fc.property(imitatingChunks, imitatingChunks, (chunks, others) => {
      const composition = compositionOf(chunks)
      spliced(others).toBuffer()
      const again = chunks.map((chunk) => typeof chunk === 'string' ? chunk : new StaticFragment(chunk.text))
      expect(compositionOf(again)).toEqual(composition)
    }))
  })

  test('of many chunks and long texts can be parsed', () => {
    const pages = [
      Array.from({ length: 20_000 }, (_, i) => i % 2 ? `,${i}` : fragments[i % fragments.length]),
      ['x'.repeat(2_000_000), fragments[1], '世'.repeat(500_000)],
      [`${',1'.repeat(300_000)}000927c0`]
    ]
    for (const chunks of pages) expect(JSON.stringify(read(compositionOf(chunks)))).toBe(JSON.stringify(contentOf(chunks)))
  })
})

test('the same views in two folders, each rendered by a separate process, have the same composition, unlike other views', async () => {
  const views = {
    'page.ejs': `<%- include('part', { name }) %>${'static text, 世界, '.repeat(100)}<% for (const item of items) { %><li><%= item %></li><% } %>`,
    'part.ejs': `<b title="${'long '.repeat(100)}"><%= name %></b>`
  }
  const other = { ...views, 'part.ejs': views['part.ejs'].replace('long', 'Long') }
  const script = `
    const [, library, folder] = process.argv
    const { createRenderer } = require(library)
    const renderer = createRenderer({ views: folder, extension: 'ejs' })
    renderer.render('page', { name: 'Zoë', items: [1, '<2>', '#3'] }).then((page) => process.stdout.write(page.identityBytes))`
  const [here, there, elsewhere] = await Promise.all([views, views, other].map(async (files) => {
    const folder = path.dirname(viewFolder(files).file('page.ejs'))
    const { stdout } = await runNode(['-e', script, require.resolve('../..'), folder])
    for (const name of [path.basename(folder), folder]) expect(stdout).not.toContain(name)
    return stdout
  }))
  expect(here).toContain('#')
  expect(there).toBe(here)
  expect(elsewhere).not.toBe(here)
})
