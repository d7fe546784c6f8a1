'use strict'

/** Chromium makes requests of its own, and has none of the kernel's sandboxes in a container. */
const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--no-proxy-server',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'
]

module.exports = { FLAGS }
