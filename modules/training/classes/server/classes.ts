/** Classes as learners see them. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql, organizationAndAboveSql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { ClassDetails, ClassListItem, classes } from '../contract.ts'
import { sharedSql } from './class-fields.ts'
import { classLifecycle } from './class-lifecycle.ts'
import type { ClassesDb } from './db.ts'

/** Whether the class `s` is meant for the caller's organization. */
export const audienceIncludesSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(s.organization_ids = '{}' or s.organization_ids && array${organizationAndAboveSql(caller.organizationId)})`

/** Whether the caller may open the class `s`, which is no draft: one that the caller has started stays open. */
export const openSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(s.status = 'on-shelf' and ${audienceIncludesSql(caller)} or exists (
    select from classes.progress own where own.class_id = s.id and own.member_id = ${caller.memberId}))`

const itemColumns = sql`s.id, ${sharedSql}, coalesce(a.full_name, '') as "authorName", s.published_at as "publishedAt",
  p.opened_at as "openedAt", p.finished_at as "finishedAt"`

/** Adds the author `a` and the caller's progress `p` to classes `s`. */
const sourcesSql = (caller: Caller) => sql`left join ${directorySql(caller.companyId)} a on a.id = s.author_id
  left join classes.progress p on p.class_id = s.id and p.member_id = ${caller.memberId}`

export async function listClasses(
  db: ClassesDb,
  caller: Caller,
  { search, ...paging }: Input<typeof classes.classes>['query'],
) {
  const matching = sql`from classes.class s
    where s.company_id = ${caller.companyId} and s.status = 'on-shelf' and s.deleted_at is null
      and ${audienceIncludesSql(caller)} and ${containsWordsSql(sql`s.name`, search)}`
  return sqlPage<ClassListItem>(db, paging, {
    matching,
    rows: (window) => sql<ClassListItem>`
      select ${itemColumns} from (select s.* ${matching} order by s.published_at desc, s.id ${window}) s
      ${sourcesSql(caller)} order by s.published_at desc, s.id`,
  })
}

async function findDetails(db: ClassesDb, caller: Caller, body: RawBuilder<string>, condition: RawBuilder<boolean>) {
  const { rows } = await sql<ClassDetails>`
    select ${itemColumns}, ${body} as body from classes.class s ${sourcesSql(caller)}
    where s.company_id = ${caller.companyId} and s.deleted_at is null and ${condition}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

export function getClass(db: ClassesDb, caller: Caller, id: string): Promise<ClassDetails> {
  const open = sql<boolean>`s.id = ${id} and s.status <> 'draft' and ${openSql(caller)}`
  return findDetails(db, caller, sql`s.published_body`, open)
}

export async function previewClass(db: ClassesDb, caller: Caller, id: string, now: number) {
  await classLifecycle.getPreviewable(db, caller, id, now)
  return findDetails(db, caller, sql`s.body`, sql`s.id = ${id}`)
}
