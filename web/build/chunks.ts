/**
 * Which code goes into which file of the build (SHELL-003 to SHELL-005). Each page belongs to the chunk that its
 * folder names. Other code goes by who needs it: what the first screen's frame needs is in `core`, what one chunk alone
 * needs is in that chunk, and what several need is in a file of its own for just these. A file therefore imports only
 * files that at least the same chunks need: there are no circles between files, and no screen loads another's code.
 */
import type { Plugin } from 'vite'

/** The chunks of the specification (SHELL-004; its own spelling of certification-acount), and the administrators'. */
const CHUNKS: ReadonlySet<string> = new Set([
  ...['center', 'center-detail', 'certification-acount', 'certification-info', 'live', 'center-v', 'share-output'],
  ...[
    'share-index',
    'share-team',
    'knowledge-community',
    'my-collection-detail',
    'topic-list',
    'home',
    'classroom-book',
  ],
  ...['knowledge-pay', 'recommend', 'share-study', 'study', 'ai', 'admin'],
])

/** What a member sees first, two screens and the bell above them: they get nothing that only others need. */
const FIRST_SCREENS = ['center-detail', 'home', 'Bell']
/** Code that so many chunks need lies together, lest there be a file for every combination. */
const COMMON_FROM = 4

interface ModuleNode {
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
}

/** The chunk that a page's folder names: `modules/<district>/<m>/web/<chunk>/…`, `web/screens/<chunk>/…`. */
function folderChunk(id: string): string | undefined {
  const folder = /\/(?:modules\/[^/]+\/[^/]+\/web|web\/screens)\/([a-z-]+)\//.exec(id)?.[1]
  return folder !== undefined && CHUNKS.has(folder) ? folder : undefined
}

/** Texts of a language are files of their own. */
function isText(id: string): boolean {
  return id.endsWith('.json')
}

/** What is loaded when it is first used, a library or a part of a screen, has a name of its own. */
function lazyChunk(id: string): string {
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(id)?.[1]
  const file = id.replace(/^.*\//, '').replace(/\.\w+$/, '')
  return library === undefined || library === 'antd' ? file : library.replace(/[@/]/g, '')
}

function nameOf(chunks: ReadonlySet<string>): string {
  const names = [...chunks].sort()
  if (names.length === 1) return names[0] ?? ''
  if (names.length < COMMON_FROM) return `of-${names.join('-')}`
  return ['common', ...FIRST_SCREENS.filter((name) => chunks.has(name))].join('-')
}

function markReached(graph: ReadonlyMap<string, ModuleNode>, root: string, mark: (id: string) => boolean): void {
  const open = [root]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (mark(id)) open.push(...(graph.get(id)?.imports ?? []))
  }
}

/** For every module the name of its file; none for what the bundler may place as it likes. */
export function placeModules(graph: ReadonlyMap<string, ModuleNode>, entry: string): ReadonlyMap<string, string> {
  const core = new Set<string>()
  markReached(graph, entry, (id) => !core.has(id) && core.add(id).has(id))
  const needed = new Map<string, Set<string>>()
  const screens = new Set([...core].flatMap((id) => graph.get(id)?.dynamicImports ?? []))
  const lazy = new Set([...graph.values()].flatMap((node) => node.dynamicImports))
  for (const root of lazy) {
    if (isText(root) || core.has(root)) continue
    // What a screen itself loads later does not come with the chunk of the screen.
    const chunk = (screens.has(root) ? folderChunk(root) : undefined) ?? lazyChunk(root)
    markReached(graph, root, (id) => {
      if (core.has(id)) return false
      const chunks = needed.get(id) ?? new Set()
      if (chunks.has(chunk)) return false
      needed.set(id, chunks.add(chunk))
      return true
    })
  }
  const places = new Map([...needed].map(([id, chunks]) => [id, nameOf(chunks)]))
  for (const id of core) places.set(id, 'core')
  for (const id of graph.keys()) if (isText(id)) places.delete(id)
  return places
}

/** The plugin learns the modules of the build; `nameOfFile` then tells where each belongs. */
export function namedChunks(): { plugin: Plugin; nameOfFile: (id: string) => string | null } {
  let places: ReadonlyMap<string, string> = new Map()
  const plugin: Plugin = {
    name: 'named-chunks',
    apply: 'build',
    buildEnd() {
      const graph = new Map<string, ModuleNode>()
      let entry = ''
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id)
        if (!info) continue
        graph.set(id, { imports: info.importedIds, dynamicImports: info.dynamicallyImportedIds })
        if (info.isEntry) entry = id
      }
      places = placeModules(graph, entry)
    },
  }
  return { plugin, nameOfFile: (id) => places.get(id) ?? null }
}
