import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Postgres, startPostgres } from '#tools/postgres.ts'

// A cluster is made and started within seconds, within a minute on a machine that is busy with other things.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let folder: string
let dataDirectory: string
const running: Postgres[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp('/tmp/shuyuan-postgres-')
  await chmod(folder, 0o755)
  dataDirectory = path.join(folder, 'data')
})

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  // The initialization that was left running below may still write for a moment.
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

/** The common folder is durable, as in operation: an acknowledged row must survive a kill. */
async function start(directory = dataDirectory): Promise<Postgres> {
  const postgres = await startPostgres({
    dataDirectory: directory,
    durable: directory === dataDirectory,
    log: () => {},
  })
  running.push(postgres)
  return postgres
}

/** Answers the values of the last statement. */
async function query(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(url)
  // A killed server ends the connection; the query's own failure says so.
  client.on('error', () => {})
  await client.connect()
  try {
    let values: unknown[] = []
    for (const text of statements) values = (await client.query({ text, rowMode: 'array' })).rows.flat()
    return values
  } finally {
    await client.end()
  }
}

/** A launcher in a process of its own, for killing; answers once its database is ready. */
async function launch(directory = dataDirectory): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const child = spawnLauncher(directory)
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  const { url, pid } = JSON.parse(line.toString()) as { url: string; pid: number }
  return { child, url, pid }
}

function spawnLauncher(directory: string): ChildProcess {
  const program = `
    import { startPostgres } from '#tools/postgres.ts'
    const { url, pid } = await startPostgres({ dataDirectory: ${JSON.stringify(directory)}, log() {} })
    console.log(JSON.stringify({ url, pid }))
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Ended, or a dead entry that waits for its parent. */
async function isGone(pid: number): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine === ''
}

describe('the embedded PostgreSQL', () => {
  it('keeps its data from one start to the next, and is reached by its socket alone', async () => {
    const first = await start()
    await query(first.url, 'create table kept (n int)', 'insert into kept values (1)')
    expect(await query(first.url, 'show listen_addresses')).toEqual([''])
    await first.stop()
    expect(await isGone(first.pid)).toBe(true)

    const second = await start()
    expect(await query(second.url, 'select n from kept')).toEqual([1])
    await second.stop()
  })

  it('sorts and compares Chinese alike on every machine', async () => {
    const postgres = await start()
    await query(postgres.url, 'create extension pg_trgm')
    expect(
      await query(postgres.url, `select similarity('数据安全培训', '数据安全') > 0.3, lower('ÄÉ') = 'äé'`),
    ).toEqual([true, true])
    expect(await query(postgres.url, 'show server_encoding')).toEqual(['UTF8'])
    await postgres.stop()
  })

  it('refuses a second start in the same folder, naming the process that holds it', async () => {
    const postgres = await start()
    await expect(start()).rejects.toThrow(`is in use: process ${process.pid} runs on it already`)
    expect(await query(postgres.url, 'select 1')).toEqual([1])
    await postgres.stop()
  })

  it('leaves no orphan and loses nothing when the launcher is killed', async () => {
    const { child, url, pid } = await launch()
    await query(url, 'create table acknowledged (n int)', 'insert into acknowledged values (7)')
    await killed(child)
    const postgres = await start()
    expect(postgres.pid).not.toBe(pid)
    expect(await isGone(pid)).toBe(true)
    expect(await query(postgres.url, 'select n from acknowledged')).toEqual([7])
    await postgres.stop()
  })

  it('recovers when launcher and database are killed together', async () => {
    const { child, url, pid } = await launch()
    await query(url, 'insert into acknowledged values (8)')
    process.kill(pid, 'SIGKILL')
    await killed(child)
    const postgres = await start()
    expect(await query(postgres.url, 'select n from acknowledged order by n')).toEqual([7, 8])
    await postgres.stop()
  })

  it('tells when the database is killed, and brings it back at the same address', async () => {
    const postgres = await start()
    const reason = new Promise<string>((resolve) => {
      postgres.onUnexpectedExit(resolve)
    })
    process.kill(postgres.pid, 'SIGKILL')
    expect(await reason).toBe('ended with SIGKILL')
    await postgres.restart()
    expect(await query(postgres.url, 'select count(*)::int from acknowledged')).toEqual([2])
    await postgres.stop()
  })

  it('is not misled by a number that went from a killed database to another process', async () => {
    const { child, pid } = await launch()
    process.kill(pid, 'SIGKILL')
    await killed(child)
    const stranger = spawn('sleep', ['60'])
    children.push(stranger)
    const file = path.join(dataDirectory, 'cluster/postmaster.pid')
    const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
    await writeFile(file, [stranger.pid, ...rest].join('\n'))

    const postgres = await start()
    expect(await query(postgres.url, 'select count(*)::int from acknowledged')).toEqual([2])
    await postgres.stop()
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  })

  it('begins again after an initialization that was killed', async () => {
    const directory = path.join(folder, 'interrupted')
    const launcher = spawnLauncher(directory)
    const initializing = async () =>
      (await readdir(directory).catch(() => [])).some((name) => name.startsWith('initializing-'))
    while (!(await initializing())) expect(launcher.exitCode).toBeNull()
    await killed(launcher)
    expect(await readdir(directory)).not.toContain('cluster')

    const postgres = await start(directory)
    expect(await query(postgres.url, 'select 1')).toEqual([1])
    await postgres.stop()
  })

  it('finds a short place for its socket when the folder has a long name', async () => {
    const directory = path.join(folder, 'long'.repeat(30))
    const postgres = await start(directory)
    expect(postgres.socketDirectory.length).toBeLessThan(60)
    expect(await query(postgres.url, 'select 1')).toEqual([1])
    await postgres.stop()
  })

  it.runIf(process.getuid?.() === 0)('runs for root in a home that is closed to others', async () => {
    const home = path.join(folder, 'closed')
    const directory = path.join(home, 'project/data/postgres')
    await mkdir(home, { mode: 0o700 })
    const postgres = await start(directory)
    expect(await query(postgres.url, 'select 1')).toEqual([1])
    await postgres.stop()
    expect((await lstat(directory)).isSymbolicLink()).toBe(true)
    await rm(await realpath(directory), { recursive: true })
  })
})
