/** What the audit log keeps of papers: as an administrator would say it, and no key. */
import { sql } from 'kysely'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { PapersDb } from './db.ts'
import { paperDirectories } from './directories.ts'

async function paperFacts(db: PapersDb, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<AuditFacts>`
    select p.id, p.name, p.status, d.name as directory, p.total_tenths as "totalTenths",
      p.question_count as "questionCount", p.shuffle_questions as "shuffleQuestions", p.shuffle_options as "shuffleOptions",
      p.avoid_seen as "avoidSeen", p.deleted_at as "deletedAt",
      (select string_agg(s.title, ' / ' order by s.sequence) from papers.section s where s.paper_id = p.id) as sections
    from papers.paper p left join papers.directory d on d.id = p.directory_id
    where p.id = any(${[...ids]}::uuid[]) and p.company_id = ${companyId}`.execute(db)
  return rows
}

export const auditedPapers = audited<PapersDb, 'paper' | 'paper-directory'>({
  paper: paperFacts,
  'paper-directory': (db, companyId, ids) => paperDirectories.factsOf(db, companyId, ids),
})
