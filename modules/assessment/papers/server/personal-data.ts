/** Personal data in papers: the papers that a member wrote, and the questions that were drawn for a member. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type PersonalDataOwner, type PersonalRecords, personalData } from '#server/personal-data.ts'
import { papersTables } from './db.ts'

async function collect(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<PersonalRecords[]> {
  const db = papersTables(connection)
  const written = await sql<Record<string, unknown>>`
    select name, status, created_at from papers.paper
    where author_id = ${memberId} and company_id = ${companyId} order by id`.execute(db)
  const shown = await sql<Record<string, unknown>>`
    select question_id, times, shown_at from papers.shown
    where member_id = ${memberId} and company_id = ${companyId} order by shown_at, question_id`.execute(db)
  return [
    { name: 'papers-written', title: { cn: '编写的试卷', en: 'Papers written' }, rows: written.rows },
    { name: 'questions-drawn', title: { cn: '抽到的试题', en: 'Questions drawn' }, rows: shown.rows },
  ]
}

/** Papers stay for those who take them, under a member without a name. */
async function erase(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<void> {
  await sql`delete from papers.shown where member_id = ${memberId} and company_id = ${companyId}`.execute(
    papersTables(connection),
  )
}

export const papersPersonalData = personalData({ module: 'papers', collect, erase })
