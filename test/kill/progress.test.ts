/**
 * Learners watch while the server is killed with SIGKILL again and again. What the server has acknowledged to a learner must be there
 * afterwards; what was never watched must not be. KILLS sets how often; `npm run test:long` kills 200 times.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { FASTER_THAN_CLOCK } from '#modules/learning/courses/contract/errors.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Number(process.env.KILLS ?? 1)
const learnerCount = 12
const killAfterMs = { least: 150, most: 700 }
const hourMs = 3_600_000

let database: ClonedDatabase
let db: RootDatabase
let server: ServerProcess
let directory: string

beforeAll(async () => {
  database = await cloneDatabase(inject('databaseServerUrl'), inject('databaseTemplate'))
  db = createDatabase(createPool({ databaseUrl: database.url, size: 4 }))
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-kill-'))
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: database.url,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'error',
  })
  await server.start()
})

afterAll(async () => {
  await server.end('SIGKILL')
  await db.destroy()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

interface Playback {
  readonly playbackId: string
  readonly watched: { from: number; to: number }[]
}

/** One learner with one player: repeats a heartbeat until it is acknowledged, as the browser's player does. */
class Learner {
  readonly member: BuiltMember
  readonly path: string
  acknowledgedHeartbeats = 0
  /** End of what the server has said it stored; the learner watches from 0 on without a gap. */
  acknowledgedTo = 0
  watchedTo = 0
  unanswered = 0
  private stopped = false

  constructor(member: BuiltMember, path: string) {
    this.member = member
    this.path = path
  }

  private async post<T>(path: string, body: unknown): Promise<T | undefined> {
    try {
      const response = await fetch(`${server.origin}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.member.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as T & { errorCode?: number; data?: { retryAfterMs?: number } }
      const { errorCode, data } = answer
      if (response.ok) return answer
      // After a long absence of the server the clock allows what was watched piece by piece; the same claim is taken then.
      if (errorCode !== FASTER_THAN_CLOCK.code) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      await wait(data?.retryAfterMs ?? 1000)
      return undefined
    } catch (error) {
      // The server is down: fetch fails with a TypeError. Anything else is an answer that should not be.
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      this.unanswered += 1
      await wait(20)
      return undefined
    }
  }

  private async until<T>(path: string, body: unknown): Promise<T> {
    for (;;) {
      const answer = await this.post<T>(path, body)
      if (answer) return answer
    }
  }

  start(): Promise<Playback> {
    return this.until<Playback>(`${this.path}/playback`, {})
  }

  async watch(): Promise<void> {
    const { playbackId } = await this.start()
    const startedAt = performance.now()
    for (let sequence = 1; !this.stopped; sequence += 1) {
      await wait(30)
      const to = Math.floor(performance.now() - startedAt)
      const heartbeat = {
        sequence,
        intervals: [{ from: this.watchedTo, to }],
        position: to,
        activeMs: to - this.watchedTo,
      }
      this.watchedTo = to
      await this.until(`/course-study/playback/${playbackId}/beat`, heartbeat)
      this.acknowledgedTo = to
      this.acknowledgedHeartbeats += 1
    }
  }

  stop(): void {
    this.stopped = true
  }
}

/** The database's own look for broken structures, as far as SQL can see: every index agrees with its table. */
async function indexesAgree(): Promise<void> {
  await sql`create extension if not exists amcheck`.execute(db)
  await sql`select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam
    join pg_namespace n on n.oid = c.relnamespace
    where a.amname = 'btree' and c.relkind = 'i' and n.nspname in ('courses', 'identity')`.execute(db)
}

it(
  `[COURSE-056] ${kills} kills of the server under load lose no acknowledged second of study and invent none`,
  async () => {
    const companyId = await buildCompany(db)
    const author = await buildMember(db, { companyId, roles: ['lecturer'] })
    const durationMs = 4 * hourMs
    const { id: fileId } = await buildFile(db, { companyId, ownerId: author.id, durationMs })
    const course = await buildCourse(db, { author, chapters: [{ sections: [{ kind: 'video', fileId, durationMs }] }] })
    const section = course.sections[0]?.id ?? ''
    const path = `/course-study/course-front/${course.id}/sections/${section}`
    const learners: Learner[] = []
    for (let count = 0; count < learnerCount; count += 1) {
      const member = await buildMember(db, { companyId })
      const registered = await fetch(`${server.origin}/api/v1/course-study/course-front/${course.id}/register`, {
        method: 'POST',
        headers: { authorization: `Bearer ${member.token}` },
      })
      expect(registered.status).toBe(200)
      learners.push(new Learner(member, path))
    }
    const watching = Promise.all(learners.map((learner) => learner.watch()))
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(killAfterMs.least + Math.random() * (killAfterMs.most - killAfterMs.least))
      // On a slow machine the server is not yet known to live before everybody was answered once more.
      while (learners.some((learner) => learner.acknowledgedHeartbeats <= kill)) await wait(20)
      await server.end('SIGKILL')
      await server.start()
    }
    for (const learner of learners) learner.stop()
    await watching

    for (const learner of learners) {
      const { watched } = await learner.start()
      expect(learner.acknowledgedHeartbeats).toBeGreaterThanOrEqual(kills)
      expect(watched).toEqual([{ from: 0, to: learner.acknowledgedTo }])
    }
    expect(learners.reduce((sum, learner) => sum + learner.unanswered, 0)).toBeGreaterThan(0)
    await indexesAgree()
    const heartbeats = learners.reduce((sum, learner) => sum + learner.acknowledgedHeartbeats, 0)
    console.log(`${kills} kills, ${learnerCount} learners, ${heartbeats} acknowledged heartbeats, none lost`)
  },
  600_000 + kills * 60_000,
)
