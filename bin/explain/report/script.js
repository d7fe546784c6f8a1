'use strict'

for (const button of document.querySelectorAll('thead button')) {
  button.addEventListener('click', () => sortBy(button.closest('th')))
}

/**
 * Sorts the table by a column, or reverses the order if that column is sorted already. Rows
 * without a figure come last.
 */
function sortBy (head) {
  const isAscending = head.getAttribute('aria-sort') !== 'ascending'
  const body = head.closest('table').tBodies[0]
  const rows = Array.from(body.rows, (row) => ({ row, value: valueOf(row.cells[head.cellIndex]) }))
  rows.sort((a, b) => {
    if (a.value === '' || b.value === '') return (a.value === '') - (b.value === '')
    return isAscending ? compare(a.value, b.value) : compare(b.value, a.value)
  })
  body.append(...rows.map(({ row }) => row))
  for (const other of head.parentNode.cells) other.removeAttribute('aria-sort')
  head.setAttribute('aria-sort', isAscending ? 'ascending' : 'descending')
}

function valueOf ({ dataset: { value }, textContent }) {
  if (value === undefined) return textContent.trim()
  return value === '' ? '' : Number(value)
}

function compare (a, b) {
  return typeof a === 'number' ? a - b : a.localeCompare(b, 'en', { numeric: true })
}

const tip = document.getElementById('tip')

/** Unlike a `title`, this tip appears without a delay, and on touch screens. */
document.addEventListener('pointerover', ({ target, clientX, clientY }) => {
  const part = target.closest('.line > [title], .line > [data-title]')
  tip.hidden = part === null
  if (part === null) return
  if (part.title !== '') {
    part.dataset.title = part.title
    part.removeAttribute('title')
  }
  tip.textContent = part.dataset.title
  const { width, height } = tip.getBoundingClientRect()
  tip.style.left = `${Math.max(4, Math.min(clientX + 12, window.innerWidth - width - 4))}px`
  tip.style.top = `${clientY > height + 20 ? clientY - height - 12 : clientY + 20}px`
})

document.addEventListener('scroll', () => { tip.hidden = true }, true)
