/** What packages keep of a member: handed out to the member, or erased. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type PersonalDataOwner, type PersonalRecords, personalData } from '#server/personal-data.ts'
import { packagesTables } from './db.ts'

const answersMax = 10_000

async function collect(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<PersonalRecords[]> {
  const db = packagesTables(connection)
  const attempts = await sql<Record<string, unknown>>`
    select p.title as package, p.kind, a.started_at, a.updated_at, a.completed_at, a.passed, a.score_percent,
      a.progress_percent, a.total_ms, a.open_ms, a.counts_since
    from packages.attempt a join packages.package p on p.id = a.package_id
    where a.company_id = ${companyId} and a.member_id = ${memberId} order by a.started_at`.execute(db)
  const answers = await sql<Record<string, unknown>>`
    select p.title as package, u.title as unit, i.identifier, i.content, i.answered_at
    from packages.interaction i join packages.attempt a on a.id = i.attempt_id
      join packages.unit u on u.id = i.unit_id join packages.package p on p.id = a.package_id
    where a.company_id = ${companyId} and a.member_id = ${memberId}
    order by i.answered_at desc limit ${answersMax}`.execute(db)
  const uploaded = await sql<Record<string, unknown>>`
    select title, kind, state, created_at from packages.package
    where company_id = ${companyId} and created_by = ${memberId} order by created_at`.execute(db)
  return [
    { name: 'packages', title: { cn: '课件包学习记录', en: 'Learning package records' }, rows: attempts.rows },
    {
      name: 'package-answers',
      title: { cn: '课件包答题记录', en: 'Answers in learning packages' },
      rows: answers.rows,
    },
    { name: 'uploaded-packages', title: { cn: '上传的课件包', en: 'Uploaded learning packages' }, rows: uploaded.rows },
  ]
}

/** What was studied goes, with all that hangs on it; packages stay for the courses that they are in. */
async function erase(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<void> {
  await packagesTables(connection)
    .deleteFrom('packages.attempt')
    .where('member_id', '=', memberId)
    .where('company_id', '=', companyId)
    .execute()
}

export const packagesPersonalData = personalData({ module: 'packages', collect, erase })
