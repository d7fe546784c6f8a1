'use strict'

/**
 * Returns the links of a long list: the first and the last page, the current
 * page with its neighbours, and a gap where pages are omitted.
 *
 * @param {string} q search text
 * @param {number} page
 * @param {number} lastPage
 */
function pageLinks (q, page, lastPage) {
  return {
    previous: page > 1 ? href(q, page - 1) : undefined,
    next: page < lastPage ? href(q, page + 1) : undefined,
    numbers: shownNumbers(page, lastPage).map((number, i, shown) => ({
      number,
      href: href(q, number),
      current: number === page,
      afterGap: i > 0 && number > shown[i - 1] + 1
    }))
  }
}

function shownNumbers (page, lastPage) {
  const wanted = [1, page - 1, page, page + 1, lastPage]
  return [...new Set(wanted)].filter((number) => number >= 1 && number <= lastPage)
}

function href (q, page) {
  return '/?' + new URLSearchParams(q === '' ? { page } : { q, page })
}

module.exports = { pageLinks }
