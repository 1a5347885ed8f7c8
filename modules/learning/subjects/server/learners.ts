/** Who has registered for a subject, and how far they are: for who makes it. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { type Counted, countedRows, foundSql, type Paging } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { progressOf, type RegistrationFacts } from './completion-rules.ts'
import { progressOfMembers } from './content-progress.ts'
import type { SubjectsDb } from './db.ts'
import { inStateSql, type StateName } from './filters.ts'
import { subjectLifecycle } from './subject-lifecycle.ts'

interface LearnerRow extends RegistrationFacts {
  readonly id: string
  readonly full_name: string
  readonly avatar_path: string
  readonly organization_name: string
}

export async function listLearners(
  db: SubjectsDb,
  caller: Caller,
  id: string,
  query: Paging & { readonly state?: StateName; readonly search?: string },
) {
  const subject = await subjectLifecycle.getEditable(db, caller, id)
  const { companyId } = caller
  const directory = directorySql(companyId)
  const matching = sql`from subjects.registration r join ${directory} p on p.id = r.member_id
    where r.subject_id = ${id} and r.company_id = ${companyId} and ${inStateSql(query.state)}
      and ${containsWordsSql(sql`p.full_name`, query.search)}`
  const { rows } = await sql<Counted<LearnerRow>>`
    with ${foundSql(sql`member_id`, sql`touched_at desc, member_id`, matching, query)},
    learner as (select p.id, p.full_name, p.avatar_path, p.organization_name, r.status, r.last_content_id,
        r.registered_at, r.started_at, r.touched_at, r.finished_at
      from unnest((select ids from found)) page(id) join ${directory} p on p.id = page.id
      join subjects.registration r on r.member_id = p.id and r.subject_id = ${id})
    select found.record_count, l.* from found left join learner l on true order by l.touched_at desc, l.id`.execute(db)
  const { items: full, recordCount } = countedRows<LearnerRow>(rows)
  const study = await progressOfMembers(db, companyId, { memberIds: full.map((row) => row.id), subjectIds: [id] })
  const items = full.map((row) => {
    const progress = progressOf(row, subject.subjectType, study.of(row.id, id))
    return {
      member: { id: row.id, fullName: row.full_name, avatarPath: row.avatar_path },
      organizationName: row.organization_name,
      status: progress.status,
      percent: progress.percent,
      finishedCount: progress.finishedCount,
      requiredCount: progress.requiredCount,
      registeredAt: row.registered_at,
      lastStudiedAt: progress.lastStudiedAt,
      finishedAt: progress.finishedAt,
    }
  })
  return { items, recordCount }
}
