/** The calls of the study screens, made by learners who have studied and by those who follow them. */
import { sql } from 'kysely'
import type { Endpoint } from '#kit/contract.ts'
import { study } from '#modules/content/study/contract.ts'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { paths } from '#modules/learning/paths/contract.ts'
import { pushes } from '#modules/learning/pushes/contract.ts'
import { subjects } from '#modules/learning/subjects/contract.ts'
import { buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { request } from './actors.ts'
import type { Request } from './plans.ts'

/** What a screen asks for when it is opened, by one caller. */
export interface Screen {
  readonly name: string
  /** For each of some callers, the calls of the screen. */
  readonly callers: readonly (readonly { readonly call: string; readonly request: Request }[])[]
  /** Run before a call's statements are explained, and undone. */
  readonly before?: string
}

export interface Learner {
  readonly id: string
  readonly companyId: string
  readonly token: string
  readonly playbackId: string
  /** One that the learner is within. */
  readonly courseId: string
}

export interface Stage {
  readonly learners: readonly Learner[]
  readonly pathId: string
  readonly subjectId: string
  readonly pushId: string
}

const videoMs = 3_600_000

/** Sets learners before a video of an hour that they have just started, and signs them in. */
export async function seatLearners(databaseUrl: string, count: number): Promise<Stage> {
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  try {
    await sql`update courses.section_progress set playback_id = null where playback_id is not null`.execute(db)
    const { rows } = await sql<Omit<Learner, 'token'>>`
      with chosen as (
        select distinct on (l.member_id) p.member_id, p.course_id, p.section_id
        from bench.learner l join courses.registration r on r.member_id = l.member_id and r.status = 1
        join courses.section_progress p on p.member_id = r.member_id and p.course_id = r.course_id
          and p.kind = 'video' and p.finished_at is null
        where l.place < ${count} order by l.member_id, p.course_id, p.section_id
      )
      update courses.section_progress p set playback_id = gen_random_uuid(), watched = '{}', covered = 0, sequence = 0,
        unit_count = ${videoMs}, needed = ${videoMs}, unit_cost_ns = 500000, credited_until = ${Date.now() - 60_000}
      from chosen c where p.member_id = c.member_id and p.course_id = c.course_id and p.section_id = c.section_id
      returning p.member_id as id, p.company_id as "companyId", p.playback_id as "playbackId", p.course_id as "courseId"`.execute(
      db,
    )
    const learners: Learner[] = []
    await db.transaction().execute(async (transaction) => {
      for (const row of rows)
        learners.push({ ...row, token: await buildSession(transaction as unknown as RootDatabase, row) })
    })
    const { rows: studies } = await sql<Omit<Stage, 'learners'>>`
      select path_id as "pathId", subject_id as "subjectId", push_ids[1] as "pushId" from bench.study`.execute(db)
    if (!studies[0]) throw new Error('the study database was not prepared')
    return { learners, ...studies[0] }
  } finally {
    await db.destroy()
  }
}

type Input = Parameters<typeof request>[2]
type Call = readonly [call: string, endpoint: Endpoint, input: Input]

function screen(name: string, learners: readonly Learner[], callsOf: (learner: Learner) => readonly Call[]): Screen {
  return {
    name,
    callers: learners.map((learner) =>
      callsOf(learner).map(([call, endpoint, input]) => ({ call, request: request(endpoint, learner, input) })),
    ),
  }
}

const page = (size: number) => `?page=1&pageSize=${size}`

export function heartbeatScreen({ learners }: Stage): Screen {
  const heartbeat = { sequence: 1_000_000, intervals: [{ from: 0, to: 10_000 }], position: 10_000, activeMs: 10_000 }
  const ids = learners.map(({ id }) => `'${id}'`).join(',')
  return {
    ...screen('heartbeat', learners, ({ playbackId }) => [
      ['heartbeat', courses.heartbeat, { params: { id: playbackId }, body: heartbeat }],
    ]),
    // As it was ten seconds ago, so that the same heartbeat is new.
    before: `update courses.section_progress set sequence = 0, watched = '{}', covered = 0,
      credited_until = credited_until - 10000000 where playback_id is not null and member_id = any(array[${ids}]::uuid[])`,
  }
}

/** The calls that `#/study-v` makes. */
export function homeScreen({ learners }: Stage): Screen {
  return screen('study home', learners, () => [
    ['studyHome', courses.studyHome, {}],
    ['myCourses', courses.myCourses, { query: '?state=learning&pageSize=4' }],
    ['categories', courses.categories, {}],
    ['catalogue, newest', courses.catalogue, { query: '?sort=newest&pageSize=8' }],
    ['catalogue, hot', courses.catalogue, { query: '?sort=hot&pageSize=4' }],
    ['ownPushes', pushes.ownPushes, { query: '?state=open&pageSize=4' }],
    ['myPaths', paths.myPaths, { query: '?pageSize=4' }],
  ])
}

/** The calls of a learning path of 120 sections in 12 chapters. */
export function pathScreen({ learners, pathId }: Stage): Screen {
  const query = `?pageId=${pathId}`
  return screen('path detail', learners, () => [
    ['findBasicInfo', paths.findBasicInfo, { query }],
    ['findChapterSectionInfo', paths.findChapterSectionInfo, { query }],
    ['hasFinish', paths.hasFinish, { query }],
  ])
}

/** What a learner opens besides: course, subject, pushes, center. */
export function otherScreens({ learners, subjectId, pushId }: Stage): Screen[] {
  return [
    screen('course page', learners, ({ courseId }) => [
      ['courseDetail', courses.courseDetail, { params: { id: courseId } }],
      ['courseNotesPublicCount', courses.courseNotesPublicCount, { query: `?courseId=${courseId}` }],
    ]),
    screen('my courses', learners, () => [['myCourses', courses.myCourses, { query: page(20) }]]),
    screen('course catalogue', learners, () => [['catalogue', courses.catalogue, { query: page(20) }]]),
    screen('subject detail', learners, () => [
      ['subjectDetail', subjects.subjectDetail, { params: { id: subjectId } }],
    ]),
    screen('subjects', learners, () => [
      ['subjects', subjects.subjects, { query: page(20) }],
      ['mySubjects', subjects.mySubjects, { query: page(20) }],
    ]),
    screen('own pushes', learners, () => [
      ['ownPushes', pushes.ownPushes, { query: page(20) }],
      ['pushRecords', pushes.pushRecords, { query: page(20) }],
    ]),
    screen('learning package', learners, () => [['ownPush', pushes.ownPush, { params: { id: pushId } }]]),
    screen('learning center', learners, () => [
      ['learningFigures', study.learningFigures, {}],
      ['continueLearning', study.continueLearning, {}],
      ['learningTimeline', study.learningTimeline, { query: '?limit=5' }],
      ['myCertificates', certificates.myCertificates, { query: '?pageSize=3' }],
    ]),
    screen('credit history', learners, () => [
      ['creditYears', study.creditYears, { query: '?type=1' }],
      ['creditRecords', study.creditRecords, { query: '?type=1&page=1&pageSize=20' }],
    ]),
  ]
}

interface Follower extends Learner {
  readonly organizationId: string
}

async function findFollowers(db: RootDatabase): Promise<{ head: Follower; director: Follower }> {
  const { rows } = await sql<{ id: string; companyId: string; organizationId: string; isHead: boolean }>`
    (select m.id, m.company_id as "companyId", m.organization_id as "organizationId", false as "isHead"
      from identity.member m join bench.study s on s.company_id = m.company_id where m.name = 'guanli')
    union all
    (select m.id, m.company_id, m.organization_id, true from identity.member m
      where exists (select from identity.member below where below.superior_id = m.id) and m.name like 'yg%'
      order by m.name limit 1)`.execute(db)
  const follower = async (isHead: boolean): Promise<Follower> => {
    const row = rows.find((one) => one.isHead === isHead)
    if (!row) throw new Error('the company has nobody who follows others')
    return { ...row, token: await buildSession(db, row), playbackId: '', courseId: '' }
  }
  return { head: await follower(true), director: await follower(false) }
}

export async function findDirector(databaseUrl: string): Promise<Learner> {
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  try {
    return (await findFollowers(db)).director
  } finally {
    await db.destroy()
  }
}

/** Team views: of the head of fifty, of a director over a team and over the whole company; and who manages a push. */
export async function teamScreens(databaseUrl: string, { pushId, learners }: Stage): Promise<Screen[]> {
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  try {
    const { head, director } = await findFollowers(db)
    const team = (id: string): Call[] => [
      ['teamSummary', pushes.teamSummary, { params: { id }, query: '?period=30' }],
      ['teamMembers', pushes.teamMembers, { params: { id }, query: '?period=30&page=1&pageSize=20' }],
    ]
    const courseId = learners[0]?.courseId ?? ''
    return [
      screen('team of 50', [head], () => team(head.id)),
      screen('team: the whole company', [director], () => team(director.companyId)),
      screen('teams of a director', [director], () => [['teams', pushes.teams, {}]]),
      screen('pushes as who manages them', [director], () => [
        ['listPushes', pushes.listPushes, { query: page(20) }],
        ['pushDetail', pushes.pushDetail, { params: { id: pushId } }],
        ['pushMembers', pushes.pushMembers, { params: { id: pushId }, query: page(20) }],
      ]),
      screen('board of a course', [director], () => [
        ['courseBoardSummary', courses.courseBoardSummary, { params: { courseId } }],
        ['courseBoard', courses.courseBoard, { params: { courseId }, query: page(20) }],
      ]),
    ]
  } finally {
    await db.destroy()
  }
}
