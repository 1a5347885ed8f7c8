import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { OperatorError } from '#tools/operator-error.ts'

const projectDirectory = path.resolve(import.meta.dirname, '..')
const stampFile = path.join(projectDirectory, 'dist/.built-from')

/** What the browser client is made of, as paths from the project's folder. */
const sources = [
  /^(web|kit)\//,
  /^modules\/[^/]+\/[^/]+\/(web\/|web\.tsx$|contract\.ts$|contract\/|messages\/)/,
  /^modules\/graph\.ts$/,
  /^(package-lock\.json|vite\.config\.ts|tsconfig.*\.json|index\.html)$/,
]
const notSources = /\.test\.tsx?$/

/** Builds the browser client into dist/ unless it was built from just these sources; answers whether it did. */
export async function buildClientWhenChanged(log: (line: string) => void): Promise<boolean> {
  const stamp = await hashSources()
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return false
  log('Building the browser client …')
  // An interrupted build must not pass for a finished one.
  await rm(stampFile, { force: true })
  await build()
  await mkdir(path.dirname(stampFile), { recursive: true })
  await writeFile(stampFile, stamp)
  return true
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await listSources()) {
    hash
      .update(`${file}\0`)
      .update(await readFile(path.join(projectDirectory, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

async function listSources(): Promise<string[]> {
  const top = await readdir(projectDirectory, { withFileTypes: true })
  const files = top.filter((entry) => entry.isFile()).map((entry) => entry.name)
  for (const folder of ['web', 'kit', 'modules']) {
    const entries = await readdir(path.join(projectDirectory, folder), { withFileTypes: true, recursive: true }).catch(
      () => [],
    )
    for (const entry of entries) {
      if (entry.isFile()) files.push(path.relative(projectDirectory, path.join(entry.parentPath, entry.name)))
    }
  }
  return files.filter((file) => sources.some((pattern) => pattern.test(file)) && !notSources.test(file)).sort()
}

/** Throws an OperatorError with the builder's own words when it fails. */
async function build(): Promise<void> {
  const vite = path.join(path.dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: projectDirectory,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new OperatorError(`The browser client could not be built:\n${said}`)
}

if (import.meta.main) await buildClientWhenChanged((line) => console.log(line))
