/** What submissions keeps of a member: handed out to the member, or erased. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type PersonalDataOwner, type PersonalRecords, personalData } from '#server/personal-data.ts'
import { submissionsTables } from './db.ts'
import { submissionKind } from './kinds.ts'

async function collect(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<PersonalRecords[]> {
  const db = submissionsTables(connection)
  const records: PersonalRecords[] = []
  for (const { key, label, subjects } of submissionKind.all()) {
    const submitted = await sql<Record<string, unknown>>`
      select subject.name as subject, s.title, s.round, s.content, s.submitted_at, s.state, s.opinion, s.decided_at
      from submissions.submission s left join ${subjects} subject on subject.id = s.subject_id
      where s.member_id = ${memberId} and s.company_id = ${companyId} and s.kind = ${key}
      order by s.submitted_at, s.id`.execute(db)
    const decided = await sql<Record<string, unknown>>`
      select subject.name as subject, s.title, s.state, s.decided_at, s.opinion
      from submissions.submission s left join ${subjects} subject on subject.id = s.subject_id
      where s.decided_by = ${memberId} and s.company_id = ${companyId} and s.kind = ${key}
      order by s.decided_at, s.id`.execute(db)
    const titles = {
      submitted: { cn: `提交的${label.cn}`, en: `${label.en}: submissions` },
      decided: { cn: `审核的${label.cn}`, en: `${label.en}: decisions` },
    }
    records.push(
      { name: `${key}-submissions`, title: titles.submitted, rows: submitted.rows },
      { name: `${key}-decisions`, title: titles.decided, rows: decided.rows },
    )
  }
  return records
}

/** What the member handed in is deleted. Decisions about others stay, under a member without a name. */
async function erase(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<void> {
  await submissionsTables(connection)
    .deleteFrom('submissions.submission')
    .where('member_id', '=', memberId)
    .where('company_id', '=', companyId)
    .execute()
}

export const submissionsPersonalData = personalData({ module: 'submissions', collect, erase })
