import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, readlink, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { holdExclusively, LockedError } from '#tools/exclusive.ts'
import { OperatorError } from '#tools/operator-error.ts'
import {
  assertVersion,
  exists,
  type Place,
  preparePlace,
  prepareSocketDirectory,
  programEnvironment,
  runProgram,
} from '#tools/postgres-place.ts'
import { endProcess, isAlive, parentDeathGuard } from '#tools/processes.ts'

/** A running embedded PostgreSQL. */
export type Postgres = {
  /** For `pg`: `postgresql://shuyuan@localhost/shuyuan?host=…`, a Unix socket that only this account (and root) can reach. */
  readonly url: string
  readonly socketDirectory: string
  /** The folder of the cluster itself, which is elsewhere where the given one is out of PostgreSQL's reach. */
  readonly clusterDirectory: string
  readonly pid: number
  /** Calls back whenever PostgreSQL ends without having been asked to; `restart` brings it back at the same address. */
  onUnexpectedExit(listener: (reason: string) => void): void
  restart(): Promise<void>
  /** Ends it in order: running statements are cancelled, everything is written. */
  stop(): Promise<void>
}

type Options = {
  /** The folder that holds everything of this database; made where it is missing. */
  dataDirectory: string
  /** false: for tests; faster, and a power cut may lose or break the data. */
  durable?: boolean
  /** Whether the whole launcher is about to end: another one then waits instead of being refused. */
  isEnding?: () => boolean
  log: (line: string) => void
}

const userName = 'shuyuan'
const databaseName = 'shuyuan'

/**
 * Starts the embedded PostgreSQL of a data folder, after an orderly end as well as after `kill -9` of anything.
 * Ends an orphan that a killed launcher left. Throws an OperatorError with a message for the operator when the folder
 * is in use by another launcher, cannot be reached, or PostgreSQL does not start.
 */
export async function startPostgres(options: Options): Promise<Postgres> {
  const { dataDirectory, durable = true, log } = options
  const place = await preparePlace(dataDirectory, durable, log)
  const socketDirectory = await prepareSocketDirectory(place)
  const hold = await holdFolder(socketDirectory, options)
  let child: ChildProcess | undefined
  const endChild = async (): Promise<void> => {
    const running = child
    if (running?.pid === undefined) return
    await end(running.pid, async () => running.exitCode === null && running.signalCode === null)
  }
  try {
    const settings = durable
      ? []
      : [
          ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'],
          // The folder may lie in memory.
          'max_wal_size=256MB',
          // A statement about all tables, which are small and new, would start processes for nothing: 0.1 s a statement.
          'max_parallel_workers_per_gather=0',
        ]
    const guard = await parentDeathGuard('INT')
    const listeners: ((reason: string) => void)[] = []
    let isStopping = false
    let restarting = Promise.resolve()

    const launchAndWatch = async (): Promise<void> => {
      await endOrphan(place.cluster, socketDirectory, log)
      child = await launch({ place, socketDirectory, settings, guard, log })
      child.once('exit', (code, signal) => {
        if (!isStopping) for (const listener of listeners) listener(`ended with ${signal ?? `code ${code}`}`)
      })
    }
    await initialize(place, durable, log)
    await assertVersion(place.cluster)
    await launchAndWatch()
    await createDatabase(socketDirectory)
    return {
      url: databaseUrlOf(socketDirectory),
      socketDirectory,
      clusterDirectory: place.cluster,
      get pid() {
        return child?.pid ?? 0
      },
      onUnexpectedExit: (listener) => listeners.push(listener),
      restart: () => {
        restarting = launchAndWatch()
        return restarting
      },
      stop: async () => {
        isStopping = true
        // A restart that is under way would otherwise leave what it starts behind.
        await restarting.catch(() => {})
        await endChild()
        await hold.release()
        // A folder of its own in /tmp goes with it; the one in the home stays.
        if (path.dirname(socketDirectory) !== place.home) await rmdir(socketDirectory).catch(() => {})
      },
    }
  } catch (error) {
    await endChild()
    await hold.release()
    throw error
  }
}

