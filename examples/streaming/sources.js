'use strict'

const { setTimeout: wait } = require('node:timers/promises')
const { tideTable } = require('./tide')

const MINUTE = 60 * 1000

/**
 * The data sources of the dashboard. The tide is computed; the others simulate slow
 * databases and external services.
 */
const sources = {
  /** @returns {Promise<import('./tide').TideTable>} of 24 hours */
  async tide () {
    await wait(300)
    return tideTable(Date.now())
  },

  async weather () {
    await wait(1000)
    return { summary: 'Clearing from the west', temperature: 13, wind: 14, gusts: 21, from: 'SW', pressure: 1011, visibility: 9 }
  },

  /** Available before the weather, but after it on the page. */
  async berths () {
    await wait(700)
    return [
      { berth: 'North 1', ship: 'Morwenna', kind: 'ferry', state: 'boarding' },
      { berth: 'North 2', ship: 'Anna & Clara', kind: 'trawler', state: 'unloading' },
      { berth: 'Quay 4', ship: 'Stella Borealis', kind: 'coaster', state: 'waiting for the tide' },
      { berth: 'Quay 5', ship: null, kind: null, state: 'free' },
      { berth: 'South 1', ship: 'Kittiwake', kind: 'pilot boat', state: 'on call' }
    ]
  },

  /** Fails, since the buoy does not answer. */
  async waves () {
    await wait(2000)
    throw new Error('The wave buoy did not answer within 2 s')
  },

  /**
   * @yields {{ time: number, text: string }} latest entries of the logbook
   */
  async * logbook () {
    const now = Date.now()
    for (const [ago, text] of ENTRIES) {
      await wait(350)
      yield { time: now - ago * MINUTE, text }
    }
  }
}

/** Entries: minutes before now, and the text. */
const ENTRIES = [
  [4, 'Morwenna ready for boarding, 112 booked'],
  [11, 'Pilot aboard Stella Borealis; she waits for 4.5 m over the sill'],
  [26, 'Anna & Clara alongside, 6 t of hake and <2 t of ling'],
  [41, 'Dredger clear of the north channel'],
  [58, 'Light of the west mole checked, new lamp']
]

module.exports = sources
