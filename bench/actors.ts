/** Who makes the measured calls: members of the seeded company, signed in, registered, and playing a video. */
import { sql } from 'kysely'
import { type Endpoint, fillPath } from '#kit/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { hashPassword } from '#modules/platform/identity/server/passwords.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { apiPrefix } from '#server/http/app.ts'
import type { Recorder } from './capture.ts'
import { fillMessages, messagePlans } from './messages.ts'
import type { Request, RequestPlan, Walkers } from './plans.ts'

const actorCount = 50
const password = 'Bench-2026'

interface Actor {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly token: string
  readonly cookie?: string
  readonly courseId: string
}

interface Section {
  readonly courseId: string
  readonly sectionId: string
}

/** A call as a browser of the caller makes it. */
export function request(
  endpoint: Endpoint,
  caller: { readonly token: string; readonly cookie?: string } | undefined,
  input: { params?: Record<string, string>; query?: string; body?: object },
): Request {
  const headers: Record<string, string> = { version: '1', 'accept-language': 'cn', 'user-agent': 'bench' }
  if (caller) headers.authorization = `Bearer ${caller.token}`
  if (caller?.cookie !== undefined) headers.cookie = caller.cookie
  const path = `${apiPrefix}${fillPath(endpoint.path, input.params)}${input.query ?? ''}`
  if (input.body === undefined) return { method: endpoint.method as 'GET', path, headers }
  return {
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(input.body),
  }
}

/** A video of a published course that everybody of the company sees. */
async function findVideo(db: RootDatabase): Promise<Section> {
  const { rows } = await sql<Section>`
    select s.course_id as "courseId", s.id as "sectionId" from courses.section s
    join courses.course c on c.published_version_id = s.version_id
    where c.status = 'on-shelf' and c.visible_to_all and s.kind = 'video'
      and c.company_id = (select company_id from identity.member group by 1 order by count(*) desc limit 1)
    order by s.duration_ms desc, s.id limit 1`.execute(db)
  if (!rows[0]) throw new Error('no published course has a video: seed some first')
  return rows[0]
}

async function findActors(db: RootDatabase, recorder: Recorder, video: Section): Promise<Actor[]> {
  const { rows } = await sql<{ id: string; companyId: string; name: string }>`
    select m.id, m.company_id as "companyId", m.name from identity.member m
    join courses.course c on c.company_id = m.company_id and c.id = ${video.courseId}
    where m.enabled order by m.id limit ${actorCount}`.execute(db)
  const ids = rows.map((row) => row.id)
  const hash = await hashPassword(password)
  await sql`update identity.credential set password_hash = ${hash}, change_needed = false, wrong_passwords = 0, locked_until = null
    where member_id = any(${ids}::uuid[])`.execute(db)
  const actors: Actor[] = []
  for (const row of rows) {
    const token = await buildSession(db, row)
    const cookie = await recorder.cookieAfter(request(identity.currentMember, { token }, {}))
    actors.push({ ...row, token, cookie, courseId: video.courseId })
  }
  return actors
}

/** Who manages the company of the actors. */
async function findDirector(db: RootDatabase, companyId: string): Promise<Walkers['director']> {
  const { rows } = await sql<{ id: string; companyId: string }>`
    select id, company_id as "companyId" from identity.member where company_id = ${companyId} and name = 'guanli'`.execute(
    db,
  )
  if (!rows[0]) throw new Error('the company has nobody who manages')
  return { token: await buildSession(db, rows[0]) }
}

/** The plans whose calls are measured, on the seeded database, and who walks through all others before. */
export async function createPlans(
  databaseUrl: string,
  recorder: Recorder,
): Promise<{ readonly plans: RequestPlan[]; readonly walkers: Walkers }> {
  const pool = createPool({ databaseUrl, size: 1 })
  const db = createDatabase(pool)
  try {
    const video = await findVideo(db)
    const actors = await findActors(db, recorder, video)
    const playbacks: string[] = []
    for (const actor of actors) {
      const params = { id: video.courseId }
      await recorder.call(request(courses.registerForCourse, actor, { params, body: {} }))
      const started = await recorder.call(
        request(courses.startPlayback, actor, { params: { ...params, sectionId: video.sectionId }, body: {} }),
      )
      playbacks.push((started as { playbackId: string }).playbackId)
    }
    await fillMessages(databaseUrl)
    await sql`vacuum analyze`.execute(db)
    const { rows } = await sql<{ hash: string }>`
      select password_hash as hash from identity.credential where member_id = ${actors[0]?.id}`.execute(db)
    const credentials = (name: string) => ({ grantType: 'password', account: name, password })
    const heartbeat = { sequence: '{sequence}', intervals: [{ from: '{from}', to: '{to}' }], activeMs: 1 }
    const walkers = { learners: actors, director: await findDirector(db, actors[0]?.companyId ?? '') }
    const plans: RequestPlan[] = [
      {
        name: 'sign-in',
        requests: actors.map(({ name }) => request(identity.createToken, undefined, { body: credentials(name) })),
        argon2: { hash: rows[0]?.hash ?? '', password },
        cleanUp: `delete from identity.session where user_agent in ('bench', '')`,
      },
      { name: 'current member', requests: actors.map((actor) => request(identity.currentMember, actor, {})) },
      {
        name: 'course catalogue page',
        requests: actors.map((actor) => request(courses.catalogue, actor, { query: '?page=1&pageSize=20' })),
      },
      {
        name: 'course detail',
        requests: actors.map((actor) => request(courses.courseDetail, actor, { params: { id: video.courseId } })),
      },
      ...messagePlans(actors),
      {
        name: 'progress write',
        requests: actors.map((actor, index) =>
          request(courses.heartbeat, actor, { params: { id: playbacks[index] ?? '' }, body: heartbeat }),
        ),
      },
    ]
    return { plans, walkers }
  } finally {
    await db.destroy()
  }
}
