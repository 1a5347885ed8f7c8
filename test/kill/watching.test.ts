/**
 * What a learner loses when the server is killed while a video plays, counted in seconds of watching. The browser's own
 * reporter and outbox watch; at each kill half of the pages die with the server, as in a power cut, and come back as the
 * player does: what was left behind first, then a new playback. KILLS sets how often.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createOutbox, type Heartbeat, isEmpty, type Unsent } from '#modules/content/playback/web/reporting/outbox.ts'
import { createReporter, type Outcome, type Reporter } from '#modules/content/playback/web/reporting/reporter.ts'
import { FASTER_THAN_CLOCK, PLAYBACK_TAKEN_OVER } from '#modules/learning/courses/contract/errors.ts'
import type { HeartbeatAnswer } from '#modules/learning/courses/contract/learning.ts'
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'
import { type Interval, lengthOf, unionOf } from '#web/media/intervals.ts'

const kills = Number(process.env.KILLS ?? 1)
const learnerCount = 8
const killAfterMs = { least: 1500, most: 7000 }
/** As the player does: played seconds are put down every second, and leave every five. */
const keepEveryMs = 1000
const beatEveryMs = 5000
const lostMaxMs = 5000
const durationMs = 4 * 3_600_000

let database: ClonedDatabase
let db: RootDatabase
let server: ServerProcess
let directory: string

