import bufferedRender = require('buffered-render')
import { html } from 'buffered-render'
import { type Dialect, Splicer } from 'buffered-render/template'
const dialect: Dialect = { name: 'text', extensions: ['.txt'], compile: (source) => (out) => { out.text += source } }
bufferedRender({ engines: { txt: dialect } })
export const page = html`<p>${new Splicer().text}</p>`
