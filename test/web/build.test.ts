/** What the build emits. Builds the client into memory. */
import { join } from 'node:path'
import { build, loadConfigFromFile } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { placeModules } from '#web/build/chunks.ts'

const root = join(import.meta.dirname, '../..')

interface Chunk {
  readonly fileName: string
  readonly name: string
  readonly code: string
  readonly imports: readonly string[]
  readonly moduleIds: readonly string[]
}

let page = ''
let chunks: Chunk[] = []

beforeAll(async () => {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'vite.config.ts'))
  const config = loaded?.config ?? {}
  const compressing = (plugin: unknown) => (plugin as { name?: string } | null)?.name === 'precompress'
  const output = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    plugins: (config.plugins ?? []).filter((plugin) => !compressing(plugin)),
    build: { ...config.build, write: false, manifest: false },
  })
  if (!('output' in output)) throw new Error('the build answered no single output')
  chunks = output.output.filter((file) => file.type === 'chunk')
  const index = output.output.find((file) => file.fileName === 'index.html')
  page = index?.type === 'asset' ? String(index.source) : ''
}, 60_000)

test('[SHELL-003] every script that the page names lies under /vue/', () => {
  const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(named.filter((address) => address.endsWith('.js')).length).toBeGreaterThan(0)
  expect(named.filter((address) => !address.startsWith('/vue/'))).toEqual([])
})

test('[SHELL-006] each page lies in the chunk that its folder names', () => {
  const folder = /\/(?:modules\/[^/]+\/[^/]+\/web|web\/screens)\/([a-z-]+)\/\w+Page\.tsx$/
  const pages = chunks.flatMap((chunk) =>
    chunk.moduleIds.flatMap((id) => {
      const wanted = folder.exec(id)?.[1]
      return wanted === undefined ? [] : [{ id, wanted, got: chunk.name }]
    }),
  )
  expect(pages.map(({ got }) => got)).toContain('home')
  expect(pages.filter(({ wanted, got }) => wanted !== got)).toEqual([])
  expect(new Set(chunks.filter(({ name }) => name === 'home').map(({ fileName }) => fileName)).size).toBe(1)
})

test('[SHELL-005] no chunk of screens is fetched along with another', () => {
  const screens = new Set(['center', 'center-detail', 'center-v', 'home', 'share-index', 'study', 'admin'])
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const fetched = (file: string, seen: Set<string>): Set<string> => {
    if (!seen.has(file)) for (const next of byFile.get(seen.add(file) && file)?.imports ?? []) fetched(next, seen)
    return seen
  }
  for (const chunk of chunks) {
    const others = [...fetched(chunk.fileName, new Set())]
      .map((file) => byFile.get(file)?.name ?? '')
      .filter((name) => screens.has(name) && name !== chunk.name)
    expect(others, chunk.fileName).toEqual([])
  }
})

test('what is seen first, and where members study, is fetched without Ant Design', () => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const fetched = (file: string, seen = new Set<string>()): Set<string> => {
    if (!seen.has(file)) for (const next of byFile.get(seen.add(file) && file)?.imports ?? []) fetched(next, seen)
    return seen
  }
  for (const name of ['home', 'center-detail', 'study', 'item-parts']) {
    const roots = chunks.filter((chunk) => chunk.name === name)
    expect(roots, name).toHaveLength(1)
    const modules = [...fetched(roots[0]?.fileName ?? '')].flatMap((file) => byFile.get(file)?.moduleIds ?? [])
    expect(modules.filter((id) => /node_modules\/(antd|@ant-design|@rc-component)\//.test(id))).toEqual([])
  }
})

test('a contract keeps for the browser what it asks with, not what it is answered', () => {
  const code = chunks.map((chunk) => chunk.code).join('')
  const has = (text: string) => code.includes(text)
  // The summaries of calls would be there as text.
  expect([has('/team-study/teams'), has('The teams that the caller may look at')]).toEqual([true, false])
  expect([has('`/schedule`'), has('Running and upcoming live sessions')]).toEqual([true, false])
})

test('files import each other in no circle', () => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const done = new Set<string>()
  const visit = (file: string, above: readonly string[]): void => {
    expect(above, `${[...above, file].join(' → ')}`).not.toContain(file)
    if (done.has(file)) return
    for (const next of byFile.get(file)?.imports ?? []) visit(next, [...above, file])
    done.add(file)
  }
  for (const chunk of chunks) visit(chunk.fileName, [])
})

test('no schema library reaches the browser', () => {
  expect(chunks.flatMap((chunk) => chunk.moduleIds).filter((id) => id.includes('/typebox/'))).toEqual([])
})

describe('where code goes', () => {
  const graph = new Map(
    Object.entries({
      '/web/main.tsx': {
        imports: ['/core.js'],
        dynamicImports: ['/web/screens/home/A.tsx', '/modules/d/m/web/study/B.tsx', '/cn.json'],
      },
      '/web/screens/home/A.tsx': { imports: ['/both.js', '/core.js'], dynamicImports: [] },
      '/modules/d/m/web/study/B.tsx': {
        imports: ['/both.js', '/one.js'],
        dynamicImports: ['/node_modules/big/index.js'],
      },
      '/node_modules/big/index.js': { imports: [], dynamicImports: [] },
      '/core.js': { imports: [], dynamicImports: [] },
      '/both.js': { imports: ['/core.js'], dynamicImports: [] },
      '/one.js': { imports: [], dynamicImports: [] },
      '/cn.json': { imports: [], dynamicImports: [] },
    }),
  )

  test('by who needs it', () => {
    expect(Object.fromEntries(placeModules(graph, '/web/main.tsx'))).toEqual({
      '/web/main.tsx': 'core',
      '/core.js': 'core',
      '/web/screens/home/A.tsx': 'home',
      '/modules/d/m/web/study/B.tsx': 'study',
      '/both.js': 'frame',
      '/one.js': 'study',
      '/node_modules/big/index.js': 'big',
    })
  })
})
