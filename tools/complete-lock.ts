/**
 * npm leaves the optional packages of other systems out of package-lock.json where it installed beside an existing
 * node_modules (npm/cli issue 4828) or could not reach them; `npm ci` then refuses the file. This adds them:
 * `npx node tools/complete-lock.ts`, after an `npm install` that tools/package-lock.test.ts complains about.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

type Entry = { version?: string; dev?: boolean; optionalDependencies?: Record<string, string> }
type Lock = { packages: Record<string, Entry & Record<string, unknown>> }
type Missing = { name: string; version: string; isDevelopment: boolean }

const lockFile = path.resolve(import.meta.dirname, '../package-lock.json')
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32', 'arm']

export async function readLock(): Promise<Lock> {
  return JSON.parse(await readFile(lockFile, 'utf8')) as Lock
}

/** The optional packages that some package names and the lock file does not hold. */
export function findMissing(lock: Lock): Missing[] {
  return Object.entries(lock.packages).flatMap(([place, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isComplete(lock, place, name))
      .map(([name, version]) => ({ name, version, isDevelopment: dev })),
  )
}

/** Looks where Node looks: beside the package, then in each folder above. */
function isComplete(lock: Lock, place: string, name: string): boolean {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true
    if (folder === '') return false
  }
}

async function complete(): Promise<void> {
  const lock = await readLock()
  const missing = findMissing(lock)
  for (const { name, version, isDevelopment } of missing) {
    const words = name.split(/[/-]/)
    const os = systems.filter((system) => words.includes(system))
    const cpu = processors.filter((processor) => words.includes(processor))
    const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : []
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu.length > 0 && { cpu: cpu.slice(0, 1) }),
      ...(isDevelopment && { dev: true }),
      ...(libc.length > 0 && { libc }),
      optional: true,
      ...(os.length > 0 && { os }),
    }
  }
  const [root, ...others] = Object.entries(lock.packages)
  if (root === undefined) return
  lock.packages = Object.fromEntries([root, ...others.sort(([a], [b]) => a.localeCompare(b, 'en'))])
  await writeFile(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${missing.length} packages added to package-lock.json`)
}

if (import.meta.main) await complete()
