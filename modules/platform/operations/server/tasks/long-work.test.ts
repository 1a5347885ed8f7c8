import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { serverModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { takeSteps } from '../long-work.fixture.ts'
import { resumeWorkJob } from './jobs.ts'
import { longWork } from './long-work.ts'
import { workLock } from './progress.ts'

const total = 12
/** What the steps meet: set by a test. */
let onStep: (item: number) => void | Promise<void> = () => {}
let ended: string[] = []
/** Connections of their own: a race of runs, each on one. */
const platform = testPlatform({
  modules: [
    ...serverModules,
    serverModule({
      name: 'planted',
      contract: {},
      routes: {},
      get jobs() {
        return [counting.job, making.job]
      },
      get extensions() {
        return [counting.task, making.task]
      },
    }),
  ],
  poolSize: 8,
})

interface Position {
  readonly done: number
}

const write = (db: Connection, taskId: string, item: number) =>
  sql`insert into public.planted_item values (${taskId}, ${item})`.execute(db as unknown as typeof platform.root)

const counting = longWork({
  kind: 'planted-counting',
  label: { cn: '计数', en: 'Counting' },
  job: 'planted.count',
  cancellable: true,
  triesMax: 3,
  claim: async (_db, { position }: { readonly position: Position }) => position,
  async step(db, { task, subject, now }) {
    if (subject.done === total) return { report: { link: '/done' } }
    const done = subject.done + 1
    await write(db, task.taskId, done)
    await onStep(done)
    platform.now = now + 1000
    return { done, total, position: { done } }
  },
  onCancel: async (db, { taskId }) => {
    ended.push('cancelled')
    await write(db, taskId, -1)
  },
  onFailure: async (_db, _task, error) => void ended.push(error instanceof Error ? error.message : 'killed'),
  restart: async () => true,
})

let onPrepare: (signal: AbortSignal, progress: (permille: number) => void) => Promise<string> = async () => 'made'

const making = longWork({
  kind: 'planted-making',
  label: { cn: '制作', en: 'Making' },
  job: 'planted.make',
  cancellable: true,
  claim: async (_db, { taskId }) => taskId,
  prepare: (_db, _subject, { signal, progress }) => onPrepare(signal, progress),
  discard: async (_db, made) => void ended.push(`discarded ${made}`),
  async step(db, { task }) {
    await write(db, task.taskId, 1)
    return { report: {} }
  },
  onCancel: async () => void ended.push('cancelled'),
})

let member: BuiltMember

let startedAt: number

beforeAll(async () => {
  startedAt = platform.now
  await sql`create table public.planted_item (task_id uuid, item integer)`.execute(platform.root)
})

beforeEach(async () => {
  onStep = () => {}
  onPrepare = async () => 'made'
  ended = []
  await loseJobs()
  platform.now = startedAt
  member = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

const start = () => {
  const about = { companyId: member.companyId, memberId: member.id, title: '清单', now: platform.now }
  return counting.start(platform.db, { ...about, position: { done: 0 } })
}
const startMaking = () =>
  making.start(platform.db, { companyId: member.companyId, memberId: member.id, title: '影片', now: platform.now })
const calls = () => platform.client(operations, member)
const seen = (id: string, language = 'cn') =>
  calls().taskById({ params: { id } }, { headers: { 'accept-language': language } })
const steps = (taskId: string, count: number) => takeSteps(platform, counting.job, taskId, count)
const run = (taskId: string) =>
  counting.job.run(platform.db, { taskId }, { outside: platform.outside, now: platform.now })

async function items(taskId: string): Promise<number[]> {
  const { rows } = await sql<{ item: number }>`
    select item from public.planted_item where task_id = ${taskId} order by item`.execute(platform.root)
  return rows.map((row) => row.item)
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** No job waits for the task any more, as after a process that was killed before it took a step. */
const loseJobs = () => sql`delete from graphile_worker._private_jobs`.execute(platform.root)

async function sweep(): Promise<void> {
  await enqueue(platform.db, resumeWorkJob, {})
  await resumeWorkJob.run(platform.db, {}, { outside: platform.outside, now: platform.now })
}

/** Another process that holds the lock of a task. */
async function otherProcess(taskId: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: platform.databaseUrl })
  await client.connect()
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [workLock(taskId)])
  return client
}

describe('steps', () => {
  it('are shown over HTTP with done, total and the remaining time', async () => {
    const id = await start()
    expect(await seen(id)).toMatchObject({ state: 'waiting', done: null, total: null, remainingMs: null })
    await steps(id, 3)
    // Three of twelve took three seconds, less what the permille rounds off.
    expect(await seen(id)).toMatchObject({
      state: 'running',
      permille: 250,
      done: 3,
      total,
      remainingMs: expect.any(Number),
    })
    expect((await seen(id)).remainingMs).toBeGreaterThan(5000)
    expect((await seen(id)).remainingMs).toBeLessThanOrEqual(9000)
    await platform.runJobs()
    const done = { state: 'done', permille: 1000, done: total, total, remainingMs: null, link: '/done' }
    expect(await seen(id)).toMatchObject(done)
    expect(await items(id)).toEqual(upTo(total))
  })

  it('that were stored are not repeated, and one that was not stored is', async () => {
    const id = await start()
    onStep = (item) => {
      if (item === 5) throw new Error('the process was killed')
    }
    await expect(run(id)).rejects.toThrow('killed')
    expect(await items(id)).toEqual(upTo(4))
    expect(await seen(id)).toMatchObject({ done: 4 })
    onStep = () => {}
    await run(id)
    expect(await items(id)).toEqual(upTo(total))
  })

  it('are taken by one of many runs at once', async () => {
    let id = ''
    const begin = async () => {
      id = await start()
      await loseJobs()
    }
    expect(await race(platform, 6, () => run(id), { begin })).toMatchObject({ accepted: 6 })
    expect(await items(id)).toEqual(upTo(total))
    expect(await seen(id)).toMatchObject({ state: 'done' })
  })
})

describe('a cancellation', () => {
  it('ends running work at its next step and cleans up; what was stored stays, and a retry goes on from there', async () => {
    const id = await start()
    onStep = async (item) => {
      if (item === 4) expect(await calls().cancelTask({ params: { id } })).toMatchObject({ isStopping: true })
    }
    await run(id)
    expect(await seen(id)).toMatchObject({ state: 'cancelled', done: 4, canRetry: true })
    expect(await items(id)).toEqual([-1, ...upTo(4)])
    expect(await calls().retryTask({ params: { id } })).toMatchObject({ state: 'waiting', attempt: 2 })
    onStep = () => {}
    await platform.runJobs()
    expect(await seen(id)).toMatchObject({ state: 'done' })
    expect(await items(id)).toEqual([-1, ...upTo(total)])
  })

  it('of waiting work ends it at once, and it cleans up', async () => {
    const id = await start()
    await loseJobs()
    expect(await calls().cancelTask({ params: { id } })).toMatchObject({ state: 'cancelled' })
    await platform.runJobs()
    expect(ended).toEqual(['cancelled'])
    expect(await items(id)).toEqual([-1])
  })

  it('that cannot clean up is not lost', async () => {
    const id = await start()
    await steps(id, 1)
    await calls().cancelTask({ params: { id } })
    await sql`alter table public.planted_item add constraint none check (item >= 0) not valid`.execute(platform.root)
    await expect(run(id)).rejects.toThrow('none')
    expect(await seen(id)).toMatchObject({ state: 'running', isStopping: true })
    await sql`alter table public.planted_item drop constraint none`.execute(platform.root)
    await run(id)
    expect(await seen(id)).toMatchObject({ state: 'cancelled' })
  })
})

describe('a failure', () => {
  it('is retried with a limit, and says so in the language of the caller', async () => {
    const id = await start()
    onStep = () => {
      throw new Error('broken')
    }
    for (const state of ['running', 'running', 'failed']) {
      await expect(run(id)).rejects.toThrow('broken')
      expect((await seen(id)).state).toBe(state)
    }
    expect(ended).toEqual(['broken'])
    expect((await seen(id, 'cn')).reason).toMatch(/多次尝试均未成功/)
    expect((await seen(id, 'en')).reason).toMatch(/Several attempts/)
    await run(id)
    expect(await items(id)).toEqual([])
  })

  it('starts to count again once a step is stored', async () => {
    const id = await start()
    onStep = (item) => {
      if (item % 2 === 0 && tried.size < item / 2 && tried.add(item)) throw new Error('once')
    }
    const tried = new Set<number>()
    for (let attempt = 0; attempt < 6; attempt += 1) await expect(run(id)).rejects.toThrow('once')
    await run(id)
    expect(await seen(id)).toMatchObject({ state: 'done' })
    expect(await items(id)).toEqual(upTo(total))
  })

  it('of what the work needs is not counted: the work is taken up again until the disk has space', async () => {
    const id = await start()
    onStep = (item) => {
      if (item === 3) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await platform.runJobs()
      expect(await seen(id)).toMatchObject({ state: 'running', done: 2 })
      const { rows } = await sql<{ run_at: Date }>`
        select run_at from graphile_worker.jobs where key like ${`%${id}`}`.execute(platform.root)
      expect(rows.map(({ run_at }) => run_at.getTime() - platform.now)).toEqual([30_000])
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(platform.root)
    }
    onStep = () => {}
    await platform.runJobs()
    expect(await seen(id)).toMatchObject({ state: 'done' })
    expect(await items(id)).toEqual(upTo(total))
  })

  it('by a refusal is final, with the text of the refusal', async () => {
    const id = await start()
    onStep = () => {
      throw refuse(NOT_FOUND)
    }
    await run(id)
    expect(await seen(id, 'en')).toMatchObject({ state: 'failed', reason: 'This item no longer exists' })
    expect((await seen(id, 'cn')).reason).toBe('资源已不存在')
  })

  it('of processes that die without a word is counted as well', async () => {
    const id = await start()
    await sql`update operations.task set tries = 3 where id = ${id}`.execute(platform.root)
    await run(id)
    expect(await seen(id)).toMatchObject({ state: 'failed' })
    expect(ended).toEqual(['killed'])
    expect(await items(id)).toEqual([])
  })
})

describe('work whose process has died', () => {
  it('is resumed when the lock is free, and left alone after an hour of silence while another process has it', async () => {
    const id = await start()
    await steps(id, 2)
    await loseJobs()
    const other = await otherProcess(id)
    const isFree = async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`.execute(platform.root)
      return rows.length === 0
    }
    platform.now += 3_600_000
    await sweep()
    // Sessions do not last so long.
    platform.now = startedAt
    expect((await seen(id)).state).toBe('running')
    await platform.runJobs()
    expect(await items(id)).toEqual(upTo(2))
    await other.end()
    await expect.poll(isFree).toBe(true)
    await sweep()
    expect((await seen(id)).state).toBe('interrupted')
    await platform.runJobs()
    expect(await seen(id)).toMatchObject({ state: 'done' })
    expect(await items(id)).toEqual(upTo(total))
  })

  it('is not enqueued again while its job waits', async () => {
    const id = await start()
    const jobs = async () => {
      const { rows } = await sql<{ id: number }>`
        select id from graphile_worker.jobs where key like ${`%${id}`}`.execute(platform.root)
      return rows
    }
    const before = await jobs()
    await sweep()
    expect(await jobs()).toEqual(before)
    expect(before).toHaveLength(1)
  })
})

describe('a preparation', () => {
  it('runs before the step, outside of a transaction', async () => {
    const id = await startMaking()
    await platform.runJobs()
    expect(await items(id)).toEqual([1])
    expect(ended).toEqual([])
  })

  it('is discarded when the task was cancelled meanwhile', async () => {
    const id = await startMaking()
    onPrepare = async () => {
      await calls().cancelTask({ params: { id } })
      return 'a video'
    }
    await making.job.run(platform.db, { taskId: id }, { outside: platform.outside, now: platform.now })
    expect(ended).toEqual(['discarded a video', 'cancelled'])
    expect(await items(id)).toEqual([])
    expect(await seen(id)).toMatchObject({ state: 'cancelled' })
  })

  it('is stopped by a cancellation while it lasts', async () => {
    const id = await startMaking()
    onPrepare = async (signal, progress) => {
      progress(300)
      await calls().cancelTask({ params: { id } })
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('the program was stopped')))
      })
    }
    await making.job.run(platform.db, { taskId: id }, { outside: platform.outside, now: platform.now })
    expect(ended).toEqual(['cancelled'])
    expect(await seen(id)).toMatchObject({ state: 'cancelled', permille: 300 })
  })
})
