'use strict'

// Runs nginx in front of servers on the same machine, a common setup.

const { spawn, spawnSync } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const { setTimeout: wait } = require('node:timers/promises')
const { withCleanup, withFolder } = require('./folder')

/** Milliseconds to wait until nginx listens. */
const PATIENCE = 5000

/** @returns {boolean} */
function hasNginx () {
  return spawnSync('nginx', ['-v']).error === undefined
}

/**
 * Starts nginx, passes its ports to `use`, and ends it.
 *
 * @param {Record<string, string>} upstreams addresses of servers by name: `127.0.0.1:<port>` or `unix:<path>`
 * @param {(ports: Record<string, number>) => Promise<any>} use
 * @throws {Error} if it does not listen in time
 */
async function withNginx (upstreams, use) {
  const ports = Object.fromEntries(await Promise.all(Object.keys(upstreams).map(async (name) => [name, await freePort()])))
  return withSites(sitesOf(upstreams, ports), Object.values(ports), () => use(ports))
}

/**
 * Starts nginx with sites, calls `use`, and ends it.
 *
 * @param {string} sites blocks of its configuration, for `http`
 * @param {number[]} ports on which they listen
 * @param {() => Promise<any>} use
 * @throws {Error} if it does not listen in time
 */
async function withSites (sites, ports, use) {
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

function sitesOf (upstreams, ports) {
  return Object.entries(upstreams).map(([name, address], index) => `
    upstream app${index} { server ${address}; keepalive 64; }
    server {
      listen 127.0.0.1:${ports[name]};
      location / { proxy_pass http://app${index}; proxy_http_version 1.1; proxy_set_header Connection ""; }
    }`).join('')
}

function configuration (sites) {
  return `
  daemon off; worker_processes auto; ${owner()} pid nginx.pid; error_log error.log;
  events { worker_connections 1024; }
  http {
    access_log off;
    keepalive_requests 100000000;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    ${sites}
  }`
}

/** Workers of root are another user, who must not connect to sockets of root. */
function owner () {
  const { uid, username } = os.userInfo()
  return uid === 0 ? `user ${username};` : ''
}

async function freePort () {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
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

module.exports = { freePort, hasNginx, withNginx, withSites }
