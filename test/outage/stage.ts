/** A company, a live room and callers of every kind before a server whose database and disk a test takes away. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { usualTimings } from '#modules/live/rooms/server/live/timings.ts'
import { roomModules } from '#modules/live/rooms/server/room.fixture.ts'
import { openRoom, startRoom } from '#modules/live/rooms/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { RootDatabase } from '#server/db/pool.ts'
import type { Outside } from '#server/outside.ts'
import { ask, keptConnections } from './http.ts'
import { callKinds, type Kind } from './kinds.ts'
import { countingWork, isLong, plantedModule, workSteps } from './planted.ts'
import { roomKind } from './room-kind.ts'
import { type Site, startSite } from './site.ts'
import { studyKinds } from './study-kinds.ts'
import { endure, type Fault, type Load, type Row } from './table.ts'
import { writingKinds } from './writing-kinds.ts'

export const outageModules = [...roomModules(usualTimings), plantedModule]
const load: Load = isLong ? { callers: 4, ms: 6000 } : { callers: 2, ms: 0 }

interface StageSettings {
  /** The database as the test sees it, whatever happens to the server's way to it. */
  readonly db: RootDatabase
  /** The server's address of it. */
  readonly databaseUrl: string
  readonly outside: Outside
  /** For the page of the browser. */
  readonly directory: string
  readonly poolSize?: number
}

export interface Stage {
  readonly site: Site
  readonly chief: BuiltMember
  /** Goes through the fault, and answers what each kind of call said, by its name. */
  suffer(fault: Fault): Promise<ReadonlyMap<string, Row>>
  stop(): Promise<void>
}

/** Of a call that could not be served. */
export const busy = '503 999001'
/** What needs the database, and says that it is busy. */
export const databaseKinds = [
  ...['read', 'list', 'write', 'upload', 'submission', 'tus', 'file', 'events', 'status'],
  ...['sign-in', 'together', 'heartbeat', 'commit', 'statement', 'draft', 'ask'],
]
/** What a full disk and a store of files that is away leave alone. */
export const studying = ['sign-in', 'together', 'heartbeat', 'commit', 'statement', 'draft', 'ask']
/** `/health` promises 2 s. */
export const healthMsMax = 2000
const usual = ['200', busy]
/** What may be answered, whatever is away. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  tus: ['204', busy],
  records: ['401', busy],
  page: ['200'],
  health: ['200', '503'],
  room: ['200', 'refused 999001', busy, 'closed'],
  job: ['done', 'waits'],
}

export const said = (row: Row | undefined) => row?.answers.join()

async function openTestRoom(db: RootDatabase, companyId: string, hostId: string, now: number): Promise<string> {
  const roomId = uuid()
  const room = { companyId, kind: 'test', roomId, title: '安全生产公开课', mode: 'interactive' as const }
  await openRoom(db, { ...room, plannedEndAt: now + 3_600_000, hostId, lecturerIds: [], now })
  await startRoom(db, { companyId, roomId, by: hostId, now })
  return roomId
}

/** Long work that begins before the fault, and has each step once at its end. */
async function startWork(db: RootDatabase, chief: BuiltMember, now: number) {
  await sql`create table if not exists public.outage_step (task_id uuid, step integer)`.execute(db)
  const about = { companyId: chief.companyId, memberId: chief.id, title: '清单', now, position: { done: 0 } }
  const id = await countingWork.start(db as Connection, about)
  const steps = async () => {
    const { rows } = await sql<{ step: number }>`
      select step from public.outage_step where task_id = ${id} order by step`.execute(db)
    return rows.map(({ step }) => step)
  }
  // How long work waits for what is away is proven by itself; here it is due as soon as that is back.
  const makeDue = () =>
    sql`update graphile_worker._private_jobs set run_at = now() where run_at > now() and task_id =
      (select id from graphile_worker._private_tasks where identifier = ${countingWork.job.name})`.execute(db)
  while ((await steps()).length === 0) await wait(20)
  return {
    async assertRunning() {
      expect((await steps()).length).toBeLessThan(workSteps)
    },
    async done() {
      while ((await steps()).length < workSteps) {
        if (!isLong) await makeDue()
        await wait(50)
      }
      expect(await steps()).toEqual(Array.from({ length: workSteps }, (_, at) => at + 1))
    },
  }
}

let jobNumber = 0

/** A job that is enqueued beside the server, which has to find it. */
function jobKind(site: Site, db: RootDatabase): Kind {
  return {
    name: 'job',
    isAlone: true,
    async call() {
      const startedAt = performance.now()
      const number = ++jobNumber
      await site.enqueue(db, number).catch(() => undefined)
      for (let looks = 0; looks < 20 && !site.jobsDone.has(number); looks += 1) await wait(100)
      return { text: site.jobsDone.has(number) ? 'done' : 'waits', ms: performance.now() - startedAt }
    },
    isFine: ({ text }) => text === 'done',
  }
}

export async function openStage(settings: StageSettings, rows: Row[]): Promise<Stage> {
  const { db, outside } = settings
  const companyId = await buildCompany(db)
  const chief = await buildMember(db, { companyId, roles: ['super-admin'] })
  const roomId = await openTestRoom(db, companyId, chief.id, outside.clock.now())
  const site = await startSite({ ...settings, modules: outageModules })
  const calls = await callKinds({ origin: site.origin, token: chief.token, organizationId: companyId })
  const agent = keptConnections()
  const room = roomKind({ origin: site.origin, roomId, token: chief.token }, agent)
  const study = await studyKinds(site, db, chief)
  const writing = await writingKinds(site, db, companyId)
  const kinds = [...calls.kinds, ...study.kinds, ...writing.kinds, room, jobKind(site, db)]

  /** Nothing that was acknowledged is lost. */
  const keptAll = async () => {
    const { organizations, files, submissions } = calls.acknowledged
    const { rows: kept } = await sql<{ name: string }>`
      select name from identity.organization where name = any(${organizations})`.execute(db)
    expect(new Set(kept.map(({ name }) => name))).toEqual(new Set(organizations))
    const { rows: handedIn } = await sql<{ id: string }>`
      select id from submissions.submission where id = any(${submissions}::uuid[])`.execute(db)
    expect(handedIn).toHaveLength(submissions.length)
    const headers = { authorization: `Bearer ${chief.token}` }
    for (const id of files) {
      const answer = await ask(site.origin, agent, { path: `/api/v1/human/file/${id}`, headers })
      expect(answer.status, id).toBe(200)
    }
    await writing.assertKept()
  }
  return {
    site,
    chief,
    async suffer(fault) {
      const work = await startWork(db, chief, outside.clock.now())
      let endedAt = 0
      const begin = async () => {
        await work.assertRunning()
        await fault.begin()
      }
      const end = async () => {
        await fault.end()
        endedAt = performance.now()
      }
      const found = await endure({ ...fault, begin, end }, kinds, load)
      await work.done()
      rows.push(...found, {
        ...{ fault: fault.name, kind: 'long work', answers: ['done'], slowestMs: 0, slowestOwnMs: 0 },
        recoveredMs: performance.now() - endedAt,
      })
      for (const { kind, answers } of found) {
        for (const answer of answers) expect(allowed[kind] ?? usual, `${fault.name}, ${kind}`).toContain(answer)
      }
      await keptAll()
      await study.assertKept()
      return new Map(found.map((row) => [row.kind, row]))
    },
    async stop() {
      calls.close()
      study.close()
      writing.close()
      room.close()
      agent.destroy()
      await site.stop()
    },
  }
}
