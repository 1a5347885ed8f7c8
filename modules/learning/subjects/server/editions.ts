/** The two editions of a subject's stages: the draft that its editors change, and what learners see. */
import { sql } from 'kysely'
import type { SubjectsDb } from './db.ts'

/** Makes one edition of the stages the same as the other. */
export async function copyEdition(
  db: SubjectsDb,
  subjectId: string,
  from: 'draft' | 'shelf',
  to: 'draft' | 'shelf',
): Promise<void> {
  await sql`delete from subjects.stage where subject_id = ${subjectId} and edition = ${to}`.execute(db)
  await sql`
    insert into subjects.stage (subject_id, edition, id, company_id, title, summary, sort)
    select subject_id, ${to}, id, company_id, title, summary, sort from subjects.stage
    where subject_id = ${subjectId} and edition = ${from}`.execute(db)
  await sql`
    insert into subjects.content (subject_id, edition, id, company_id, stage_id, business_type, business_id, required,
      sort, position_ids, organization_ids, topic_ids)
    select subject_id, ${to}, id, company_id, stage_id, business_type, business_id, required,
      sort, position_ids, organization_ids, topic_ids from subjects.content
    where subject_id = ${subjectId} and edition = ${from}`.execute(db)
}
