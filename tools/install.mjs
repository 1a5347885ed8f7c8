// Plain JavaScript without dependencies: runs before anything is installed, under any Node from 20 on.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setUtf8Locale } from '../server/locale.mjs'

const projectDirectory = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const modulesDirectory = path.join(projectDirectory, 'node_modules')
const stampFile = path.join(modulesDirectory, '.installed-lock')

/**
 * Installs what is missing, then runs a TypeScript program of this project under Node 24 and ends with its exit code.
 * @param {string} program path from the project's folder
 */
export async function installAndRun(program) {
  assertNodeVersion()
  setUtf8Locale()
  await installPackages()
  run(findRuntime(), program)
}

function assertNodeVersion() {
  const [major] = process.versions.node.split('.').map(Number)
  if (major >= 20) return
  fail(`Shuyuan needs Node 20 or newer to start; this is Node ${process.versions.node}. See https://nodejs.org/`)
}

/** Compares what is installed with package-lock.json, and lets npm make it so where they differ. */
async function installPackages() {
  const lock = readFileSync(path.join(projectDirectory, 'package-lock.json'), 'utf8')
  const stamp = createHash('sha256').update(`${process.platform} ${process.arch}\n${lock}`).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  if (!isTreeInstalled(JSON.parse(lock))) {
    console.log('Installing packages (npm ci); the first time this takes about a minute …')
    const startedAt = Date.now()
    if (!(await npm(['ci', '--include=dev'])) && !(await installFromScratch())) {
      fail('npm could not install the packages; its messages are above. Try again when the cause is gone.')
    }
    console.log(`Packages installed (${Math.round((Date.now() - startedAt) / 1000)} s)`)
  }
  writeFileSync(stampFile, stamp)
}

/** An interrupted installation, a cache that is broken or not writable: begins again with a cache of its own. */
async function installFromScratch() {
  console.log('That failed. Trying once more from scratch …')
  rmSync(modulesDirectory, { recursive: true, force: true, maxRetries: 3 })
  return await npm(['ci', '--include=dev', '--cache', path.join(projectDirectory, '.cache/npm')])
}

/**
 * npm writes its own record of the tree as the last step of a successful installation; `npm install` by hand leaves
 * one too, so that developers need no second installation.
 */
function isTreeInstalled(lock) {
  const recordFile = path.join(modulesDirectory, '.package-lock.json')
  if (!existsSync(recordFile)) return false
  try {
    const installed = JSON.parse(readFileSync(recordFile, 'utf8')).packages
    return Object.entries(lock.packages).every(([name, { version, optional, link }]) => {
      if (name === '' || link) return true
      if (installed[name] === undefined) return optional === true
      return installed[name].version === version && existsSync(path.join(projectDirectory, name))
    })
  } catch {
    return false
  }
}

async function npm(args) {
  // npm names itself to its scripts; another package manager, or a start without any, does not.
  const cli = process.env.npm_execpath
  const command = cli && /npm-cli\.[cm]?js$/.test(cli) ? [process.execPath, cli] : ['npm']
  const [file, ...first] = command
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  const child = spawn(file, [...first, ...args, ...quiet], { cwd: projectDirectory, stdio: 'inherit' })
  const endChild = () => child.kill('SIGTERM')
  for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, endChild)
  // npm shows its progress on a terminal only, and on a slow line this takes minutes.
  const startedAt = Date.now()
  const sayStill = () => console.log(`  still installing (${Math.round((Date.now() - startedAt) / 1000)} s) …`)
  const timer = setInterval(sayStill, 20_000)
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(String(error))
      resolve(1)
    })
    child.once('exit', resolve)
  })
  clearInterval(timer)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.off(signal, endChild)
  return code === 0
}

/** Node 24, which the package `node` brings. It comes by an install step, which some npm settings leave out. */
function findRuntime() {
  const runtime = path.join(modulesDirectory, 'node/bin/node')
  if (isRuntime(runtime)) return runtime
  console.log('Fetching Node 24 …')
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: path.join(modulesDirectory, 'node'),
    stdio: 'inherit',
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}` },
  })
  if (isRuntime(runtime)) return runtime
  if (isRuntime(process.execPath)) return process.execPath
  return fail(
    'Node 24 could not be fetched: the install step of the npm package "node" did not succeed. ' +
      'Run "npm rebuild node" and look at its messages, or start with Node 24 itself.',
  )
}

function isRuntime(file) {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1]) >= 24
}

function run(runtime, program) {
  const environment = {
    ...process.env,
    PATH: `${path.join(modulesDirectory, '.bin')}${path.delimiter}${process.env.PATH}`,
    // Node keeps what it has compiled: later starts are a third faster.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(projectDirectory, '.cache/node'),
  }
  // The channel tells the program when this process is gone, however it went.
  const child = spawn(runtime, [path.join(projectDirectory, program), ...process.argv.slice(2)], {
    cwd: projectDirectory,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environment,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** @returns {never} */
function fail(message) {
  console.error(message)
  process.exit(1)
}
