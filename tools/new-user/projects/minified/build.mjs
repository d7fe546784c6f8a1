import { build } from 'esbuild'

const options = { bundle: true, minify: true, platform: 'node', target: 'node20', outdir: 'dist', format: 'cjs', outExtension: { '.js': '.cjs' } }

await build({ ...options, entryPoints: ['src/alone.ts'], packages: 'external' })

// As the docs advise: Express and the engine stay in node_modules.
await build({ ...options, entryPoints: ['src/bundled.ts'], external: ['ejs', 'express', 'mustache'] })
