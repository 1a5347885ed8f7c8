/** What the audit log keeps of learning paths and channels: as an administrator would say it. */
import { sql } from 'kysely'
import type { Context } from '#server/module.ts'
import type { PathsDb } from './db.ts'

interface Facts {
  readonly name: string
  readonly [field: string]: unknown
}

async function pathFacts(db: PathsDb, companyId: string, pathId: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select x.name, x.summary, x.status, ch.name as channel, x.learn_sequence as "learnSequence", x.is_open as "isOpen",
      x.deleted_at as "deletedAt",
      (select string_agg(c.title || ': ' || coalesce((
          select string_agg(s.name || case s.require when 1 then ' *' else '' end, ', ' order by s.sort)
          from paths.section s where s.chapter_id = c.id), ''), E'\n' order by c.sort)
        from paths.chapter c where c.path_id = x.id) as outline,
      (select count(*)::int from paths.rule r where r.path_id = x.id) as rules
    from paths.path x left join paths.channel ch on ch.id = x.channel_id
    where x.id = ${pathId} and x.company_id = ${companyId}`.execute(db)
  return rows[0]
}

async function channelFacts(db: PathsDb, companyId: string, channelId: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select name, sort, status from paths.channel where id = ${channelId} and company_id = ${companyId}`.execute(db)
  return rows[0]
}

const loaders = { 'learning-path': pathFacts, 'position-channel': channelFacts } as const

/** Makes a change, and says what the thing was before and is after. */
export async function auditing<T>(
  db: PathsDb,
  { audit, caller }: Pick<Context, 'audit' | 'caller'>,
  { type, id }: { readonly type: keyof typeof loaders; readonly id: string },
  change: () => Promise<T>,
): Promise<T> {
  const before = await loaders[type](db, caller.companyId, id)
  const result = await change()
  const after = await loaders[type](db, caller.companyId, id)
  const name = (after ?? before)?.name
  if (name !== undefined) audit({ type, id, name, before: before ?? {}, after: after ?? {} })
  return result
}
