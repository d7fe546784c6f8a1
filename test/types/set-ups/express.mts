import express from 'express'
import bufferedRender, { html } from 'buffered-render'
express().use(bufferedRender()).get('/', (req, res) => res.send(html`<p>${req.query.name}</p>`))
