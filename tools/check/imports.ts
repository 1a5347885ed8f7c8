/** The imports between files, read from the sources. */
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { lineAt, listSources, readText, root } from './tree.ts'

export interface Import {
  readonly from: string
  readonly line: number
  /** As it is written. */
  readonly specifier: string
  /** The file, relative to the root; undefined for packages and Node's own modules. */
  readonly to: string | undefined
}

const areas = ['kit', 'modules', 'server', 'web', 'test', 'tools', 'bench', 'demo']

function resolve(from: string, specifier: string): string | undefined {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('.')) return normalize(join(dirname(from), path))
  const area = /^#(\w+)\//.exec(path)?.[1]
  return area !== undefined && areas.includes(area) ? path.slice(1) : undefined
}

/** Every import, export from, and dynamic import with a literal address of one file. */
function importsOf(file: string): Import[] {
  const text = readText(file)
  const { module, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: Import[] = []
  const add = (specifier: string, offset: number) =>
    found.push({ from: file, line: lineAt(text, offset), specifier, to: resolve(file, specifier) })
  for (const entry of module.staticImports) add(entry.moduleRequest.value, entry.start)
  for (const entry of module.staticExports) {
    const request = entry.entries.find((one) => one.moduleRequest)?.moduleRequest
    if (request) add(request.value, entry.start)
  }
  for (const entry of module.dynamicImports) {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(entry.moduleRequest.start, entry.moduleRequest.end))
    if (literal?.[2]) add(literal[2], entry.start)
  }
  return found
}

export function readImports(): Import[] {
  return listSources().flatMap(importsOf)
}

export function isMissing(target: string): boolean {
  return !existsSync(join(root, target))
}
