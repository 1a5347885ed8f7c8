/** Classes made from an existing one: copies, the classes of a series, and templates. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { classes } from '../contract.ts'
import { type ClassRecord, classLifecycle } from './class-lifecycle.ts'
import { type ClassCopies, classPart } from './class-parts.ts'
import type { ClassesDb } from './db.ts'

interface NewCopy {
  readonly name: string
  /** All times keep their distance to the start; without one the copy has none. */
  readonly startsAt: number | null
  readonly series?: { readonly id: string; readonly number: number }
  readonly isTemplate?: true
}

/** A column of times, moved with the start of the copy `n`. */
const moved = (column: string) => sql`nullif(greatest(coalesce(${sql.ref(column)} + n.shift, -1), -1), -1)`

/** Makes drafts of the caller's in the order of the copies; answers their ids. Rooms are chosen again: they may be taken. */
export async function copyClasses(
  db: ClassesDb,
  { companyId, organizationId, memberId }: Caller,
  { id, startsAt: start }: Pick<ClassRecord, 'id' | 'startsAt'>,
  copies: readonly NewCopy[],
  now: number,
): Promise<string[]> {
  const made = copies.map(({ name, startsAt, series, isTemplate = false }) => ({
    ...{ id: uuid(), name: name.trim(), shift: startsAt === null || start === null ? null : startsAt - start },
    ...{ series_id: series?.id ?? null, series_number: series?.number ?? null, is_template: isTemplate },
  }))
  const copiesSql = sql`jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
    as n(id uuid, name text, shift bigint, series_id uuid, series_number smallint, is_template boolean)`
  await sql`
    insert into classes.class (id, company_id, organization_id, author_id, name, summary, description, cover_file_id, class_type,
      train_type, starts_at, ends_at, enrollment_from, enrollment_until, venue, capacity, organization_ids, manager_ids,
      teacher_ids, enrollment, phases, updated_at, series_id, series_number, is_template)
    select n.id, s.company_id, ${organizationId}, ${memberId}, n.name, summary, description, cover_file_id, class_type,
      train_type, ${moved('starts_at')}, ${moved('ends_at')}, ${moved('enrollment_from')}, ${moved('enrollment_until')}, venue,
      capacity, organization_ids, manager_ids, teacher_ids, enrollment, phases, ${now}, n.series_id, n.series_number, n.is_template
    from classes.class s cross join ${copiesSql} where s.id = ${id}`.execute(db)
  await sql`
    insert into classes.quota (class_id, organization_id, company_id, places)
    select n.id, organization_id, company_id, places from classes.quota q cross join ${copiesSql}
    where q.class_id = ${id}`.execute(db)
  const activities = await sql<{ id: string }>`select id from classes.activity where class_id = ${id}`.execute(db)
  const ids = made.flatMap((copy) => activities.rows.map((row) => ({ copy: copy.id, old: row.id, new: uuid() })))
  const idsOf = Map.groupBy(ids, ({ copy }) => copy)
  const copied = made.map((one) => ({
    ...{ classId: one.id, shift: one.shift },
    activities: Object.fromEntries((idsOf.get(one.id) ?? []).map((each) => [each.old, each.new])),
  }))
  await sql`
    insert into classes.activity (id, class_id, company_id, kind, phase, sort, is_required, business_type, business_id, title,
      text, url, venue, opens_at, due_at, starts_at, ends_at, lecturer_ids, file_ids)
    select a.new, n.id, company_id, kind, phase, sort, is_required, business_type, business_id, title, text, url, venue,
      ${moved('opens_at')}, ${moved('due_at')}, ${moved('starts_at')}, ${moved('ends_at')}, lecturer_ids, file_ids
    from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as a(copy uuid, old uuid, new uuid)
    join classes.activity o on o.id = a.old join ${copiesSql} on n.id = a.copy`.execute(db)
  await copyParts(db, { companyId, originalId: id, copies: copied, by: memberId, now })
  return made.map((copy) => copy.id)
}

/** What other modules keep of the settings of a class. */
async function copyParts(db: ClassesDb, copies: ClassCopies): Promise<void> {
  for (const { copied } of classPart.all()) await copied?.(db, copies)
}

type Copy = Input<typeof classes.copyClass>['body']

export async function copyClass(db: ClassesDb, caller: Caller, id: string, copy: Copy, now: number) {
  const original = await classLifecycle.getEditable(db, caller, id)
  await assertClean(db, caller.companyId, { name: copy.name })
  const [copyId = ''] = await copyClasses(db, caller, original, [copy], now)
  return { id: copyId, revision: 0 }
}
