/** What the build emits. Builds the client into memory. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, loadConfigFromFile } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaredPaths } from '#tools/check/screens.ts'
import { placeModules } from '#web/build/chunks.ts'
import { laterKeys, laterTexts } from '#web/build/later-texts.ts'
import { buildName } from '#web/build/release.ts'
import { tableOf } from '#web/part-of.ts'

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
let assets: ReadonlyMap<string, string> = new Map()

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
  assets = new Map(
    output.output.flatMap((file) => (file.type === 'asset' ? [[file.fileName, String(file.source)]] : [])),
  )
  page = assets.get('index.html') ?? ''
})

test('[SHELL-003] every script that the page names lies under /vue/', () => {
  const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(named.filter((address) => address.endsWith('.js')).length).toBeGreaterThan(0)
  expect(named.filter((address) => !/^(\/vue\/|data:image\/)/.test(address))).toEqual([])
})

test('the page, build.json and the service worker name the same build; another file is another build', () => {
  const [, named] = /<meta name="build" content="([0-9a-f]{12})">/.exec(page) ?? []
  expect(named).toBeDefined()
  expect(JSON.parse(assets.get('build.json') ?? '{}')).toEqual({ build: named })
  expect(assets.get('sw.js')).toContain(`shuyuan-offline-${named}`)
  expect(assets.get('sw.js')).not.toContain('__BUILD__')
  expect(buildName(['a-1.js', 'b-1.js'])).toBe(buildName(['b-1.js', 'a-1.js']))
  expect(buildName(['a-1.js', 'b-2.js'])).not.toBe(buildName(['a-1.js', 'b-1.js']))
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

/** The chunks that bring Ant Design neither themselves nor by an import. */
function plainChunks(): Chunk[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const brings = (chunk: Chunk, seen = new Set<string>()): boolean => {
    if (seen.has(chunk.fileName)) return false
    seen.add(chunk.fileName)
    if (chunk.moduleIds.some((id) => /node_modules\/(antd|@ant-design|@rc-component)\//.test(id))) return true
    return chunk.imports.some((file) => {
      const next = byFile.get(file)
      return next !== undefined && brings(next, seen)
    })
  }
  return chunks.filter((chunk) => !brings(chunk))
}

test('what is fetched without Ant Design says no text that comes with it', () => {
  const sources = plainChunks()
    .flatMap((chunk) => chunk.moduleIds)
    .filter((id) => id.startsWith(root) && !id.includes('node_modules') && /\/web(\/.*)?\.tsx?$/.test(id))
    // A door is divided, and says no text.
    .filter(existsSync)
    .map((id) => [id.slice(root.length + 1), readFileSync(id, 'utf8')] as const)
  expect(sources.length).toBeGreaterThan(100)
  const said = Object.entries(laterKeys).flatMap(([folder, keys]) => {
    const name = folder === 'web' ? 'shell' : folder.replace(/.*\//, '')
    const key = new RegExp(`['"\`](${keys.join('|')})\\.`)
    return sources
      .filter(
        ([path, source]) =>
          (path.startsWith(`${folder}/`) || source.includes(`useText('${name}')`)) && key.test(source),
      )
      .map(([path, source]) => `${path}: ${key.exec(source)?.[1]}`)
  })
  expect(said).toEqual([])
})

test('the texts of a module that is divided are all in one of its two parts, and the first names the other', () => {
  const load = laterTexts().load as unknown as (id: string) => string | null
  for (const [folder, keys] of Object.entries(laterKeys)) {
    const path = join(root, folder, 'messages/cn')
    const partOf = (which: string) => {
      const [, json = '{}'] = /^export default (.*)$/m.exec(load(`${path}.${which}.js`) ?? '') ?? []
      return JSON.parse(json) as object
    }
    const [first, later] = [partOf('first'), partOf('later')]
    expect(Object.keys(later).sort(), folder).toEqual([...keys].sort())
    expect({ ...first, ...later }, folder).toEqual(JSON.parse(readFileSync(`${path}.json`, 'utf8')))
  }
  const parts = chunks.filter(({ name }) => /texts-cn$/.test(name))
  expect(parts.find(({ name }) => name === 'home-texts-cn')?.code).toContain(
    parts.find(({ name }) => name === 'later-texts-cn')?.fileName,
  )
})

test('the first script does not grow with the screens: it names none of the administration, nor those few visits begin with', async () => {
  const entry = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/main.tsx')))
  const imported = chunks.filter(({ fileName }) => entry?.imports.includes(fileName))
  const code = [entry, ...imported].map((chunk) => chunk?.code).join('')
  const names = (path: string) => ['`', '"', "'"].some((quote) => code.includes(quote + path + quote))
  const named = (await declaredPaths()).filter(names)
  expect(named).toContain('/study/course/detail/:id')
  expect(named.filter((path) => tableOf(path) === 'admin')).toEqual([])
  // The menus name screens without parameters, which are few.
  expect(named.filter((path) => tableOf(path) === 'rest' && path.includes(':'))).toEqual([])
  const later = (name: string) => chunks.find((chunk) => chunk.name === name)?.code ?? ''
  expect(later('admin-screens')).toContain('/admin/members/import')
  expect(later('rest-screens')).toContain('/exam/detail/:id')
})

test('a screen brings of a contract the calls that it makes', () => {
  const entry = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/main.tsx')))
  const frame = chunks.find(({ name }) => name === 'frame')
  const code = [entry, frame].map((chunk) => chunk?.code).join('')
  // The bell asks how much is unread; what was delivered is looked at by administrators.
  expect([code.includes('/system/message/unread-count'), code.includes('/system/operation/message-delivery')]).toEqual([
    true,
    false,
  ])
})

test('a contract that a screen needs as a whole is made of the same calls as those of other screens', () => {
  const code = chunks.map((chunk) => chunk.code).join('')
  const count = (text: string) => code.split(text).length - 1
  // Live asks some suppliers' sessions by the older path (LIVE-148), and the home page by the newer one.
  expect([count('/course-study/gensee-student/schedule'), count('/live/new/schedule')]).toEqual([1, 1])
  expect(count('/course-study/gensee-student`')).toBe(0)
})

test('a contract keeps for the browser what it asks with, not what it is answered', () => {
  const code = chunks.map((chunk) => chunk.code).join('')
  const has = (text: string) => code.includes(text)
  // The summaries of calls would be there as text.
  expect([has('/team-study/teams'), has('The teams that the caller may look at')]).toEqual([true, false])
  expect([has('/live/new/schedule'), has('Running and upcoming live sessions')]).toEqual([true, false])
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
