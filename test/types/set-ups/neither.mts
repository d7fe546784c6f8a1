import bufferedRender, { createRenderer, html } from 'buffered-render'
createRenderer({ views: 'views' }).render('index').then((rendered) => rendered.toBuffer())
html`<p>${Promise.resolve(1)}</p>`
bufferedRender().renderer.clear()