beforeAll(async () => {
  database = await cloneDatabase(inject('databaseServerUrl'), inject('databaseTemplate'))
  db = createDatabase(createPool({ databaseUrl: database.url, size: 4 }))
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-watching-'))
  const environment = { DATABASE_URL: database.url, DATA_DIRECTORY: directory, LOG_LEVEL: 'error' }
  server = new ServerProcess(await freePort(), environment)
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
  readonly resumePosition: number
  readonly watched: readonly Interval[]
}

class Refused extends Error {
  readonly errorCode: number
  readonly retryAfterMs: number | undefined

  constructor(path: string, answer: { errorCode: number; data?: { retryAfterMs?: number } }) {
    super(`${path}: ${JSON.stringify(answer)}`)
    this.errorCode = answer.errorCode
    this.retryAfterMs = answer.data?.retryAfterMs
  }
}

/** The answer; undefined where the server is down, or died while it answered. */
async function post<T>(token: string, path: string, body: unknown): Promise<T | undefined> {
  try {
    const response = await fetch(`${server.origin}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    if (!response.ok) throw new Refused(path, answer as ConstructorParameters<typeof Refused>[1])
    return answer as T
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
    return undefined
  }
}

function memory(): Storage {
  const map = new Map<string, string>()
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (index) => [...map.keys()][index] ?? null,
    clear: () => map.clear(),
    get length() {
      return map.size
    },
  }
}

/** One member with one browser, whose storage outlives its pages. */
class Viewer {
  readonly member: BuiltMember
  readonly section: string
  readonly lostMs: number[] = []
  readonly refusals: number[] = []
  readonly outbox = createOutbox(memory(), 'shuyuan.playback.', Date.now)
  watched: Interval[] = []
  acknowledged: Interval[] = []
  /** Counts up when the page dies: what an earlier page still does, nobody hears. */
  page = 0
  private ended = false
  private died = Promise.withResolvers<void>()

  constructor(member: BuiltMember, section: string) {
    this.member = member
    this.section = section
  }

  private async send(page: number, playbackId: string, heartbeat: Heartbeat): Promise<Outcome<HeartbeatAnswer>> {
    const path = `/course-study/playback/${playbackId}/beat`
    const answer = await post<HeartbeatAnswer>(this.member.token, path, heartbeat).catch((error: unknown) => error)
    // A dead page hears nothing, and so does not know either that it was stored.
    if (page !== this.page) return new Promise(() => undefined)
    if (answer === undefined) return { kind: 'away' }
    if (answer instanceof Refused) {
      this.refusals.push(answer.errorCode)
      return { kind: 'refused', errorCode: answer.errorCode, retryAfterMs: answer.retryAfterMs }
    }
    if (answer instanceof Error) throw answer
    this.acknowledged = unionOf([...this.acknowledged, ...heartbeat.intervals])
    return { kind: 'acknowledged', answer: answer as HeartbeatAnswer }
  }

  private reporter(playbackId: string, from?: Unsent): Reporter {
    const { page } = this
    const later = (work: () => void, ms: number) => {
      const timer = setTimeout(() => page === this.page && work(), ms)
      return () => clearTimeout(timer)
    }
    const send = (id: string, heartbeat: Heartbeat) => this.send(page, id, heartbeat)
    const codes = { tooFast: FASTER_THAN_CLOCK.code, takenOver: PLAYBACK_TAKEN_OVER.code }
    return createReporter({ playbackId, memberId: this.member.id, codes, send, outbox: this.outbox, later }, from)
  }

  /** What an earlier page left behind comes first; a new playback takes over from it. */
  private async begin(): Promise<Playback | undefined> {
    const { page } = this
    for (const unsent of this.outbox.list(this.member.id)) {
      if (!unsent.pending && isEmpty(unsent.open)) continue
      const reporter = this.reporter(unsent.playbackId, unsent)
      reporter.flush()
      await Promise.race([reporter.settled(), this.died.promise])
    }
    while (page === this.page) {
      const playback = await post<Playback>(this.member.token, `${this.section}/playback`, {})
      if (playback) return page === this.page ? playback : undefined
      await wait(200)
    }
    return undefined
  }

  /** Watches until the page dies or all is over. */
  private async watchOnce(): Promise<void> {
    const { page } = this
    const playback = await this.begin()
    if (!playback) return
    const { playbackId, resumePosition, watched } = playback
    this.lostMs.push(lengthOf(this.watched) - lengthOf(watched))
    // What was lost is watched again, from where the server says.
    this.watched = unionOf(watched)
    const reporter = this.reporter(playbackId)
    const startedAt = performance.now()
    const at = () => resumePosition + Math.floor(performance.now() - startedAt)
    let [kept, sent] = [resumePosition, resumePosition]
    while (!this.ended && page === this.page) {
      await wait(50)
      const position = at()
      this.watched = unionOf([...this.watched, { from: resumePosition, to: position }])
      if (position - kept < keepEveryMs) continue
      reporter.add({ intervals: [{ from: kept, to: position }], position, activeMs: position - kept })
      kept = position
      if (position - sent < beatEveryMs) continue
      reporter.flush()
      sent = position
    }
    if (page !== this.page) return
    const position = at()
    reporter.add({ intervals: [{ from: kept, to: position }], position, activeMs: position - kept })
    this.watched = unionOf([...this.watched, { from: kept, to: position }])
    reporter.flush()
    await reporter.settled()
  }

  async watch(): Promise<void> {
    while (!this.ended) await this.watchOnce()
  }

  die(): void {
    this.page += 1
    this.died.resolve()
    this.died = Promise.withResolvers()
  }

  end(): void {
    this.ended = true
  }
}

it(
  `[COURSE-056] ${kills} kills lose less than 5 s of watching each, and nothing that was acknowledged`,
  async () => {
    const companyId = await buildCompany(db)
    const author = await buildMember(db, { companyId, roles: ['lecturer'] })
    const { id: fileId } = await buildFile(db, { companyId, ownerId: author.id, durationMs })
    const course = await buildCourse(db, { author, chapters: [{ sections: [{ kind: 'video', fileId, durationMs }] }] })
    const front = `/course-study/course-front/${course.id}`
    const viewers: Viewer[] = []
    for (let count = 0; count < learnerCount; count += 1) {
      const member = await buildMember(db, { companyId })
      await buildLearner(db, { member, course })
      viewers.push(new Viewer(member, `${front}/sections/${course.sections[0]?.id ?? ''}`))
    }
    const watching = Promise.all(viewers.map((viewer) => viewer.watch()))
    const isOver = watching.then(() => true)
    for (let kill = 0; kill < kills; kill += 1) {
      const pause = wait(killAfterMs.least + Math.random() * (killAfterMs.most - killAfterMs.least), false)
      // A viewer who can't go on says so here, and not after all kills.
      expect(await Promise.race([pause, isOver])).toBe(false)
      await server.end('SIGKILL')
      for (const viewer of viewers.filter((_, index) => index % 2 === kill % 2)) viewer.die()
      await server.start()
    }
    for (const viewer of viewers) viewer.end()
    await watching

    for (const viewer of viewers) {
      const kept = await post<Playback>(viewer.member.token, `${viewer.section}/playback`, {})
      const known = kept?.watched ?? []
      // Everything acknowledged is there, and so is everything else that was watched to the end: nothing was invented.
      expect(unionOf([...known, ...viewer.acknowledged])).toEqual(known)
      expect(known).toEqual(viewer.watched)
      // A repeated claim may meet a clock that has not run on yet; nothing else is ever refused.
      expect(viewer.refusals.filter((code) => code !== FASTER_THAN_CLOCK.code)).toEqual([])
    }
    const lost = viewers.flatMap((viewer) => viewer.lostMs)
    const seconds = (ms: number) => (ms / 1000).toFixed(2)
    const mean = lost.reduce((sum, ms) => sum + ms, 0) / Math.max(1, lost.length)
    console.log(
      `${kills} kills, ${lost.length} pages opened: lost at most ${seconds(Math.max(...lost))} s, ${seconds(mean)} s in the mean`,
    )
    expect(lost.length).toBeGreaterThan(learnerCount)
    for (const ms of lost) expect(ms).toBeLessThan(lostMaxMs)
  },
  600_000 + kills * 60_000,
)
