/** A further class like one that is there: a series grows by copies. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { classes } from '../contract.ts'
import { classLifecycle } from './class-lifecycle.ts'
import type { ClassesDb } from './db.ts'

type Copy = Input<typeof classes.copyClass>['body']

/** All times keep their distance to the start; without a new start the copy has none. Rooms are chosen again: they may be taken. */
export async function copyClass(db: ClassesDb, caller: Caller, id: string, { name, startsAt }: Copy, now: number) {
  const original = await classLifecycle.getEditable(db, caller, id)
  const { companyId, organizationId, memberId } = caller
  await assertClean(db, companyId, { name })
  const copyId = uuid()
  const shift = startsAt === null || original.startsAt === null ? null : startsAt - original.startsAt
  const moved = (column: string) => sql`nullif(greatest(coalesce(${sql.ref(column)} + ${shift}::bigint, -1), -1), -1)`
  await sql`
    insert into classes.class (id, company_id, organization_id, author_id, name, summary, description, cover_file_id, class_type,
      train_type, starts_at, ends_at, enrollment_from, enrollment_until, venue, capacity, organization_ids, manager_ids,
      teacher_ids, enrollment, phases, updated_at)
    select ${copyId}, company_id, ${organizationId}, ${memberId}, ${name.trim()}, summary, description, cover_file_id, class_type,
      train_type, ${moved('starts_at')}, ${moved('ends_at')}, ${moved('enrollment_from')}, ${moved('enrollment_until')}, venue,
      capacity, organization_ids, manager_ids, teacher_ids, enrollment, phases, ${now}
    from classes.class where id = ${id}`.execute(db)
  await sql`
    insert into classes.quota (class_id, organization_id, company_id, places)
    select ${copyId}, organization_id, company_id, places from classes.quota where class_id = ${id}`.execute(db)
  const activities = await sql<{ id: string }>`select id from classes.activity where class_id = ${id}`.execute(db)
  const ids = JSON.stringify(activities.rows.map((row) => ({ old: row.id, new: uuid() })))
  await sql`
    insert into classes.activity (id, class_id, company_id, kind, phase, sort, is_required, business_type, business_id, title,
      text, url, venue, opens_at, due_at, starts_at, ends_at, lecturer_ids, file_ids)
    select n.new, ${copyId}, company_id, kind, phase, sort, is_required, business_type, business_id, title, text, url, venue,
      ${moved('opens_at')}, ${moved('due_at')}, ${moved('starts_at')}, ${moved('ends_at')}, lecturer_ids, file_ids
    from classes.activity a join jsonb_to_recordset(${ids}::jsonb) as n(old uuid, new uuid) on n.old = a.id`.execute(db)
  return { id: copyId, revision: 0 }
}
