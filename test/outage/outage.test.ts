/**
 * The server while something that it needs is away: every kind of call is answered soon, with a status by which its client
 * knows that it may ask again; all serve again by themselves; what was acknowledged is there. `OUTAGES=all` (npm run
 * test:long) calls for longer.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { type DatabaseLink, linkDatabase } from './database-link.ts'
import { fillDisk } from './full-disk.ts'
import { busy, databaseKinds, healthMsMax, openStage, outageModules, type Stage, said, studying } from './stage.ts'
import { type Row, tableText } from './table.ts'

stopRecording()
const platform = testPlatform({ modules: outageModules, poolSize: 4, environment: { TRUST_PROXY: 'true' } })
const rows: Row[] = []
let directory: string
let link: DatabaseLink
let stage: Stage

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-outage-'))
  link = await linkDatabase(platform.databaseUrl)
  stage = await openStage({ db: platform.root, databaseUrl: link.url, outside: platform.outside, directory }, rows)
})

afterAll(async () => {
  await stage.stop()
  await link.stop()
  await rm(directory, { recursive: true, force: true })
  console.log(tableText(rows))
})

it('nothing is wrong', async () => {
  const found = await stage.suffer({ name: 'none', begin: () => undefined, end: () => undefined })
  for (const { kind } of found.values()) expect(said(found.get(kind)), kind).toMatch(/^(200|204|401|done)$/)
}, 600_000)

it('[SHELL-131] the database is absent: every call says that it may be sent again', async () => {
  const found = await stage.suffer({ name: 'database absent', begin: () => link.cut(), end: () => link.mend() })
  for (const kind of databaseKinds) expect(said(found.get(kind)), kind).toBe(busy)
  expect([said(found.get('health')), said(found.get('page'))]).toEqual(['503', '200'])
}, 600_000)

it('the database stands still: calls do not wait for it, and health answers at once', async () => {
  const found = await stage.suffer({ name: 'database frozen', begin: () => link.freeze(), end: () => link.mend() })
  for (const kind of databaseKinds) expect(said(found.get(kind)), kind).toBe(busy)
  // It was half a minute. The limits are those of the server, with room for a machine that is busy.
  for (const { kind, slowestMs } of found.values()) expect(slowestMs, kind).toBeLessThan(12_000)
  expect(found.get('health')?.slowestOwnMs).toBeLessThan(healthMsMax)
}, 600_000)

it('the database lets nobody in', async () => {
  const fault = { name: 'database out of connections', begin: () => link.refuse(), end: () => link.mend() }
  const found = await stage.suffer(fault)
  expect([said(found.get('read')), said(found.get('health'))]).toEqual([busy, '503'])
}, 600_000)

it('the database is read-only: what reads goes on', async () => {
  const readOnly = async (on: boolean) => {
    const options = '-c default_transaction_read_only=off'
    const client = new pg.Client({ connectionString: platform.databaseUrl, options })
    await client.connect()
    const database = new URL(platform.databaseUrl).pathname.slice(1)
    await client.query(`alter database ${database} set default_transaction_read_only = ${on ? 'on' : 'off'}`)
    // The setting is for those who come.
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await client.end()
  }
  const fault = { name: 'database read-only', begin: () => readOnly(true), end: () => readOnly(false) }
  const found = await stage.suffer(fault)
  expect([said(found.get('write')), said(found.get('upload'))]).toEqual([busy, busy])
  // Calls that are counted are still answered. What was asked while connections broke may be 503.
  for (const kind of ['read', 'status']) expect(found.get(kind)?.answers, kind).toContain('200')
}, 600_000)

it('the disk is full: uploads may be sent again, everything else goes on', async () => {
  let free: () => void
  const begin = () => {
    free = fillDisk(platform.outside.config.files.directory)
  }
  const found = await stage.suffer({ name: 'disk full', begin, end: () => free() })
  expect([said(found.get('upload')), said(found.get('tus'))]).toEqual([busy, busy])
  for (const kind of ['read', 'list', 'write', 'file', 'events', 'page', 'health', 'status', 'room', ...studying])
    expect(said(found.get(kind)), kind).toBe('200')
}, 600_000)

it.each([
  ['forward', 600_000],
  ['back', -600_000],
])(
  'the clock jumps %s, and back',
  async (direction, ms) => {
    const jump = (by: number) => () => {
      platform.now += by
    }
    const fault = { name: `clock ${direction}`, begin: jump(ms), end: jump(-ms) }
    expect((await stage.suffer(fault)).get('health')?.answers).toEqual(['200'])
  },
  600_000,
)
