'use strict'

/**
 * @typedef {object} Tea
 * @property {string} name as in its URL
 * @property {string} title
 * @property {string} origin
 * @property {string} kind
 * @property {number} degrees of the water, Celsius
 * @property {string} minutes
 * @property {string} text
 */

/** @type {Tea[]} */
module.exports = [
  {
    name: 'assam',
    title: 'Assam',
    origin: 'Assam, India',
    kind: 'Black',
    degrees: 95,
    minutes: '3 to 5',
    text: 'Grown almost at sea level, along the Brahmaputra, where the monsoon is long and warm. The cup is dark and malty, ' +
      'and strong enough for milk: most breakfast teas begin with it. Leaves of the second flush have golden tips.'
  },
  {
    name: 'darjeeling',
    title: 'Darjeeling',
    origin: 'West Bengal, India',
    kind: 'Black',
    degrees: 90,
    minutes: '3',
    text: 'From gardens on steep slopes of the Himalaya, up to 2,000 metres. The first flush of March is light and flowery; ' +
      'the second, in May and June, is known for its scent of muscatel grapes. It is best without milk.'
  },
  {
    name: 'keemun',
    title: 'Keemun',
    origin: 'Anhui, China',
    kind: 'Black',
    degrees: 90,
    minutes: '3 to 4',
    text: 'A black tea of the late nineteenth century, made in Qimen County. Small, tight leaves give a red cup that smells of ' +
      'wood, cocoa and a little smoke. It was a part of English Breakfast before Assam was.'
  },
  {
    name: 'sencha',
    title: 'Sencha',
    origin: 'Shizuoka & Kagoshima, Japan',
    kind: 'Green',
    degrees: 75,
    minutes: '1 to 2',
    text: 'Steamed for half a minute after the harvest, which keeps the leaf green, then rolled to needles. It tastes of grass ' +
      'and of the sea. With boiling water it is bitter, so let the water cool first. Leaves are good for three pots.'
  },
  {
    name: 'tieguanyin',
    title: 'Tieguanyin',
    origin: 'Anxi, Fujian, China',
    kind: 'Oolong',
    degrees: 95,
    minutes: '1',
    text: 'Named after Guanyin, the “iron goddess of mercy”. The leaves are bruised, oxidised by a third or less, and rolled to ' +
      'beads that open over five or more short infusions. The scent is that of orchids.'
  }
]
