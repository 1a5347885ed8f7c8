/** The learning packages of the demonstration, and the course that they stand in: open to everybody from the first minute. */
import { sql } from 'kysely'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
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
  const lecturer = demoMembers(now).find(({ id }) => id === memberIdOf(author))
  if (!lecturer) throw new Error('the demonstration has no lecturer')
  const wished = { id: lecturer.id, companyId: demoCompanyId, organizationId: lecturer.organizationId }
  let made = 0
  const newId = () => {
    made += 1
    return idOf(`course packages ${made}`)
  }
  await buildCourse(db, {
    id: packageCourseId,
    newId,
    author: wished,
    lecturerId: lecturer.id,
    name: packageCourseName,
    summary:
      '一节可以接着学的课件和一道小测，都来自课件包。 · A lesson that goes on where you left it, and a question: both are packages.',
    coverFileId: fileIdOf('covers/security.jpg'),
    chapters: [
      {
        title: '课件与小测 · Lesson and question',
        sections: plans.map(({ key, title }) => ({ kind: 'package' as const, title, packageId: packageIdOf(key) })),
      },
    ],
    now: now - 10 * dayMs,
  })
}
