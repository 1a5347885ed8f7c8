/**
 * The scripts of the player: the libraries as they are published, and our own modules, whose types are cut off when they
 * are first asked for. Only what is named here is ever read.
 */
import { readFile } from 'node:fs/promises'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const scormDirectory = dirname(require.resolve('scorm-again'))
const h5pDirectory = dirname(require.resolve('h5p-standalone'))
const playerDirectory = join(import.meta.dirname, '../../web/player')

const scripts = 'text/javascript; charset=utf-8'

const libraries: Readonly<Record<string, readonly [directory: string, file: string, type: string]>> = {
  'scorm12.js': [scormDirectory, 'scorm12.min.js', scripts],
  'scorm2004.js': [scormDirectory, 'scorm2004.min.js', scripts],
  'h5p/main.bundle.js': [h5pDirectory, 'main.bundle.js', scripts],
  'h5p/frame.bundle.js': [h5pDirectory, 'frame.bundle.js', scripts],
  'h5p/styles/h5p.css': [h5pDirectory, 'styles/h5p.css', 'text/css'],
  ...Object.fromEntries(
    [
      ['eot', 'application/vnd.ms-fontobject'],
      ['svg', 'image/svg+xml'],
      ['ttf', 'font/ttf'],
      ['woff', 'font/woff'],
    ].flatMap(([ending = '', type = '']) =>
      ['h5p-core-27', 'h5p-hub-publish'].map((font) => [
        `h5p/fonts/${font}.${ending}`,
        [h5pDirectory, `fonts/${font}.${ending}`, type] as const,
      ]),
    ),
  ),
}

const modules = [
  'main.ts',
  'bridge.ts',
  'scorm.ts',
  'storage.ts',
  'sequence.ts',
  'sequence-state.ts',
  'pages.ts',
  'h5p.ts',
  'outbox.ts',
  'stage.ts',
  'words.ts',
]

export interface RuntimeFile {
  readonly content: Buffer
  readonly contentType: string
}

const kept = new Map<string, RuntimeFile>()

async function load(name: string): Promise<RuntimeFile | undefined> {
  const library = libraries[name]
  if (library) {
    const [directory, file, contentType] = library
    return { content: await readFile(join(directory, file)), contentType }
  }
  const [, module = ''] = /^player\/([a-z0-9-]+\.ts)$/.exec(name) ?? []
  if (!modules.includes(module)) return undefined
  const source = await readFile(join(playerDirectory, module), 'utf8')
  return { content: Buffer.from(stripTypeScriptTypes(source)), contentType: scripts }
}

export async function runtimeFile(name: string): Promise<RuntimeFile | undefined> {
  const known = kept.get(name)
  if (known) return known
  const loaded = await load(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (loaded) kept.set(name, loaded)
  return loaded
}
