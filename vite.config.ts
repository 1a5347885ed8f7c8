/** How the browser client is built: into dist/web, every script under /vue/, beside each file its compressed forms. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname
const outDir = join(root, 'dist/web')

/** Pages of modules: `modules/<m>/web/<chunk>/…`; the shell's own: `web/screens/<chunk>/…` (SHELL-004). */
const PAGE_FOLDER = /\/(?:modules\/[^/]+\/web|web\/screens)\/([a-z-]+)\//

function chunkOf(id: string): string | null {
  return PAGE_FOLDER.exec(id)?.[1] ?? null
}

/** Code that more than one chunk may need; texts of a language are loaded by themselves. */
function isShared(id: string): boolean {
  return chunkOf(id) === null && !/\.(json|css)$|\/locale\//.test(id)
}

/** The server sends `.br` and `.gz` files as they are; compressing once costs less than at every request. */
function precompress(): Plugin {
  const worthIt = /\.(js|css|html|svg|json)$/
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name)
        if (!entry.isFile() || !worthIt.test(entry.name)) continue
        const bytes = readFileSync(file)
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

export default defineConfig(({ command }) => ({
  root: join(root, 'web'),
  base: '/vue/',
  plugins: [react(), precompress()],
  resolve: {
    alias: [
      // Contracts are read for their paths alone: no schema library in the browser.
      { find: /^typebox$/, replacement: join(root, 'web/api/no-schemas.ts') },
    ],
  },
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: ['chrome109', 'edge109', 'firefox115', 'safari16.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 2048,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Chunks that share code may import each other; their modules still run in the order of the source.
        strictExecutionOrder: true,
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // What everything stands on is one chunk, so that no two chunks wait for each other's first lines.
            { name: 'kit', test: /\/kit\/|\/web\/api\/no-schemas/, priority: 3 },
            // What several pages share must not lie in one page's chunk (SHELL-005): it is grouped by who uses it.
            { name: 'shared', test: isShared, entriesAware: true, entriesAwareMergeThreshold: 12_000, priority: 2 },
            { name: chunkOf, test: PAGE_FOLDER, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 8120,
    fs: { allow: [root] },
    proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3000' },
  },
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