/** Refuses a folder in use; waits for a run that is just ending. */
async function holdFolder(
  socketDirectory: string,
  { dataDirectory, isEnding, log }: Options,
): Promise<{ release(): Promise<void> }> {
  for (let waited = 0; ; waited++) {
    try {
      return await holdExclusively(path.join(socketDirectory, 'launcher.sock'), isEnding)
    } catch (error) {
      if (!(error instanceof LockedError)) throw error
      if (!error.isEnding || waited >= 600) {
        throw new OperatorError(`${dataDirectory} is in use: process ${error.holderPid} runs on it already`)
      }
      if (waited === 0) log(`Waiting for an earlier run (process ${error.holderPid}) to end …`)
      await wait(100)
    }
  }
}

/** The address of a database of ours. The host in front is for programs that parse the address as a URL; the parameter wins over it. */
export function databaseUrlOf(socketDirectory: string, database = databaseName): string {
  return `postgresql://${userName}@localhost/${database}?host=${encodeURIComponent(socketDirectory)}`
}

/** Initializes beside and renames, so that a killed initialization never leaves half a cluster under the final name. */
async function initialize(place: Place, durable: boolean, log: (line: string) => void): Promise<void> {
  for (const name of await readdir(place.home)) {
    // The initialization of a killed launcher may still be writing; what cannot be deleted now goes next time.
    if (name.startsWith('initializing-')) await rm(path.join(place.home, name), { recursive: true }).catch(() => {})
  }
  if (await exists(place.cluster)) return
  const beside = path.join(place.home, `initializing-${randomBytes(6).toString('hex')}`)
  const locale = await findLocale()
  log(`Making the database in ${place.cluster}`)
  const sharedBuffersMegabytes = Math.min(256, Math.floor(totalmem() / 4 / 1024 ** 2))
  const settings = {
    max_connections: '100',
    shared_buffers: `${sharedBuffersMegabytes}MB`,
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_size: '0',
  }
  const { ok, output } = await runProgram(
    place,
    path.join(place.programs, 'bin/initdb'),
    [
      `--pgdata=${beside}`,
      `--username=${userName}`,
      // Nobody but the account (and root) can enter the socket's folder, and there is no network port.
      '--auth=trust',
      '--encoding=UTF8',
      // Sorting and case rules that no operating system update can change; pg_trgm reads Chinese by the libc locale.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--locale=${locale}`,
      '--lc-messages=C',
      ...(durable ? [] : ['--no-sync']),
      ...Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`),
    ],
    { cwd: place.home },
  )
  if (!ok) {
    await rm(beside, { recursive: true, force: true })
    throw new OperatorError(`PostgreSQL's initdb failed:\n${output}`)
  }
  await rename(beside, place.cluster)
  const folder = await open(place.home)
  await folder.sync()
  await folder.close()
}

async function findLocale(): Promise<string> {
  const { output } = await runProgram({ account: null }, 'locale', ['-a'])
  const installed = output.split('\n')
  const wanted = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'en_US.utf8', 'zh_CN.UTF-8', 'zh_CN.utf8']
  return wanted.find((name) => installed.includes(name)) ?? 'C.UTF-8'
}

type Launch = {
  place: Place
  socketDirectory: string
  settings: readonly string[]
  guard: readonly string[]
  log: (line: string) => void
}

/** Starts the server and waits until it accepts connections, through recovery if need be. */
async function launch({ place, socketDirectory, settings, guard, log }: Launch): Promise<ChildProcess> {
  const [file = '', ...args] = [
    ...asAccount(guard, place),
    path.join(place.programs, 'bin/postgres'),
    ...['-D', place.cluster],
    ...[`unix_socket_directories=${socketDirectory}`, 'listen_addresses=', 'port=5432', 'unix_socket_permissions=0700']
      .concat(settings)
      .flatMap((setting) => ['-c', setting]),
  ]
  const identity =
    guard.length === 0 && place.account !== null ? { uid: place.account.uid, gid: place.account.gid } : {}
  const giveUpAt = Date.now() + 15_000
  for (;;) {
    let said = ''
    const child = spawn(file, args, {
      ...identity,
      cwd: place.home,
      env: programEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its own process group: Ctrl-C reaches the launcher alone, which stops the database last.
      detached: true,
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-4000)
    })
    child.on('error', (error) => {
      said += String(error)
    })
    if (await becomesReady(child, place.cluster, log)) return child
    // Processes of a killed predecessor need a moment to notice; postmaster.pid is never deleted to get past them.
    const isTransient = /lock file .* already exists|pre-existing shared memory|already in use/.test(said)
    if (!isTransient || Date.now() > giveUpAt)
      throw new OperatorError(`PostgreSQL did not start:\n${said}${await lastLog(place.cluster)}`)
    await wait(200)
  }
}

