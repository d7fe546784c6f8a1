import bufferedRender, { html } from 'buffered-render'

// None of these may compile.
export function mistakes () {
  // @ts-expect-error a wrong name of an engine
  bufferedRender({ engines: { html: 'esj' } })
  // @ts-expect-error a wrong name of an option
  bufferedRender({ view: 'views' })
  // @ts-expect-error a number as HTML
  html.raw(7)
}
