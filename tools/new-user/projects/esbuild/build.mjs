import { build } from 'esbuild'

const options = { bundle: true, platform: 'node', target: 'node20', outdir: 'dist' }

// Express, the engine and the library stay in node_modules.
await build({ ...options, entryPoints: ['src/server.ts', 'src/alone.ts'], format: 'esm', packages: 'external' })

// All is in the bundle.
await build({ ...options, entryPoints: ['src/bundled.ts'], format: 'cjs', outExtension: { '.js': '.cjs' } })

// An ES module has no `require`, which CommonJS packages need for modules of Node.
const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" }
await build({ ...options, entryPoints: ['src/bundled.ts'], format: 'esm', outExtension: { '.js': '.mjs' }, banner })
