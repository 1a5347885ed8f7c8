/** The calls of who studies: signing in, the start of a page, a heartbeat, the commit of a package, a statement about it. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { launchPackage } from '#modules/learning/packages/server/launches.ts'
import { buildPackage } from '#modules/learning/packages/server/player.fixture.ts'
import { xapi } from '#modules/learning/xapi/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember, callerOf } from '#modules/platform/identity/server/members.fixture.ts'
import { buildWithPassword } from '#modules/platform/identity/server/passwords.fixture.ts'
import { hashPassword } from '#modules/platform/identity/server/passwords.ts'
import type { RootDatabase } from '#server/db/pool.ts'
import { type Answered, ask, keptConnections } from './http.ts'
import { type Kind, kindMaker, type Said, saidOf } from './kinds.ts'
import type { Site } from './site.ts'

const password = 'Sail-2026'
const json = { 'content-type': 'application/json' }
const studyPath = '/api/v1/course-study'

interface StudyKinds {
  readonly kinds: readonly Kind[]
  /** Fails where something that was acknowledged is not there. */
  assertKept(): Promise<void>
  close(): void
}

/** Calls asked together are fine where each of them is; otherwise they say what the first that is not says. */
function saidTogether(answered: Answered): Said {
  const lines = answered.body.toString().trimEnd().split('\n')
  const failed = lines.map((line) => /^\d+ (\d+) \S+ (.*)$/.exec(line)).find((line) => line?.[1] !== '200')
  if (answered.status !== 200 || !failed) return saidOf(answered)
  return saidOf({ ...answered, status: Number(failed[1]), body: Buffer.from(failed[2] ?? '') })
}

async function newLearner(site: Site, db: RootDatabase, companyId: string) {
  const now = site.outside.clock.now()
  const author = await buildMember(db, { companyId, roles: ['lecturer'], now })
  const learner = await buildMember(db, { companyId, now })
  const file = await buildFile(db, { companyId, ownerId: author.id, durationMs: 600_000 })
  const sections = [{ kind: 'video', fileId: file.id, durationMs: 600_000 }] as const
  const course = await buildCourse(db, { author, chapters: [{ sections }], now })
  const packageId = await buildPackage(db, { author, shortestSeconds: 0, now })
  const registrationKey = { courseId: course.id, sectionId: uuid() }
  const caller = await callerOf(db, learner)
  const { launchUrl } = await launchPackage(db, site.outside, { caller, packageId, registrationKey, mode: 'learn' })
  return { learner, course, launch: new URL(launchUrl) }
}

export async function studyKinds(site: Site, db: RootDatabase, chief: BuiltMember): Promise<StudyKinds> {
  const { learner, course, launch } = await newLearner(site, db, chief.companyId)
  // Somebody else signs in: the oldest session of many ends.
  const now = site.outside.clock.now()
  const { name: account } = await buildWithPassword({ db, now }, chief.companyId, await hashPassword(password))
  const maker = kindMaker(site.origin)
  const packageMaker = kindMaker(`http://127.0.0.1:${launch.port}`)
  const agent = keptConnections()
  const headers = { ...json, authorization: `Bearer ${learner.token}` }
  const prepare = async (path: string, body: object, token = learner.token) => {
    const sent = { ...json, authorization: `Bearer ${token}` }
    const asked = { method: 'POST', path, headers: sent, body: JSON.stringify(body) }
    const { status, body: answer } = await ask(site.origin, agent, asked)
    if (status !== 200) throw new Error(`${path} answered ${status} ${answer.toString()}`)
    return JSON.parse(answer.toString()) as Record<string, string>
  }
  const inCourse = `${studyPath}/course-front/${course.id}`
  await prepare(`${inCourse}/register`, {})
  const { playbackId } = await prepare(`${inCourse}/sections/${course.sections[0]?.id}/playback`, {})
  const made = await prepare(`/api/v1${xapi.createCredential.path}`, { name: '安全课件' }, chief.token)
  const basic = Buffer.from(`${made.username}:${made.password}`).toString('base64')
  const acknowledged = { heartbeat: 0, commit: 0, statements: [] as string[] }
  let heartbeats = 0
  let commits = 0
  const kinds = [
    maker.kind('sign-in', (send) => {
      const body = { grantType: 'password', account, password, endOldest: true }
      return send({ method: 'POST', path: '/api/v1/oauth/token', headers: json, body: JSON.stringify(body) })
    }),
    maker.kind(
      'together',
      (send) => {
        const body = JSON.stringify({ calls: ['/human/member/current', '/system/message/unread-count'] })
        return send({ method: 'POST', path: '/api/v1/system/calls', headers, body })
      },
      { said: saidTogether },
    ),
    maker.kind('heartbeat', async (send) => {
      heartbeats += 1
      const sequence = heartbeats
      const body = JSON.stringify({ sequence, intervals: [{ from: 0, to: 1000 }], position: 1000, activeMs: 0 })
      const answered = await send({ method: 'POST', path: `${studyPath}/playback/${playbackId}/beat`, headers, body })
      if (answered.status === 200) acknowledged.heartbeat = Math.max(acknowledged.heartbeat, sequence)
      return answered
    }),
    packageMaker.kind('commit', async (send) => {
      commits += 1
      const sequence = commits
      const body = JSON.stringify({ sequence, activeMs: 0, unitId: null, cmi: {} })
      const answered = await send({ method: 'POST', path: `${launch.pathname}~/commit`, headers: json, body })
      if (answered.status === 200) acknowledged.commit = Math.max(acknowledged.commit, sequence)
      return answered
    }),
    maker.kind('statement', async (send) => {
      const id = uuid()
      const verb = { id: 'http://adlnet.gov/expapi/verbs/completed', display: { 'zh-CN': '完成' } }
      const object = { id: 'https://example.com/course/1' }
      const body = JSON.stringify({ id, actor: { mbox: 'mailto:anna@example.com' }, verb, object })
      const known = { ...json, authorization: `Basic ${basic}`, 'x-experience-api-version': '1.0.3' }
      const answered = await send({ method: 'POST', path: '/xapi/statements', headers: known, body })
      if (answered.status === 200) acknowledged.statements.push(id)
      return answered
    }),
  ]
  return {
    kinds,
    async assertKept() {
      const { rows } = await sql<{ heartbeat: number; commit: number; statements: number }>`select
        (select sequence from courses.section_progress where playback_id = ${playbackId}) as heartbeat,
        (select max(l.sequence) from packages.launch l join packages.attempt a on a.id = l.attempt_id
          where a.member_id = ${learner.id}) as commit,
        (select count(*)::int from xapi.statement where id = any(${acknowledged.statements}::uuid[])) as statements
        `.execute(db)
      const kept = rows[0]
      if (!kept || kept.heartbeat < acknowledged.heartbeat || kept.commit < acknowledged.commit)
        throw new Error(`of ${JSON.stringify(acknowledged)} was kept ${JSON.stringify(kept)}`)
      if (kept.statements !== acknowledged.statements.length)
        throw new Error(`${kept.statements} of ${acknowledged.statements.length} statements were kept`)
    },
    close() {
      maker.close()
      packageMaker.close()
      agent.destroy()
    },
  }
}
