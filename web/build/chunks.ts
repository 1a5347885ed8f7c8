/**
 * Which code goes into which file of the build (SHELL-003 to SHELL-005). Each page belongs to the chunk that its
 * folder names. Other code goes by who needs it: what the frame needs is in `core`, what one chunk alone needs is in that
 * chunk. What several chunks need lies with the first of `OFTEN` that needs it, so that a first visit asks for few files;
 * else in a file of its own for just these. A file therefore imports only files that at least the same chunks need: there
 * are no circles between files, and no screen loads another's pages.
 */
import type { Plugin } from 'vite'
import { isCall } from './contract-calls.ts'

/**
 * The chunks of the specification (SHELL-004; its own spelling of certification-acount), the administrators', the gradebook, and
 * the pages that companies design.
 */
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
  ...['knowledge-pay', 'recommend', 'share-study', 'study', 'gradebook', 'ai', 'admin', 'portal'],
])

/** What members open most, in the order in which they do. What each shares with others lies in one file. */
const OFTEN: readonly (readonly [chunk: string, file: string])[] = [
  // The bell stands above every screen, and everybody begins with the sign-in or the home page.
  ['Bell', 'frame'],
  ['center-detail', 'frame'],
  ['home', 'frame'],
  ['study', 'common-study'],
  ['item-parts', 'item-parts'],
  ['live', 'common-live'],
]
/** Parts of several modules that stand together on the page of whatever can be studied. */
const PARTS_OF_ITEMS: ReadonlySet<string> = new Set([
  ...['ShareButton', 'CollectButton', 'TopicTags', 'ScoreStars', 'Discussion'],
])
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

/** The later tables of screens (`web/part-of.ts`). */
const TABLE = /\/web\/later\/[\w-]+\.ts$/
/** What the doors show to other modules lies where their folders say, as screens do. */
const DOOR = /\/modules\/[^/]+\/[^/]+\/web\.tsx$/

/** Texts of a language are files of their own. */
function isText(id: string): boolean {
  return TEXTS.test(id) || id.endsWith('.json')
}

/** What is loaded when it is first used, a library or a part of a screen, has a name of its own. */
function lazyChunk(id: string): string {
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(id)?.[1]
  const file = id.replace(/^.*\//, '').replace(/\.\w+$/, '')
  if (PARTS_OF_ITEMS.has(file)) return 'item-parts'
  return library === undefined || library === 'antd' ? file : library.replace(/[@/]/g, '')
}

/** The modules whose texts every member needs, and those whose texts stand beside each other on one screen. */
const TEXTS_OF_FRAME = /^(?:web|kit|modules\/platform\/messages)$/
const TEXTS_OF_ITEMS = /^modules\/(?:content\/(?:topics|catalog)|community\/sharing|platform\/words)$/
const TEXTS = /\/(web|kit|modules\/[^/]+\/[^/]+)\/messages\/(\w+)\.(json|first\.js|later\.js)$/

/** Texts that are needed together lie together, those of a language apart from the other's. */
function textsName(id: string, withHome: ReadonlySet<string>): string | undefined {
  const [, folder = '', language, part] = TEXTS.exec(id) ?? []
  if (part === 'later.js') return `later-texts-${language}`
  if (TEXTS_OF_FRAME.test(folder)) return `texts-${language}`
  return TEXTS_OF_ITEMS.test(folder) || withHome.has(folder) ? `home-texts-${language}` : undefined
}

/**
 * Style sheets of what everybody sees first come with the page itself; those of the learning pages and of their parts, which
 * stand on one screen, are one file.
 */
function stylesName(chunks: ReadonlySet<string>): string | undefined {
  const file = OFTEN.find(([chunk]) => chunks.has(chunk))?.[1]
  if (file === 'frame') return 'core'
  return file === 'common-study' || file === 'item-parts' ? 'learning-styles' : undefined
}

function nameOf(id: string, chunks: ReadonlySet<string>): string {
  const isLibrary = id.includes('node_modules')
  const names = [...chunks].sort()
  if (names.length === 1 && names[0] !== 'Bell') return names[0] ?? ''
  // What a table shares with others is some lines about access.
  if (names.some((name) => /^(admin|rest)-screens$/.test(name))) return 'core'
  const file = OFTEN.find(([chunk]) => chunks.has(chunk))?.[1]
  if (file === 'frame') return file
  // Some lines of ours that many need shall not bring a library along.
  if (file !== undefined) return isLibrary ? `libraries-${file}` : file
  // Calls import nothing: a file for every combination would be too many.
  if (isCall(id)) return 'calls'
  if (names.length < COMMON_FROM) return `of-${names.join('-')}`
  return isLibrary ? 'libraries' : 'common'
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
  const lazy = new Set([...graph.values()].flatMap((node) => node.dynamicImports))
  const naming = new Set(core)
  for (const root of lazy) {
    if (TABLE.test(root)) markReached(graph, root, (id) => !naming.has(id) && naming.add(id).has(id))
  }
  const lazyOf = (ids: Iterable<string>) => new Set([...ids].flatMap((id) => graph.get(id)?.dynamicImports ?? []))
  const screens = lazyOf(naming)
  const parts = lazyOf([...graph.keys()].filter((id) => DOOR.test(id)))
  for (const root of lazy) {
    if (isText(root) || core.has(root)) continue
    // What a screen itself loads later does not come with the chunk of the screen, nor a part with what members open most.
    const folder = folderChunk(root)
    const isNamed = screens.has(root) || (parts.has(root) && !OFTEN.some(([often]) => often === folder))
    const chunk = (isNamed ? folder : undefined) ?? lazyChunk(root)
    markReached(graph, root, (id) => {
      if (core.has(id)) return false
      const chunks = needed.get(id) ?? new Set()
      if (chunks.has(chunk)) return false
      needed.set(id, chunks.add(chunk))
      return true
    })
  }
  const places = new Map(
    [...needed].map(([id, chunks]) => [
      id,
      (id.endsWith('.css') ? stylesName(chunks) : undefined) ?? nameOf(id, chunks),
    ]),
  )
  for (const id of core) places.set(id, 'core')
  const withHome = new Set(
    [...graph.keys()].flatMap((id) => /\/(modules\/[^/]+\/[^/]+)\/web\/home\//.exec(id)?.[1] ?? []),
  )
  for (const id of graph.keys()) {
    if (!isText(id)) continue
    const name = textsName(id, withHome)
    if (name === undefined) places.delete(id)
    else places.set(id, name)
  }
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
    // Every screen needs it: it is fetched along with the first script, not after it.
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const frame = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === 'frame')
        const attrs = { rel: 'modulepreload', crossorigin: true, href: `/vue/${frame?.fileName}` }
        return frame ? [{ tag: 'link', attrs, injectTo: 'head' }] : []
      },
    },
  }
  return { plugin, nameOfFile: (id) => (id.includes('rolldown/runtime') ? 'core' : (places.get(id) ?? null)) }
}
