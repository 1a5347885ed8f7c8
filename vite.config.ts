/** How the browser client is built: into dist/web, every script under /vue/, beside each file its compressed forms. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { namedChunks } from './web/build/chunks.ts'
import { contractCalls } from './web/build/contract-calls.ts'
import { directImports } from './web/build/direct-imports.ts'
import { doorParts } from './web/build/door-parts.ts'
import { laterTexts } from './web/build/later-texts.ts'
import { namedBuild } from './web/build/release.ts'
import { slimContracts } from './web/build/slim-contracts.ts'

const root = import.meta.dirname
const outDir = join(root, 'dist/web')

/** The server sends `.br` and `.gz` files as they are; compressing once costs less than at every request. */
function precompress(): Plugin {
  const worthIt = /\.(js|css|html|svg|json|wasm)$/
  let builtInto = outDir
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      builtInto = config.build.outDir
    },
    closeBundle() {
      for (const entry of readdirSync(builtInto, { recursive: true, withFileTypes: true })) {
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

/** The mark in the browser's tab travels with the page: a request of its own would cost more than its bytes. */
function inlineIcon(): Plugin {
  const icon = readFileSync(join(root, 'web/public/favicon.svg'), 'utf8').trim()
  return {
    name: 'inline-icon',
    apply: 'build',
    transformIndexHtml: (html) =>
      html.replace(/"[^"]*favicon\.svg"/, `"data:image/svg+xml,${encodeURIComponent(icon)}"`),
  }
}

const chunks = namedChunks()

export default defineConfig(({ command }) => ({
  root: join(root, 'web'),
  base: '/vue/',
  plugins: [
    react(),
    doorParts(),
    directImports(readFileSync(join(root, 'node_modules/antd/es/index.js'), 'utf8')),
    contractCalls(),
    slimContracts(),
    laterTexts(),
    chunks.plugin,
    inlineIcon(),
    namedBuild(),
    precompress(),
  ],
  // Texts are read as a whole.
  json: { namedExports: false },
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
    modulePreload: {
      polyfill: false,
      // The minifier makes one call of the two languages' imports, which would then bring both.
      resolveDependencies: (file, dependencies) => (/texts-\w+-/.test(file) ? [] : dependencies),
    },
    assetsInlineLimit: 2048,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunks.nameOfFile, debugName: 'named' }],
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
