/**
 * `npm run test:machines`: `npm test` from a fresh clone of the last commit as it runs on other machines, one after the
 * other, and a table of what passed. `--quick` runs a sample of the tests, `--only los-angeles,path` some of the machines,
 * `--list` names them. What each says is kept in test-results/machines.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { OperatorError } from '#tools/operator-error.ts'

interface Machine {
  readonly name: string
  readonly title: string
  /** Makes the environment of this process that of the machine. */
  readonly environment?: (env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv
  /** The name of the folder of the clone. */
  readonly folder?: string
  /** Programs that PATH does not lead to. */
  readonly hidden?: readonly string[]
  /** Whether it runs as an account without rights, where we may change to one. */
  readonly asOrdinaryUser?: true
  /** Processes that are busy beside it. */
  readonly busy?: number
}

const localeVariables = /^(LANG|LANGUAGE|LC_\w+)$/
/** What a network behind a proxy or with certificates of its own needs, whatever else is taken away. */
const networkVariables =
  /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|npm_config_(registry|cafile))$/i
/** What this run's own npm and checkout have added. */
const ownVariables = /^(npm_|NODE_COMPILE_CACHE$|INIT_CWD$)/

const without = (env: NodeJS.ProcessEnv, names: RegExp): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.test(name)))

const machines: readonly Machine[] = [
  {
    name: 'ordinary-user',
    title: 'an ordinary user without LANG',
    asOrdinaryUser: true,
    environment: (env) => without(env, localeVariables),
  },
  { name: 'root', title: 'root' },
  {
    name: 'bare',
    title: 'env -i with PATH and HOME',
    environment: (env) => ({
      ...Object.fromEntries(Object.entries(env).filter(([name]) => networkVariables.test(name))),
      PATH: env.PATH,
      HOME: env.HOME,
    }),
  },
  {
    name: 'los-angeles',
    title: 'TZ=America/Los_Angeles',
    environment: (env) => ({ ...env, TZ: 'America/Los_Angeles' }),
  },
  { name: 'path', title: 'a path with spaces and Chinese', folder: 'shu yuan 书院 (1)' },
  {
    name: 'no-ffmpeg',
    title: 'no ffmpeg',
    hidden: ['ffmpeg', 'ffprobe', 'apt-get'],
    environment: (env) => ({ ...env, FFMPEG_PATH: 'off' }),
  },
  {
    name: 'no-libreoffice',
    title: 'no LibreOffice',
    hidden: ['soffice', 'libreoffice', 'apt-get'],
    // It is also looked for in its usual places.
    environment: (env) => ({ ...env, SOFFICE_PATH: 'off' }),
  },
  { name: 'load', title: 'ten busy processes beside it', busy: 10 },
]

interface Result {
  readonly title: string
  readonly passed: number
  readonly failed: number
  readonly seconds: number
}

const projectDirectory = path.resolve(import.meta.dirname, '..')
const logDirectory = path.join(projectDirectory, 'test-results/machines')
const accountName = 'shuyuan-tester'
const isRoot = process.getuid?.() === 0

