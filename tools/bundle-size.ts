/**
 * How much script a browser fetches for its first screens, as it travels (brotli). `--check` fails when a budget is
 * exceeded. Reads what `npm run build` wrote.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const directory = join(import.meta.dirname, '../dist/web')

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
}

type Manifest = Readonly<Record<string, Chunk>>

interface Visit {
  readonly name: string
  readonly budgetKb: number
  /** Sources, or names of chunks, that are fetched, each with all that it imports. */
  readonly sources: readonly string[]
}

/** Every visit begins with the entry and the texts of the frame in the first language. */
const always = ['index.html', 'texts-cn']
const signIn = [...always, '../modules/platform/identity/messages/cn.first.js', 'center-detail']
const signedIn = [...always, 'frame', 'home-texts-cn']

const visits: readonly Visit[] = [
  { name: 'first visit to the sign-in page', budgetKb: 152, sources: signIn },
  { name: 'first visit to the home page', budgetKb: 158, sources: [...signedIn, 'home'] },
  {
    name: 'first visit to a course page',
    budgetKb: 205,
    sources: [...signedIn, 'study', 'item-parts'],
  },
]

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8')) as Manifest
}

function addWithImports(manifest: Manifest, source: string, files: Set<string>): void {
  const chunk =
    manifest[source] ?? Object.values(manifest).find(({ name, file }) => name === source && file.endsWith('.js'))
  if (!chunk) throw new Error(`the build has no chunk for ${source}`)
  if (files.has(chunk.file)) return
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) addWithImports(manifest, imported, files)
}

function kilobytes(file: string): number {
  return statSync(join(directory, `${file}.br`)).size / 1024
}

function main(): void {
  const manifest = readManifest()
  let exceeded = false
  for (const { name, budgetKb, sources } of visits) {
    const files = new Set<string>()
    for (const source of sources) addWithImports(manifest, source, files)
    const scripts = [...files].filter((file) => file.endsWith('.js'))
    const total = scripts.reduce((sum, file) => sum + kilobytes(file), 0)
    exceeded ||= total > budgetKb
    console.log(`${name}: ${total.toFixed(1)} KB of ${budgetKb} KB, ${scripts.length} files`)
    if (!process.argv.includes('--files')) continue
    for (const file of scripts.sort((a, b) => kilobytes(b) - kilobytes(a))) {
      console.log(`  ${kilobytes(file).toFixed(1).padStart(7)} KB  ${file}`)
    }
  }
  if (exceeded && process.argv.includes('--check')) process.exitCode = 1
}

main()
