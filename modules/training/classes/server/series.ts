/** Series: classes that were made from one another with shifted dates; and templates. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { CLASS_NOT_READY, SERIES_FULL } from '../contract/codes.ts'
import { classNameLengthMax } from '../contract/fields.ts'
import type { ClassListItem } from '../contract/learning.ts'
import { type Series, seriesClassesMax } from '../contract/series.ts'
import type { classes } from '../contract.ts'
import { audienceIncludesSql } from './audience.ts'
import { classLifecycle } from './class-lifecycle.ts'
import { classPolicy } from './class-policy.ts'
import { getClass, itemSql, ownSql } from './classes.ts'
import { copyClasses } from './copying.ts'
import type { ClassesDb } from './db.ts'

type NewSeries = Input<typeof classes.createSeries>['body']

interface OwnSeries {
  readonly seriesId: string
  /** The number of its last class; a template stands in none. */
  readonly last: number
}

/** The series of the class, locked; where it has none, a new one that begins with it. */
async function seriesOf(
  db: ClassesDb,
  companyId: string,
  { id, isTemplate }: { readonly id: string; readonly isTemplate: boolean },
  { name, now }: { readonly name: string; readonly now: number },
): Promise<OwnSeries> {
  const { rows: known } = await sql<{ seriesId: string | null }>`
    select series_id as "seriesId" from classes.class where id = ${id} for no key update`.execute(db)
  const seriesId = known[0]?.seriesId ?? uuid()
  if (known[0]?.seriesId) {
    await sql`select from classes.series where id = ${seriesId} for no key update`.execute(db)
    const { rows } = await sql<{ last: number }>`
      select max(series_number)::int as last from classes.class where series_id = ${seriesId}`.execute(db)
    return { seriesId, last: rows[0]?.last ?? 0 }
  }
  await db.insertInto('classes.series').values({ id: seriesId, company_id: companyId, name, created_at: now }).execute()
  if (isTemplate) return { seriesId, last: 0 }
  await sql`update classes.class set series_id = ${seriesId}, series_number = 1 where id = ${id}`.execute(db)
  return { seriesId, last: 1 }
}

/** The name of a class with its number in the series, as long as names may be. */
const numbered = (name: string, number: number) => `${name.slice(0, classNameLengthMax - 6)} (${number})`

export async function createSeries(db: ClassesDb, caller: Caller, id: string, body: NewSeries, now: number) {
  const original = await classLifecycle.getEditable(db, caller, id)
  if (original.startsAt === null) throw refuse(CLASS_NOT_READY, { reasons: ['times'] })
  const name = body.name.trim()
  await assertClean(db, caller.companyId, { name })
  const { seriesId, last } = await seriesOf(db, caller.companyId, original, { name, now })
  if (last + body.startsAt.length > seriesClassesMax) throw refuse(SERIES_FULL, { max: seriesClassesMax })
  const copies = body.startsAt
    .toSorted((one, other) => one - other)
    .map((startsAt, at) => {
      const number = last + at + 1
      return { name: numbered(original.name, number), startsAt, series: { id: seriesId, number } }
    })
  const ids = await copyClasses(db, caller, original, copies, now)
  return { seriesId, classes: ids.map((one) => ({ id: one, revision: 0 })) }
}

export function listSeries(
  db: ClassesDb,
  caller: Caller,
  { search, ...paging }: Input<typeof classes.series>['query'],
) {
  const own = sql`classes.class c where c.series_id = r.id and c.deleted_at is null`
  const matching = sql`from classes.series r where r.company_id = ${caller.companyId}
    and exists (select from ${own} and ${classPolicy.editableSql(caller, 'c')}) and ${containsWordsSql(sql`r.name`, search)}`
  return sqlPage<Series>(db, paging, {
    matching,
    rows: (window) => sql<Series>`
      select r.id, r.name, (select count(*)::int from ${own}) as classes ${matching} order by r.created_at desc, r.id ${window}`,
  })
}

/** A copy that keeps the times of the original, so that classes made from it keep the distances between them. */
export async function keepTemplate(db: ClassesDb, caller: Caller, id: string, typed: string, now: number) {
  const original = await classLifecycle.getEditable(db, caller, id)
  const name = typed.trim()
  await assertClean(db, caller.companyId, { name })
  const { startsAt } = original
  const [templateId = ''] = await copyClasses(db, caller, original, [{ name, startsAt, isTemplate: true }], now)
  return { id: templateId, revision: 0 }
}

export async function otherDates(db: ClassesDb, caller: Caller, id: string, now: number): Promise<ClassListItem[]> {
  await getClass(db, caller, id, now)
  const { rows } = await sql<ClassListItem>`
    select ${itemSql(now)} from classes.class this
    join classes.class s on s.series_id = this.series_id and s.id <> this.id ${ownSql(caller)}
    where this.id = ${id} and s.status = 'on-shelf' and s.closed_at is null and s.deleted_at is null and s.ends_at > ${now}
      and (own.state in ('pending', 'waiting', 'offered', 'enrolled') or ${audienceIncludesSql(caller)})
    order by s.starts_at, s.id limit 50`.execute(db)
  return rows
}
