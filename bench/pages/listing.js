'use strict'

const THINGS = [
  ['Mooring line', 'Spliced at one end & whipped at the other, it lies flat on deck and takes a cleat without a quarrel.'],
  ['Deck bucket', 'Holds ten litres, nests with its sisters, and has a lanyard long enough for a high quay.'],
  ['Galley kettle', 'The wide base stays put at twenty degrees of heel, and the spout pours where you point it.'],
  ['Chart weight', 'Keeps a folded chart open at the right page; the felt foot does not mark the paper.'],
  ['Hand lead', 'Seven pounds, with a hollow for tallow: the echo sounder that never runs out of battery.'],
  ['Ditty bag', 'Eight pockets inside, a drawstring above, and room for a palm, needles, twine & wax.'],
  ['Cabin lamp', 'Hangs level whatever the boat does, and burns for nine hours on one filling.'],
  ['Fender cover', 'Slips over a standard fender and keeps black streaks off your neighbour\'s topsides.'],
  ['Signal mirror', 'The sighting hole makes it easy to aim "by eye"; visible at more than ten miles in sun.'],
  ['Bosun\'s chair', 'A deep seat with side pockets, a tool loop and a back strap that you can trust aloft.']
]

const FINISHES = [
  ['Harbour blue', 'Dyed in the thread, so it fades slowly.'],
  ['Tarred black', 'It smells the way a boat store should.'],
  ['Polished brass', 'Will want rubbing up in spring.'],
  ['Oiled oak', 'Cut from windfall timber, air dried for two years.'],
  ['Natural hemp', 'Grown, retted & spun within thirty miles.'],
  ['Storm grey', 'Hides the marks of a hard season.'],
  ['Signal red', 'Easy to find on a dark foredeck.'],
  ['Galvanised', 'Dipped by hand, not sprayed.'],
  ['Bleached canvas', 'Number four cotton duck, double stitched.'],
  ['Racing white', 'Weighs a third less than the others.']
]

const PRODUCTS = THINGS.flatMap(([thing, use], t) => FINISHES.map(([finish, remark], f) => ({
  url: `/products/${t}${f}?finish=${f}&list=all`,
  name: `${thing}, ${finish.toLowerCase()}`,
  price: `$${(4.75 + 3.2 * t + 0.85 * f).toFixed(2)}`,
  description: `${use} ${remark}`
})))

/**
 * The locals of the listing; its title and one product in a hundred change with the counter.
 *
 * @param {number} n the request's counter
 * @returns {{ title: string, products: { url: string, name: string, price: string, description: string }[] }}
 */
module.exports = function listing (n) {
  const products = PRODUCTS.slice()
  const i = n % PRODUCTS.length
  products[i] = { ...PRODUCTS[i], name: `${PRODUCTS[i].name} (offer ${n})`, price: `$${n}.00` }
  return { title: `Everything for the boat (${n})`, products }
}
