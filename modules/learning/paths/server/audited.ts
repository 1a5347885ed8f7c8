/** What the audit log keeps of learning paths and channels: as an administrator would say it. */
import { sql } from 'kysely'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { PathsDb } from './db.ts'

async function pathFacts(db: PathsDb, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<AuditFacts>`
    select x.id, x.name, x.summary, x.status, ch.name as channel, x.learn_sequence as "learnSequence", x.is_open as "isOpen",
      x.deleted_at as "deletedAt",
      (select string_agg(c.title || ': ' || coalesce((
          select string_agg(s.name || case s.require when 1 then ' *' else '' end, ', ' order by s.sort)
          from paths.section s where s.chapter_id = c.id), ''), E'\n' order by c.sort)
        from paths.chapter c where c.path_id = x.id) as outline,
      (select count(*)::int from paths.rule r where r.path_id = x.id) as rules
    from paths.path x left join paths.channel ch on ch.id = x.channel_id
    where x.id = any(${[...ids]}::uuid[]) and x.company_id = ${companyId}`.execute(db)
  return rows
}

async function channelFacts(db: PathsDb, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<AuditFacts>`
    select id, name, sort, status from paths.channel
    where id = any(${[...ids]}::uuid[]) and company_id = ${companyId}`.execute(db)
  return rows
}

export const { auditing, auditingNew } = audited<PathsDb, 'learning-path' | 'position-channel'>({
  'learning-path': pathFacts,
  'position-channel': channelFacts,
})
