// Shows the counters of all processes as they change, and what an invalidation did.

const form = document.querySelector('form.invalidate')
const status = form.querySelector('[role=status]')
const stillness = matchMedia('(prefers-reduced-motion: reduce)')

for (const { dataset: { port } } of document.querySelectorAll('th[data-port]')) {
  const cells = document.querySelectorAll(`td[data-port="${port}"]`)
  const feed = new EventSource(`http://${location.hostname}:${port}/stats`)
  feed.addEventListener('message', ({ data }) => show(cells, JSON.parse(data)))
  feed.addEventListener('error', () => show(cells, {}))
}

/** Without a counter, the process does not answer. */
function show (cells, counts) {
  for (const cell of cells) {
    const text = String(counts[cell.dataset.counter] ?? '…')
    if (cell.textContent === text) continue
    cell.textContent = text
    if (!stillness.matches) cell.animate({ backgroundColor: ['var(--changed)', 'transparent'] }, 1000)
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  status.textContent = ''
  const { ok } = await fetch('/invalidate', { method: 'post' }).catch(() => ({}))
  status.textContent = ok
    ? 'Invalidated: no process shows an older fragment from now on.'
    : 'Redis does not answer. The invalidation is repeated until Redis takes it.'
})
