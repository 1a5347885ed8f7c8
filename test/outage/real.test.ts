/**
 * Faults of a PostgreSQL and of a file system of one's own: its processes are stopped, its connections used up, its disks full;
 * a store of files and a mail server that say nothing or are slow. For `OUTAGES=all`. What has to be mounted is, where root or a Linux
 * that lets everybody do so runs the test; elsewhere these cases are skipped with a word.
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { DatabaseWatch } from '#server/db/watch.ts'
import { createMailer } from '#server/outside/mail.ts'
import { createStore } from '#server/storage/create.ts'
import { testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { type Postgres, startPostgres } from '#tools/postgres.ts'
import { linkTo } from './database-link.ts'
import { isLong } from './planted.ts'
import { busy, databaseKinds, healthMsMax, openStage, outageModules, type Stage, said, studying } from './stage.ts'
import { type Row, tableText } from './table.ts'

stopRecording()
const isRoot = process.getuid?.() === 0

/** A file system of a few megabytes; undefined where none may be mounted. */
async function smallDisk(
  directory: string,
  megabytes: number,
): Promise<{ fill(): Promise<void>; free(): Promise<void>; unmount(): void } | undefined> {
  await mkdir(directory, { recursive: true })
  if (!isRoot) return undefined
  const options = `size=${megabytes}m,mode=0777`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', directory]).status !== 0) return undefined
  const ballast = join(directory, 'ballast')
  return {
    async fill() {
      const { bavail, bsize } = await statfs(directory)
      await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined)
    },
    free: () => rm(ballast, { force: true }),
    unmount: () => void spawnSync('umount', ['--lazy', directory]),
  }
}

/** The process and all below it, from the top. */
async function treeOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const parent = /^\d+ \(.*\) \S (\d+)/.exec(stat)?.[1]
    if (parent) parents.set(Number(name), Number(parent))
  }
  const tree = [pid]
  for (const one of tree) for (const [child, parent] of parents) if (parent === one) tree.push(child)
  return tree
}

