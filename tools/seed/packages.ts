/** The learning packages of the demonstration, and the course that they stand in: open to everybody from the first minute. */
import { sql } from 'kysely'
import { type BuiltCourse, buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { packagesTables } from '#modules/learning/packages/server/db.ts'
import { prepare } from '#modules/learning/packages/server/prepare/prepare.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, demoMembers, memberIdOf } from './companies.ts'
import { courseIdOf, fileIdOf } from './courses.ts'
import { h5pQuestion, scormLesson } from './package-archives.ts'

const dayMs = 86_400_000
const author = 'jiangshi'

const plans = [
  { key: 'phishing.zip', title: '识别钓鱼邮件（SCORM）', make: scormLesson },
  { key: 'phishing.h5p', title: '钓鱼邮件小测（H5P）', make: h5pQuestion },
] as const

export const packageCourseName = '三分钟识别钓鱼邮件'
export const packageCourseId = courseIdOf('packages')

const packageIdOf = (key: string) => idOf(`package ${key}`)

/** Stores and prepares them, as uploads are. What is there already stays, so it may be repeated. */
export async function storeDemoPackages(connection: Connection, outside: Outside, now: number): Promise<void> {
  const db = packagesTables(connection)
  const ownerId = memberIdOf(author)
  for (const { key, title, make } of plans) {
    const file = { id: fileIdOf(key), companyId: demoCompanyId, ownerId, kind: 'package', name: key, now } as const
    const { id: fileId } = await storeFile(connection, outside, { ...file, content: make() })
    await sql`
      insert into packages.package (id, company_id, file_id, state, title, created_by, created_at)
      values (${packageIdOf(key)}, ${demoCompanyId}, ${fileId}, 'preparing', ${title}, ${ownerId}, ${now - 20 * dayMs})
      on conflict (id) do nothing`.execute(db)
    await prepare(connection, packageIdOf(key), { outside, now })
  }
}

export async function seedPackages(db: Connection, now: number): Promise<void> {
  const members = demoMembers(now)
  const lecturer = members.find(({ id }) => id === memberIdOf(author))
  if (!lecturer) throw new Error('the demonstration has no lecturer')
  const wished = { id: lecturer.id, companyId: demoCompanyId, organizationId: lecturer.organizationId }
  let made = 0
  const newId = () => {
    made += 1
    return idOf(`course packages ${made}`)
  }
  const course = await buildCourse(db, {
    id: packageCourseId,
    newId,
    author: wished,
    lecturerId: lecturer.id,
    name: packageCourseName,
    summary: '一节可以随时接着学的课件，加一道小测，帮您认出可疑邮件。',
    coverFileId: fileIdOf('covers/security.jpg'),
    chapters: [
      {
        title: '课件与小测',
        sections: plans.map(({ key, title }) => ({ kind: 'package' as const, title, packageId: packageIdOf(key) })),
      },
    ],
    now: now - 10 * dayMs,
  })
  const learners = members.filter(({ id }) => id !== memberIdOf('xueyuan') && id !== lecturer.id)
  for (const [index, visit] of visits.entries()) {
    const member = learners[30 + index * 7]
    const visitor = member && { id: member.id, companyId: demoCompanyId }
    if (visitor) await seedVisit(db, course, visitor, { ...visit, at: now - (9 - index) * dayMs })
  }
}

interface Visit {
  readonly openSeconds: number
  /** The lesson was at its end sooner than is credible. */
  readonly isEarly?: true
  /** And it counts all the same: the member had it open for long enough afterwards. */
  readonly counts: boolean
}

/** What members did with the lesson: two of them clicked through it, and one of these came back. */
const visits: readonly Visit[] = [
  { openSeconds: 164, counts: true },
  { openSeconds: 141, counts: true },
  { openSeconds: 18, isEarly: true, counts: true },
  { openSeconds: 203, counts: true },
  { openSeconds: 4, isEarly: true, counts: false },
]

async function seedVisit(
  connection: Connection,
  course: BuiltCourse,
  member: { readonly id: string; readonly companyId: string },
  { openSeconds, isEarly, counts, at }: Visit & { readonly at: number },
): Promise<void> {
  const [section] = course.sections
  if (!section) throw new Error('the course of packages has no section')
  const openMs = openSeconds * 1000
  const times = { registeredAt: at, studiedAt: at + openMs }
  const watched = [{ section, share: counts ? 1 : 0.99, studyMs: openMs }]
  await buildLearner(connection, { member, course, ...times, watched })
  const packageId = packageIdOf(plans[0].key)
  const { rows } = await sql<{ awaitedMs: number }>`
    insert into packages.attempt (id, company_id, package_id, member_id, mode, course_id, section_id, started_at, updated_at,
      completed_at, passed, score_percent, progress_percent, total_ms, open_ms, counts_since, awaited_ms)
    select ${idOf(`package attempt ${member.id}`)}, ${member.companyId}, p.id, ${member.id}, 'learn', ${course.id},
      ${section.id}, ${at}, ${at + openMs}, ${at + openMs}, null, 100, 100, ${openMs}, ${openMs},
      ${counts ? at + openMs : null}::bigint, ${isEarly ? sql`p.shortest_ms` : null}
    from packages.package p where p.id = ${packageId}
    returning awaited_ms as "awaitedMs"`.execute(packagesTables(connection))
  if (counts || !rows[0]) return
  await sql`update courses.section_progress set waits_ms = ${rows[0].awaitedMs - openMs}
    where member_id = ${member.id} and section_id = ${section.id}`.execute(packagesTables(connection))
}
