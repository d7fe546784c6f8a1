'use strict'

// Measures from which length on a run of static text should be a static fragment
// and not a literal, coalesced with the dynamic text around it. Pages of RUNS
// static runs, alternating with short dynamic values, are rendered both ways to
// their entity tag and bytes.

const { entityTag } = require('../lib/response/validator')
const { Splicer } = require('../lib/page/splicer')
const { StaticFragment } = require('../lib/page/static-fragment')
const { figure } = require('../bin/measure/figures')
const progress = require('../bin/measure/progress')
const { median, ratios } = require('../bin/measure/statistics')
const { timeInTurns } = require('../bin/measure/stopwatch')
const table = require('./table')

const RUNS = 8
const LENGTHS = [64, 128, 256, 512, 1024, 2048, 4096]
const ROUNDS = 15

const SCRIPTS = {
  ASCII: { prose: 'The tide table promises that the water will stop rising at six. ', value: 'a value of about 20 ' },
  Chinese: { prose: '潮汐表承诺海水将在七点五十四分停止上涨，它的误差很少超过几分钟。', value: '大约二十个字符长的一个动态的值在这里第' }
}

/** Creates a page with runs of `length` bytes, as a program for each way. */
function createPage ({ prose, value }, length) {
  const runs = Array.from({ length: RUNS }, (_, i) => repeat(prose.slice(i) + prose, length))
  const fragments = runs.map((run) => new StaticFragment(run))
  const values = Array.from({ length: RUNS }, (_, i) => value + i)

  return {
    literal () {
      const out = new Splicer()
      for (let i = 0; i < RUNS; i++) {
        out.text += runs[i]
        out.text += values[i]
      }
      return respond(out.end())
    },
    fragment () {
      const out = new Splicer()
      for (let i = 0; i < RUNS; i++) {
        out.fragment(fragments[i])
        out.text += values[i]
      }
      return respond(out.end())
    }
  }
}

function respond (rendered) {
  entityTag(rendered, 'weak')
  return rendered.toBuffer()
}

/** Returns text of at most `length` bytes, as a flat string like a literal. */
function repeat (text, length) {
  const characters = Math.floor(length * text.length / Buffer.byteLength(text))
  return Buffer.from(text.repeat(Math.ceil(characters / text.length)).slice(0, characters)).toString()
}

/** Measures the cost of a run and its value. */
async function compare (script, length) {
  const title = `${script}, ${length} bytes`
  const page = createPage(SCRIPTS[script], length)
  if (!page.literal().equals(page.fragment())) throw new Error('the two ways differ')

  const { literal, fragment } = await timeInTurns(page, { rounds: ROUNDS, title })
  return [
    title,
    figure(median(literal) / RUNS),
    figure(median(fragment) / RUNS),
    figure(median(ratios(literal, fragment)), 2)
  ]
}

async function main () {
  const rows = []
  for (const script of Object.keys(SCRIPTS)) {
    for (const length of LENGTHS) rows.push(await compare(script, length))
  }
  progress.clear()
  table.print({ header: ['static run', 'literal, ns', 'fragment, ns', 'literal / fragment'], rows })
}

main()
