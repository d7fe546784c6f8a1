'use strict'

// The locals of the pages: each function takes the counter of a request, so that every page differs.

const ENGLISH = {
  lang: 'en',
  site: 'The Harbour Almanac',
  title: 'How a tide table is made',
  author: 'Margaret O\'Connell',
  date: '14 March 2024',
  reading: 'being read now',
  labels: [
    'Reading the tide staff at Penrose Quay',
    'Springs & neaps: a picture guide',
    'The rule of twelfths, and where it fails',
    'A surge in the night: the winter of 1953',
    'Who owns the foreshore?',
    'Kelvin\'s brass computer',
    'Double high waters and the island that makes them',
    'Barometer and book: the skipper\'s margin',
    'Dredging the north channel',
    'Sixty constants of one small harbour'
  ]
}

const CHINESE = {
  lang: 'zh-Hans',
  site: '海港年鉴',
  title: '一张潮汐表是怎样编成的',
  author: '欧阳海澜',
  date: '二〇二四年三月十四日',
  reading: '正在阅读',
  labels: [
    '在彭罗斯码头读水尺',
    '大潮与小潮图解',
    '十二分法及其失灵之处',
    '夜半风暴潮：一九五三年的冬天',
    '潮间带归谁所有？',
    '开尔文的黄铜计算机',
    '双高潮与造成它的岛屿',
    '气压计与书：船长的余量',
    '疏浚北航道',
    '一座小港的六十个常数'
  ]
}

/** The locals of one article by counter: the title and the first related link change. */
function article ({ title, reading, labels, ...edition }) {
  const links = labels.map((label, i) => ({ url: `/articles/${1204 + 37 * i}?from=related&position=${i}`, label }))

  return (n) => {
    const related = links.slice()
    related[0] = { url: `${links[0].url}&visit=${n}`, label: `${labels[0]} (${reading}: ${n})` }
    return { ...edition, title: `${title} (${n})`, related }
  }
}

/** TechEmpower's fortunes, sorted by message, since sorting is not measured. */
const FORTUNES = [
  { id: 11, message: '<script>alert("This should not be displayed in a browser alert box.");</script>' },
  { id: 4, message: 'A bad random number generator: 1, 1, 1, 1, 1, 4.33e+67, 1, 1, 1' },
  { id: 5, message: 'A computer program does what you tell it to do, not what you want it to do.' },
  { id: 2, message: 'A computer scientist is someone who fixes things that aren\'t broken.' },
  { id: 8, message: 'A list is only as strong as its weakest link. — Donald Knuth' },
  { id: 0, message: 'Additional fortune added at request time.' },
  { id: 3, message: 'After enough decimal places, nobody gives a damn.' },
  { id: 7, message: 'Any program that runs right is obsolete.' },
  { id: 10, message: 'Computers make very fast, very accurate mistakes.' },
  { id: 6, message: 'Emacs is a nice operating system, but I prefer UNIX. — Tom Christaensen' },
  { id: 9, message: 'Feature: A bug with seniority.' },
  { id: 1, message: 'fortune: No such file or directory' },
  { id: 12, message: 'フレームワークのベンチマーク' }
]
const RANDOM = 1
const ADDITIONAL = 5

/** Three values of the page change with the counter. */
function fortunes (n) {
  const fortunes = FORTUNES.slice()
  fortunes[RANDOM] = { id: 4, message: `${FORTUNES[RANDOM].message}, ${n}` }
  fortunes[ADDITIONAL] = { id: 0, message: `${FORTUNES[ADDITIONAL].message} (${n})` }
  return { title: `Fortunes ${n}`, fortunes }
}

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

/** The title and one product in a hundred change with the counter. */
function listing (n) {
  const products = PRODUCTS.slice()
  const i = n % PRODUCTS.length
  products[i] = { ...PRODUCTS[i], name: `${PRODUCTS[i].name} (offer ${n})`, price: `$${n}.00` }
  return { title: `Everything for the boat (${n})`, products }
}

/** Only the name of the user changes with the counter. */
function member (n) {
  return { title: 'Everything for the boat', user: `Margaret O'Connell (${n})`, products: PRODUCTS }
}

module.exports = { PRODUCTS, english: article(ENGLISH), chinese: article(CHINESE), fortunes, listing, member }
