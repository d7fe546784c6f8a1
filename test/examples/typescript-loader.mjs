import { readFile } from 'node:fs/promises'
import ts from 'typescript'

const compilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  verbatimModuleSyntax: true
}

/** Runs TypeScript on Node before 22.18. */
export async function load (url, context, nextLoad) {
  if (!url.endsWith('.mts')) return nextLoad(url, context)
  const { outputText } = ts.transpileModule(await readFile(new URL(url), 'utf8'), { compilerOptions })
  return { format: 'module', source: outputText, shortCircuit: true }
}
