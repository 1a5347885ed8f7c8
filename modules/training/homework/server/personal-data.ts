/** What homework keeps of a member besides the submissions: marks, drafts, archives. */
import { sql } from 'kysely'
import { deleteFile } from '#modules/platform/files/server.ts'
import { together } from '#server/db/transaction.ts'
import type { PersonalData } from '#server/personal-data.ts'
import { homeworkTables } from './db.ts'

export const homeworkData: PersonalData = {
  module: 'homework',
  async collect(connection, { companyId, memberId }) {
    const db = homeworkTables(connection)
    const own = sql`company_id = ${companyId} and member_id = ${memberId}`
    const works = await sql<Record<string, unknown>>`
      select activity_id, state, versions, first_at, submitted_at, tenths, is_passed from homework.work
      where ${own} order by first_at`.execute(db)
    const marks = await sql<Record<string, unknown>>`
      select activity_id, submission_id, tenths, max_tenths, comment from homework.mark where ${own}
      order by submission_id`.execute(db)
    const drafts = await sql<Record<string, unknown>>`
      select activity_id, text, saved_at from homework.draft where ${own} order by saved_at`.execute(db)
    return [
      { name: 'homework', title: { cn: '培训班作业', en: 'Homework' }, rows: works.rows },
      { name: 'homework-marks', title: { cn: '作业评分', en: 'Marks of homework' }, rows: marks.rows },
      { name: 'homework-drafts', title: { cn: '作业草稿', en: 'Drafts of homework' }, rows: drafts.rows },
    ]
  },
  async erase(connection, { companyId, memberId }) {
    const db = homeworkTables(connection)
    const own = sql`company_id = ${companyId} and member_id = ${memberId}`
    await sql`delete from homework.mark where ${own}`.execute(db)
    await sql`delete from homework.work where ${own}`.execute(db)
    await sql`delete from homework.draft where ${own}`.execute(db)
    const { rows } = await sql<{ id: string }>`
      delete from homework.archive where company_id = ${companyId} and requested_by = ${memberId} returning id`.execute(
      db,
    )
    await together(connection, (shared) => rows.map(({ id }) => deleteFile(shared, companyId, id)))
  },
}
