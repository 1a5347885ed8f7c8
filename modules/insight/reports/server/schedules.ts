/** Schedules of saved views: their owners, their recipients, and the history. */
import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { grantAccess } from '#modules/platform/files/server.ts'
import { assertMembersOfCompany, directorySql, getTimeZone } from '#modules/platform/identity/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/module.ts'
import { EXPORT_NOT_READY, TOO_MANY_REPORTS } from '../contract/codes.ts'
import type { Received, Schedule, ScheduleInput, Sending } from '../contract/schedules.ts'
import { assertAudience } from './audiences.ts'
import type { ReportsDb } from './db.ts'
import { deliverJob, openSendings } from './deliveries.ts'
import { nextRun } from './next-run.ts'
import type { DB } from './tables.ts'
import { lockOwnView } from './views.ts'

const [schedulesMax, receivedMax] = [20, 50]
const addressSeconds = 600

type Row = Selectable<DB['reports.schedule']>

const nextOf = (input: ScheduleInput, timeZone: string, now: number) =>
  input.paused ? null : nextRun(input, timeZone, now)

const columnsOf = (input: ScheduleInput, language: Language) => ({
  language,
  ...{
    frequency: input.frequency,
    weekday: input.weekday,
    month_day: input.monthDay,
    minute_of_day: input.minuteOfDay,
  },
  ...{ format: input.format, by_mail: input.byMail, member_ids: [...new Set(input.memberIds)], paused: input.paused },
})

async function ownSchedule(db: ReportsDb, { companyId, memberId }: Caller, id: string): Promise<Row> {
  const row = await db
    .selectFrom('reports.schedule')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('owner_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return row
}

export async function listSchedules(db: ReportsDb, caller: Caller, viewId: string): Promise<Schedule[]> {
  const timeZone = await getTimeZone(db, caller.companyId)
  const { rows } = await sql<Row & { recipients: Schedule['recipients'] | null; id: string | null }>`
    select s.*, (select json_agg(json_build_object('id', p.id, 'fullName', p.full_name) order by p.full_name, p.id)
      from ${directorySql(caller.companyId)} p where p.id = any(s.member_ids)) as recipients
    from reports.view v left join reports.schedule s on s.view_id = v.id
    where v.id = ${viewId} and v.company_id = ${caller.companyId} and v.owner_id = ${caller.memberId}
    order by s.created_at`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  return rows.flatMap((row) =>
    row.id === null
      ? []
      : [
          {
            ...{ id: row.id, frequency: row.frequency as Schedule['frequency'], weekday: row.weekday },
            ...{ monthDay: row.month_day, minuteOfDay: row.minute_of_day, format: row.format as Schedule['format'] },
            ...{ byMail: row.by_mail, memberIds: row.member_ids, paused: row.paused, recipients: row.recipients ?? [] },
            ...{ nextAt: row.next_at, timeZone },
          },
        ],
  )
}

async function assertRecipients(db: ReportsDb, caller: Caller, memberIds: readonly string[]): Promise<void> {
  await assertMembersOfCompany(db, caller.companyId, [...new Set(memberIds)])
  await assertAudience(db, caller, { organizationIds: [], memberIds })
}

export async function addSchedule(
  db: ReportsDb,
  viewId: string,
  input: ScheduleInput,
  { caller, language, now, audit }: Context,
) {
  const view = await lockOwnView(db, caller, viewId)
  await assertRecipients(db, caller, input.memberIds)
  const { count } = await db
    .selectFrom('reports.schedule')
    .select(sql<number>`count(*)`.as('count'))
    .where('owner_id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  if (count >= schedulesMax) throw refuse(TOO_MANY_REPORTS, { max: schedulesMax })
  const { companyId, memberId } = caller
  const [id, nextAt] = [uuid(), nextOf(input, await getTimeZone(db, companyId), now)]
  await db
    .insertInto('reports.schedule')
    .values({
      ...{ id, company_id: companyId, view_id: viewId, owner_id: memberId, next_at: nextAt },
      ...{ created_at: now, updated_at: now, ...columnsOf(input, language) },
    })
    .execute()
  audit({ type: 'report-schedule', id, name: view.name, before: {}, after: input })
  return { id, nextAt }
}

export async function changeSchedule(
  db: ReportsDb,
  id: string,
  input: ScheduleInput,
  { caller, language, now, audit }: Context,
) {
  const row = await ownSchedule(db, caller, id)
  await assertRecipients(db, caller, input.memberIds)
  const nextAt = nextOf(input, await getTimeZone(db, caller.companyId), now)
  await db
    .updateTable('reports.schedule')
    .set({ ...columnsOf(input, language), next_at: nextAt, updated_at: now })
    .where('id', '=', id)
    .execute()
  audit({ type: 'report-schedule', id, before: { paused: row.paused, memberIds: row.member_ids }, after: input })
  return { nextAt }
}

export async function deleteSchedule(db: ReportsDb, caller: Caller, id: string): Promise<void> {
  await ownSchedule(db, caller, id)
  await db.deleteFrom('reports.schedule').where('id', '=', id).execute()
}

export async function sendNow(db: ReportsDb, id: string, { caller, now }: Context): Promise<void> {
  await ownSchedule(db, caller, id)
  await openSendings(db, [{ scheduleId: id, dueAt: now }])
  await enqueue(db, deliverJob, { scheduleId: id, dueAt: now })
}

export async function listSendings(db: ReportsDb, id: string, paging: Paging, caller: Caller) {
  await ownSchedule(db, caller, id)
  const matching = sql`from reports.sending g where g.schedule_id = ${id}`
  return sqlPage<Sending>(db, paging, {
    matching,
    rows: (
      window,
    ) => sql`select g.id, g.due_at as "dueAt", json_build_object('id', g.member_id, 'fullName', coalesce(p.full_name, '')) as recipient,
        g.state, g.reason, g.ended_at as "endedAt"
      from (select g.* ${matching} order by g.due_at desc, g.member_id ${window}) g
      left join ${directorySql(caller.companyId)} p on p.id = g.member_id order by g.due_at desc, g.member_id`,
  })
}

export async function listReceived(db: ReportsDb, { companyId, memberId }: Caller, now: number): Promise<Received[]> {
  const { rows } = await sql<Received>`select g.id, g.file_name as name, coalesce(p.full_name, '') as sender,
      g.size_bytes as "sizeBytes", g.ended_at as "sentAt", g.expires_at as "expiresAt"
    from reports.sending g join reports.schedule s on s.id = g.schedule_id
    left join ${directorySql(companyId)} p on p.id = s.owner_id
    where g.member_id = ${memberId} and g.company_id = ${companyId} and g.state = 'sent' and g.expires_at > ${now}
    order by g.ended_at desc, g.id limit ${receivedMax}`.execute(db)
  return rows
}

export async function receivedAddress(db: ReportsDb, id: string, { caller, now }: Context): Promise<{ url: string }> {
  const { companyId, memberId } = caller
  const row = await db
    .selectFrom('reports.sending')
    .select(['state', 'expires_at'])
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  if (row.state !== 'sent' || (row.expires_at ?? 0) <= now) throw refuse(EXPORT_NOT_READY)
  const address = await grantAccess(db, { companyId, fileId: id, memberId, seconds: addressSeconds, now })
  return { url: `${address}&download=1` }
}