/** Changing account through setpriv keeps the parent-death signal, which the kernel clears on a change of account. */
function asAccount(guard: readonly string[], { account }: Place): readonly string[] {
  if (guard.length === 0 || account === null) return guard
  return [...guard, '--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups']
}

/** Waits for the word that PostgreSQL itself writes for pg_ctl into postmaster.pid; false when the process ended. */
async function becomesReady(child: ChildProcess, cluster: string, log: (line: string) => void): Promise<boolean> {
  let ended = false
  child.once('close', () => {
    ended = true
  })
  for (let waited = 1; !ended; waited++) {
    const lines = await postmasterFile(cluster)
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true
    if (waited % 500 === 0) log('PostgreSQL is still recovering its data …')
    await wait(20)
  }
  return false
}

async function postmasterFile(cluster: string): Promise<string[]> {
  return (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
}

async function lastLog(cluster: string): Promise<string> {
  const folder = path.join(cluster, 'log')
  const files = await Promise.all(
    (await readdir(folder).catch(() => [])).map(async (name) => {
      const file = path.join(folder, name)
      return { file, changed: (await stat(file)).mtimeMs }
    }),
  )
  const newest = files.sort((left, right) => right.changed - left.changed)[0]
  return newest === undefined ? '' : (await readFile(newest.file, 'utf8')).slice(-2000)
}

async function createDatabase(socketDirectory: string): Promise<void> {
  const client = new pg.Client(databaseUrlOf(socketDirectory, 'postgres'))
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

/** Ends what a killed launcher left running. Only the holder of the folder's lock may call this. */
async function endOrphan(cluster: string, socketDirectory: string, log: (line: string) => void): Promise<void> {
  const lockFiles = [path.join(cluster, 'postmaster.pid'), path.join(socketDirectory, '.s.PGSQL.5432.lock')]
  for (const lockFile of lockFiles) {
    const lines = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) continue
    const kind = await identify(pid, cluster)
    if (kind === 'postmaster') {
      log(`Ending PostgreSQL (process ${pid}), left behind by a run that was killed`)
      await end(pid, async () => isAlive(pid) && (await identify(pid, cluster)) === 'postmaster')
    }
    // A number that went to another process, or a dead process that nobody has waited for (both happen in containers):
    // PostgreSQL would wait for it for ever. Its own parent is the one living process that it disregards, while it
    // still checks the rest of the file.
    const isLeftover = (await exists(lockFile)) && (await identify(pid, cluster)) === 'other'
    if (isLeftover) await writeFile(lockFile, [process.pid, ...lines.slice(1)].join('\n'))
  }
}

/** What a process is: the postmaster of this cluster, something else for certain, or unknown. */
async function identify(pid: number, cluster: string): Promise<'postmaster' | 'other' | 'unknown'> {
  if (process.platform === 'linux') {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
    if (commandLine === null) return 'unknown'
    const [program = '', ...args] = commandLine.split('\0')
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    return path.basename(program) === 'postgres' && (args.includes(cluster) || folder === cluster)
      ? 'postmaster'
      : 'other'
  }
  const { ok, output } = await runProgram({ account: null }, 'ps', ['-o', 'command=', '-p', String(pid)])
  if (!ok) return 'unknown'
  return output.includes('postgres') && output.includes(cluster) ? 'postmaster' : 'other'
}

/** Fast shutdown; if that takes a minute, immediate shutdown (the next start recovers); last, the axe. */
async function end(pid: number, isRunning: () => Promise<boolean>): Promise<void> {
  const ended = await endProcess(pid, isRunning, [
    { signal: 'SIGINT', waitSeconds: 60 },
    { signal: 'SIGQUIT', waitSeconds: 10 },
    { signal: 'SIGKILL', waitSeconds: 10 },
  ])
  if (!ended) throw new OperatorError(`PostgreSQL (process ${pid}) cannot be ended`)
}
