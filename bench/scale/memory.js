'use strict'

// Measures the memory of one process under requests for pages that all differ.

const { figure } = require('../../bin/measure/figures')
const progress = require('../../bin/measure/progress')
const { GRACE, withServers } = require('../children')
const servers = require('../servers')

const RUNS = [
  { server: 'express', title: 'plain', headers: {} },
  { server: 'buffered-render', title: 'plain', headers: {} },
  { server: 'buffered-render', title: 'gzip', headers: { 'Accept-Encoding': 'gzip' } }
]

/** Samples, after the first one without a request. */
const SAMPLES = 10
/** Seconds of load between two looks at the number of requests. */
const SECONDS = 1
const MB = 2 ** 20

/**
 * @typedef {{ server: string, title: string, marks: number[], samples: { requests: number, rss: number, heap: number }[] }} Memory in bytes, after `requests`
 *
 * @param {{ requests: number, connections: number }} how
 * @returns {Promise<Memory[]>}
 */
async function measureMemory ({ requests, connections }) {
  const marks = Array.from({ length: SAMPLES + 1 }, (_, i) => Math.round(i * requests / SAMPLES))
  const measured = []
  for (const { server, title, headers } of RUNS) {
    const samples = await withServers({ it: { file: 'bench/scale/server.js', args: ['1', server] } }, (load, { it }) => {
      const task = { port: it.port, headers, status: 200, connections, seconds: SECONDS }
      return takeSamples(it.server, `${server}, ${title}`, marks, () => load.ask(task, SECONDS + GRACE))
    })
    measured.push({ server, title, marks, samples })
  }
  return measured
}

async function takeSamples (child, title, marks, load) {
  const ask = async (question) => (await child.ask(question, GRACE)).workers[0]
  const samples = []
  for (const mark of marks) {
    progress.show(`memory, ${title}: ${figure(mark)} of ${figure(marks.at(-1))} requests`)
    while ((await ask('usage')).requests < mark) {
      const { failures } = await load()
      if (failures > 0) throw new Error(`${failures} requests to ${child.name} failed`)
    }
    samples.push(await ask('memory'))
  }
  return samples
}

/** @param {Memory[]} measured */
function summarizeMemory (measured) {
  return {
    title: 'Memory of a process after each number of requests, for pages that all differ, MB: resident, and the heap after a collection',
    header: ['requests', ...measured.map(({ server, title }) => `${servers[server].title}, ${title}`)],
    rows: measured[0].marks.map((requests, i) => [
      figure(requests), ...measured.map(({ samples: { [i]: { rss, heap } } }) => `${figure(rss / MB)}, ${figure(heap / MB)}`)
    ])
  }
}

module.exports = { measureMemory, summarizeMemory }