function must(file: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: 'utf8' })
  if (status !== 0) throw new OperatorError(`${file} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
  return stdout.trim()
}

/** An account without rights, which is made where there is none; undefined where we have no rights ourselves. */
function ordinaryAccount(): { uid: number; gid: number; home: string } | undefined {
  if (!isRoot) return undefined
  if (spawnSync('id', ['-u', accountName]).status !== 0) must('useradd', ['--create-home', accountName])
  const [uid, gid] = [must('id', ['-u', accountName]), must('id', ['-g', accountName])]
  return { uid: Number(uid), gid: Number(gid), home: `/home/${accountName}` }
}

/** A folder of links to every program of PATH but the hidden ones. */
function pathWithout(hidden: readonly string[], folder: string): string {
  mkdirSync(folder)
  for (const place of (process.env.PATH ?? '').split(path.delimiter)) {
    if (place.includes('node_modules') || !existsSync(place)) continue
    for (const name of readdirSync(place)) {
      const link = path.join(folder, name)
      if (hidden.includes(name) || existsSync(link)) continue
      rmSync(link, { force: true })
      symlinkSync(path.join(place, name), link)
    }
  }
  return folder
}

/** The PATH of somebody who has not been through npm. */
function plainPath(): string {
  const places = (process.env.PATH ?? '').split(path.delimiter)
  return places.filter((place) => !place.includes('node_modules')).join(path.delimiter)
}

function startBusy(count: number): readonly ChildProcess[] {
  return Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }))
}

/** The packages of this checkout, linked where that goes: a quick run need not install them again. */
async function bringPackages(clone: string): Promise<void> {
  const [from, to] = [path.join(projectDirectory, 'node_modules'), path.join(clone, 'node_modules')]
  if (spawnSync('cp', ['-al', from, to]).status !== 0) await cp(from, to, { recursive: true, verbatimSymlinks: true })
  // A link to the stamp would write to this checkout's.
  await rm(path.join(to, '.installed-lock'), { force: true })
}

async function prepare(machine: Machine, isQuick: boolean) {
  const root = await mkdtemp(path.join(tmpdir(), 'shuyuan-machine-'))
  await chmod(root, 0o755)
  const clone = path.join(root, machine.folder ?? 'shuyuan')
  must('git', ['clone', '--quiet', '--no-hardlinks', projectDirectory, clone])
  const account = machine.asOrdinaryUser ? ordinaryAccount() : undefined
  // What is linked belongs to us: an account of its own installs for itself.
  if (isQuick && !account) await bringPackages(clone)
  if (account) must('chown', ['-R', `${account.uid}:${account.gid}`, root])
  const PATH = machine.hidden ? pathWithout(machine.hidden, path.join(root, 'programs')) : plainPath()
  const given = without({ ...process.env, PATH, ...(account && { HOME: account.home }) }, ownVariables)
  const env = { ...(machine.environment?.(given) ?? given), STRICT_JOURNEYS: '1' }
  return { root, clone, account, env }
}

const installAndRun = (program: string) =>
  `import { installAndRun } from './tools/install.mjs'\nawait installAndRun(${JSON.stringify(program)})`

/** Ends what was started, with all that it has started. */
function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  } catch {
    // It has ended by itself.
  }
}

async function tryOn(machine: Machine, isQuick: boolean): Promise<Result> {
  const { root, clone, account, env } = await prepare(machine, isQuick)
  const logFile = path.join(logDirectory, `${machine.name}.log`)
  const startedAt = performance.now()
  const busy = startBusy(machine.busy ?? 0)
  const program = installAndRun(isQuick ? 'tools/test-sample.ts' : 'tools/test.ts')
  const child = spawn('node', ['--input-type=module', '-e', program], {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: clone,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => {
    for (const one of busy) one.kill('SIGKILL')
    endGroup(child)
  }
  process.once('SIGINT', stop)
  const log = createWriteStream(logFile)
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false })
  await once(child, 'close')
  process.off('SIGINT', stop)
  stop()
  log.end()
  await once(log, 'finish')
  await rm(root, { recursive: true, force: true })
  const counted = [...readFileSync(logFile, 'utf8').matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1)
  const [passed, failed] = counted ? [Number(counted[1]), Number(counted[2])] : [0, 1]
  return { title: machine.title, passed, failed, seconds: Math.round((performance.now() - startedAt) / 1000) }
}

function table(results: readonly Result[]): string {
  const width = Math.max(...results.map(({ title }) => title.length), 'environment'.length)
  const line = (title: string, ...figures: readonly (string | number)[]) =>
    `${title.padEnd(width)}${figures.map((figure) => String(figure).padStart(9)).join('')}`
  const rows = results.map(({ title, passed, failed, seconds }) => line(title, passed, failed, seconds))
  return [line('environment', 'passed', 'failed', 'seconds'), ...rows].join('\n')
}

function chosen(only: string | undefined): readonly Machine[] {
  const names = only?.split(',') ?? machines.filter(({ name }) => name !== 'root' || isRoot).map(({ name }) => name)
  return names.map((name) => {
    const machine = machines.find((one) => one.name === name)
    if (!machine)
      throw new OperatorError(`There is no machine "${name}": ${machines.map((one) => one.name).join(', ')}`)
    return machine
  })
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean' }, only: { type: 'string' }, list: { type: 'boolean' } },
  })
  if (values.list) return console.log(machines.map(({ name, title }) => `${name.padEnd(16)} ${title}`).join('\n'))
  if (must('git', ['-C', projectDirectory, 'status', '--porcelain']) !== '') {
    console.log('What is not committed is not tried: the clone has the last commit alone.')
  }
  mkdirSync(logDirectory, { recursive: true })
  const results: Result[] = []
  for (const machine of chosen(values.only)) {
    console.log(`${machine.title} …`)
    const result = await tryOn(machine, values.quick === true)
    results.push(result)
    console.log(`  ${result.passed} passed, ${result.failed} failed (${result.seconds} s)`)
  }
  console.log(`\n${table(results)}`)
  if (results.some(({ failed }) => failed > 0)) process.exitCode = 1
}

try {
  await main()
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
