'use strict'

// Runs nginx in front of servers on the same machine, a common setup.

const { spawn, spawnSync } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const { setTimeout: wait } = require('node:timers/promises')
const { freePort } = require('../test/support/free-port')
const { withCleanup, withFolder } = require('./folder')

/** Milliseconds to wait until nginx listens. */
const PATIENCE = 5000

const hasNginx = () => spawnSync('nginx', ['-v']).error === undefined

/**
 * Starts nginx in front of servers, see `withSites`, and passes its ports to `use`.
 *
 * @param {string[]} upstreams addresses of servers: `127.0.0.1:<port>` or `unix:<path>`
 */
async function withNginx (upstreams, use) {
  const ports = await Promise.all(upstreams.map(() => freePort()))
  const sites = upstreams.map((address, i) => `
    upstream app${i} { server ${address}; keepalive 64; }
    server {
      listen 127.0.0.1:${ports[i]};
      location / { proxy_pass http://app${i}; proxy_http_version 1.1; proxy_set_header Connection ""; }
    }`)
  return withSites(sites.join(''), ports, () => use(ports))
}

/**
 * Starts nginx with sites, calls `use`, and ends it.
 *
 * @param {string} sites blocks of its configuration, for `http`
 * @param {number[]} ports on which they listen
 * @throws {Error} if it does not listen in time
 */
function withSites (sites, ports, use) {
  return withFolder(async (folder) => {
    fs.writeFileSync(path.join(folder, 'nginx.conf'), configuration(sites))
    const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: ['ignore', 'ignore', 'inherit'] })
    const ended = once(child, 'exit')
    try {
      return await withCleanup(async () => {
        for (const port of ports) await listening(port)
        return use()
      }, () => child.kill())
    } finally {
      await ended
    }
  })
}

function configuration (sites) {
  const { uid, username } = os.userInfo()
  // Workers of root are another user, who must not connect to sockets of root.
  const owner = uid === 0 ? `user ${username};` : ''
  return `
  daemon off; worker_processes auto; ${owner} pid nginx.pid; error_log error.log;
  events { worker_connections 1024; }
  http {
    access_log off;
    keepalive_requests 100000000;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    ${sites}
  }`
}

async function listening (port) {
  const end = performance.now() + PATIENCE
  while (performance.now() < end) {
    const socket = net.connect(port, '127.0.0.1')
    const isThere = await new Promise((resolve) => socket.once('connect', () => resolve(true)).once('error', () => resolve(false)))
    socket.destroy()
    if (isThere) return
    await wait(50)
  }
  throw new Error(`nginx does not listen on port ${port}`)
}

module.exports = { hasNginx, withNginx, withSites }
