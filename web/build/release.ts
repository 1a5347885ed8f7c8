/**
 * Names the build: in the page as `<meta name="build">`, in `build.json` for tabs that are open already, and in `sw.js`, whose
 * cache belongs to one build.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const worker = join(import.meta.dirname, '../release/sw.js')
const NAME_LENGTH = 12

/** The names of files are made of their content, so that the same sources are the same build on any machine. */
export function buildName(files: readonly string[]): string {
  return createHash('sha256')
    .update([...files].sort().join('\n'))
    .digest('hex')
    .slice(0, NAME_LENGTH)
}

export function namedBuild(): Plugin {
  let name = ''
  return {
    name: 'named-build',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        name ||= buildName(Object.keys(bundle))
        const source = readFileSync(worker, 'utf8').replaceAll('__BUILD__', name)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
        this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ build: name }) })
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        name = buildName(Object.keys(bundle ?? {}).filter((file) => !file.endsWith('.html')))
        return [{ tag: 'meta', attrs: { name: 'build', content: name }, injectTo: 'head' }]
      },
    },
  }
}
