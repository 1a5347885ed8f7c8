// npm leaves the optional packages of other systems out of package-lock.json where it installed beside an existing
// node_modules (npm/cli issue 4828) or could not reach them; `npm ci` then refuses the file. This adds them:
// node tools/complete-lock.mjs, after an `npm install` that tools/package-lock.test.ts complains about.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const lockFile = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../package-lock.json')
const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix']
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32', 'arm']

/** The optional packages that some package names and the lock file does not hold, as [name, version, entry of the namer]. */
export function findMissing(lock) {
  const missing = []
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isHeld(lock, place, name)) missing.push([name, version, entry])
    }
  }
  return missing
}

function isHeld(lock, place, name) {
  for (let folder = place; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

function complete() {
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'))
  const missing = findMissing(lock)
  for (const [name, version, namer] of missing) {
    const words = name.split(/[/-]/)
    const os = systems.filter((system) => words.includes(system))
    const cpu = processors.filter((processor) => words.includes(processor))
    const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : []
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu.length > 0 && { cpu: cpu.slice(0, 1) }),
      ...(namer.dev && { dev: true }),
      ...(os.length > 0 && libc.length > 0 && { libc }),
      optional: true,
      ...(os.length > 0 && { os }),
    }
  }
  const [root, ...others] = Object.entries(lock.packages)
  lock.packages = Object.fromEntries([root, ...others.sort(([a], [b]) => a.localeCompare(b, 'en'))])
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${missing.length} packages added to package-lock.json`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) complete()
