import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { OperatorError } from '#tools/operator-error.ts'

const projectDirectory = path.resolve(import.meta.dirname, '..')
const clientDirectory = path.join(projectDirectory, 'dist/web')
const stampFile = path.join(projectDirectory, 'dist/.built-from')

/** What the browser client is made of, as paths from the project's folder. */
const sources = [
  /^(web|kit)\//,
  /^modules\/[^/]+\/(web\/|web\.tsx$|contract\.ts$|messages\/)/,
  /^modules\/graph\.ts$/,
  /^(package-lock\.json|vite\.config\.ts|tsconfig.*\.json|index\.html)$/,
]
const notSources = /\.test\.tsx?$/

const compressible = /\.(js|mjs|css|html|svg|json|wasm|ttf)$/
const smallestCompressedBytes = 1024
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Builds the browser client into dist/ unless it was built from just these sources; answers whether it did. */
export async function buildClientWhenChanged(log: (line: string) => void): Promise<boolean> {
  if (!existsSync(path.join(projectDirectory, 'vite.config.ts'))) return false
  const stamp = await hashSources()
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return false
  log('Building the browser client …')
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

/**
 * Builds beside and renames, so that an interrupted or failed build leaves the earlier client as it was.
 * Throws an OperatorError with the builder's own words when it fails.
 */
async function build(): Promise<void> {
  const beside = `${clientDirectory}-next`
  const vite = path.join(path.dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--outDir', beside, '--emptyOutDir', '--logLevel', 'warn'], {
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
  await compressFiles(beside)
  await rm(clientDirectory, { recursive: true, force: true })
  await rename(beside, clientDirectory)
}

/** The server sends these as they are: the best compression costs nothing while serving. */
async function compressFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      if (content.length < smallestCompressedBytes) return
      const [brotli, gzipped] = await Promise.all([compressBrotli(content), compressGzip(content, { level: 9 })])
      await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
    }),
  )
}
