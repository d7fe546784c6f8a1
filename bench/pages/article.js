'use strict'

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

module.exports = { english: article(ENGLISH), chinese: article(CHINESE) }