describe.skipIf(!isLong || process.platform !== 'linux')('a PostgreSQL of its own', () => {
  const platform = testPlatform({ modules: outageModules, environment: { TRUST_PROXY: 'true' } })
  const rows: Row[] = []
  let directory: string
  let postgres: Postgres
  let db: RootDatabase
  let watch: DatabaseWatch
  let stage: Stage
  let dataDisk: Awaited<ReturnType<typeof smallDisk>>
  let filesDisk: Awaited<ReturnType<typeof smallDisk>>
  let databaseUrl: string

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'shuyuan-outage-'))
    await chmod(directory, 0o755)
    // As in production: what was acknowledged has to survive its end.
    postgres = await startPostgres({ dataDirectory: join(directory, 'postgres'), log: () => undefined })
    databaseUrl = postgres.url
    const data = join(directory, 'data')
    dataDisk = await smallDisk(data, 160)
    filesDisk = await smallDisk(platform.outside.config.files.directory, 24)
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    if (dataDisk) {
      await mkdir(join(data, 'space'))
      await chmod(join(data, 'space'), 0o777)
      const { rows: owner } = await client.query<{ path: string }>(`select current_setting('data_directory') as path`)
      spawnSync('chown', [`--reference=${owner[0]?.path}`, join(data, 'space')])
      await client.query(`create tablespace small location '${join(data, 'space')}'`)
      await client.query('create database outage tablespace small')
      databaseUrl = new URL(Object.assign(new URL(postgres.url), { pathname: '/outage' })).href
    }
    await client.end()
    await migrate(databaseUrl)
    // What the test itself asks of a database that stands still must not wait for it either.
    watch = new DatabaseWatch(databaseUrl)
    db = createDatabase(createPool({ databaseUrl, size: 3, watch }))
    stage = await openStage({ db, databaseUrl, outside: platform.outside, directory, poolSize: 20 }, rows)
  })

  afterAll(async () => {
    await stage.stop()
    await db.destroy()
    watch.stop()
    await postgres.stop()
    dataDisk?.unmount()
    filesDisk?.unmount()
    await rm(directory, { recursive: true, force: true })
    console.log(tableText(rows))
  })

  const signal = async (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of await treeOf(postgres.pid)) process.kill(pid, name)
  }

  it('is stopped with all its processes', async () => {
    const fault = { name: 'PostgreSQL stopped (SIGSTOP)', begin: () => signal('SIGSTOP'), end: () => signal('SIGCONT') }
    const found = await stage.suffer(fault)
    for (const kind of databaseKinds) expect(said(found.get(kind)), kind).toBe(busy)
    for (const { kind, slowestMs } of found.values()) expect(slowestMs, kind).toBeLessThan(12_000)
    expect(found.get('health')?.slowestOwnMs).toBeLessThan(healthMsMax)
  }, 600_000)

  it('is killed, and started again', async () => {
    const begin = () => {
      process.kill(postgres.pid, 'SIGKILL')
    }
    const found = await stage.suffer({ name: 'PostgreSQL killed', begin, end: () => postgres.restart() })
    for (const kind of databaseKinds) expect(said(found.get(kind)), kind).toContain(busy)
  }, 600_000)

  it('has no connection left', async () => {
    const taken: pg.Client[] = []
    const end = async () => {
      await Promise.all(taken.map((client) => client.end().catch(() => undefined)))
    }
    const begin = async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      taken.push(client)
      // The server has to come back to a house that is full.
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
        and application_name like 'shuyuan%'`)
      const isFull = async () => {
        const next = new pg.Client({ connectionString: databaseUrl })
        next.on('error', () => undefined)
        const failure = await next.connect().then(
          () => undefined,
          (error: unknown) => error,
        )
        if (!failure) taken.push(next)
        return failure !== undefined
      }
      for (let full = 0; full < 3; ) full = (await isFull()) ? full + 1 : 0
    }
    await stage.suffer({ name: 'no connection left', begin, end })
  }, 600_000)

  it('has no space for data and for temporary files', async ({ skip }) => {
    if (!dataDisk) return skip('nothing may be mounted here: run as root')
    const disk = dataDisk
    const found = await stage.suffer({ name: 'disk of the database full', begin: disk.fill, end: disk.free })
    expect(found.get('read')?.answers).toContain('200')
    await disk.fill()
    const spilling = createPool({ databaseUrl, size: 1 })
    await spilling.query('set work_mem = 64')
    const sorted = spilling.query(
      'select count(*) from (select i from generate_series(1, 2000000) i order by i desc) s',
    )
    await expect(sorted).rejects.toMatchObject({ code: '53100' })
    await spilling.end()
    await disk.free()
  }, 600_000)

  it('serves while the disk of the files is full', async ({ skip }) => {
    if (!filesDisk) return skip('nothing may be mounted here: run as root')
    const found = await stage.suffer({ name: 'disk of the files full', begin: filesDisk.fill, end: filesDisk.free })
    expect([said(found.get('upload')), said(found.get('tus'))]).toEqual([busy, busy])
    for (const kind of ['read', 'list', 'write', 'file', 'events', 'health', 'status', 'room', ...studying])
      expect(said(found.get(kind)), kind).toBe('200')
  }, 600_000)
})

describe.skipIf(!isLong)('a store of files and a mail server that say nothing, or little', () => {
  const platform = testPlatform({ modules: outageModules, poolSize: 4, environment: { TRUST_PROXY: 'true' } })
  const rows: Row[] = []
  let directory: string
  let stage: Stage
  let store: InstanceType<typeof S3rver>
  let link: Awaited<ReturnType<typeof linkTo>>
  let mailLink: Awaited<ReturnType<typeof linkTo>>
  const mails: string[] = []
  const mailServer = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'] },
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        mails.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'shuyuan-outage-'))
    const buckets = [{ name: 'shuyuan', configs: [] }]
    store = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: buckets })
    const { port } = await store.run()
    link = await linkTo({ port, host: '127.0.0.1' })
    const keys = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
    const endpoint = `http://127.0.0.1:${link.port}`
    const storage = createStore({
      store: 's3',
      endpoint,
      bucket: 'shuyuan',
      ...keys,
      directory: join(directory, 'unused'),
    })
    mailServer.listen(0, '127.0.0.1')
    await once(mailServer.server, 'listening')
    mailLink = await linkTo({ port: (mailServer.server.address() as AddressInfo).port, host: '127.0.0.1' })
    const mailUrl = `smtp://127.0.0.1:${mailLink.port}`
    const sendMail = createMailer({ transport: 'smtp', url: mailUrl, from: 'a@example.com' }, () => undefined)
    const outside = { ...platform.outside, storage, sendMail }
    stage = await openStage({ db: platform.root, databaseUrl: platform.databaseUrl, outside, directory }, rows)
  })

  afterAll(async () => {
    await stage.stop()
    await link.stop()
    await mailLink.stop()
    await new Promise<void>((resolve) => mailServer.close(resolve))
    await store.close()
    await rm(directory, { recursive: true, force: true })
    console.log(tableText(rows))
  })

  it('calls that need no file go on', async () => {
    const found = await stage.suffer({ name: 'S3 silent', begin: () => link.freeze(), end: () => link.mend() })
    expect([said(found.get('upload')), said(found.get('file'))]).toEqual([busy, busy])
    for (const kind of ['read', 'list', 'write', 'events', 'page', 'health', 'room', ...studying])
      expect(said(found.get(kind)), kind).toBe('200')
  }, 600_000)

  it('calls go on with a store that is slow', async () => {
    const found = await stage.suffer({ name: 'S3 slow', begin: () => link.slow(400), end: () => link.mend() })
    for (const kind of ['read', 'list', 'write', 'upload', 'file', 'events', 'page', 'health', 'room', ...studying])
      expect(said(found.get(kind)), kind).toBe('200')
  }, 600_000)

  const sendCodes = async (addresses: readonly string[]) => {
    for (const email of addresses)
      await platform.client(identity).sendCode({ body: { purpose: 'register', email } as never })
  }

  it.each<['silent' | 'slow', () => void]>([
    ['silent', () => mailLink.freeze()],
    ['slow', () => mailLink.slow(400)],
  ])(
    'calls go on while mails wait for a server that is %s',
    async (name, begin) => {
      const addresses = [0, 1, 2].map((count) => `${name}${count}@example.com`)
      const fault = {
        name: `mail server ${name}`,
        begin: async () => {
          begin()
          await sendCodes(addresses)
        },
        end: () => mailLink.mend(),
      }
      const found = await stage.suffer(fault)
      for (const kind of ['read', 'list', 'write', 'upload', 'file', 'events', 'page', 'health', 'room', ...studying])
        expect(said(found.get(kind)), kind).toBe('200')
      if (name === 'slow') await expect.poll(() => mails).toEqual(expect.arrayContaining(addresses))
    },
    600_000,
  )
})
