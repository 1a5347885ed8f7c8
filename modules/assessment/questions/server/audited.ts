/** What the audit log keeps of the bank: as an administrator would say it, and no key. */
import { sql } from 'kysely'
import { organizationsSql } from '#modules/platform/identity/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { QuestionsDb } from './db.ts'
import { questionFacts } from './many.ts'

async function directoryFacts(db: QuestionsDb, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<AuditFacts>`
    select d.id, d.name, d.code, d.sort, o.name as organization,
      (select string_agg(up.name, ' / ' order by place.at) from unnest(d.path) with ordinality as place (id, at)
        join questions.directory up on up.id = place.id) as place
    from questions.directory d join ${organizationsSql(companyId)} o on o.id = d.organization_id
    where d.id = any(${[...ids]}::uuid[]) and d.company_id = ${companyId}`.execute(db)
  return rows
}

export const { auditing, auditingNew } = audited<QuestionsDb, 'question' | 'question-directory'>({
  question: questionFacts,
  'question-directory': directoryFacts,
})
