/**
 * Sends reports that are due. A row for each recipient of each moment keeps one from being sent twice: what had started when a process
 * died is not sent again. The file and the message are there in that case; only the mail may be missing.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuid } from 'uuid'
import { type Caller, coversCompany, type Language } from '#kit/caller.ts'
import { Refusal } from '#kit/errors.ts'
import { Id, Instant } from '#kit/schema.ts'
import { deleteFile, fileById, storeFile } from '#modules/platform/files/server.ts'
import { callerOfMember, contactsSql, getTimeZone, subordinatesSql } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { readingDatabase } from '#server/db/replica.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueueAll } from '#server/jobs/queue.ts'
import { type JobContext, job } from '#server/module.ts'
import { SendRefused } from '#server/outside.ts'
import { SOURCE_CLOSED } from '../contract/codes.ts'
import type { ReportQuery } from '../contract/query.ts'
import type { Format } from '../contract/shapes.ts'
import { assertAudience } from './audiences.ts'
import { type ReportsDb, reportsTables } from './db.ts'
import { reportMail, scheduledReport } from './messages.ts'
import { nextRun, type Rhythm } from './next-run.ts'
import { getSource, grantedBy } from './sources.ts'
import { writeReport } from './write-file.ts'

const keptMs = 30 * 86_400_000
/** What mail servers take; a larger file is loaded down by the link. */
const attachmentBytesMax = 8 * 1024 * 1024
const attemptsMax = 5
const dueMax = 200

interface Moment {
  readonly scheduleId: string
  readonly dueAt: number
}

/** One row for each recipient of each moment, unless there is one. */
export async function openSendings(db: ReportsDb, moments: readonly Moment[]): Promise<void> {
  const { rows } = await sql<{ schedule_id: string; company_id: string; due_at: number; member_id: string }>`
    select s.id as schedule_id, s.company_id, asked.due_at, m.id as member_id
    from unnest(${moments.map((one) => one.scheduleId)}::uuid[], ${moments.map((one) => one.dueAt)}::bigint[]) asked(id, due_at)
    join reports.schedule s on s.id = asked.id cross join unnest(s.member_ids) m(id)`.execute(db)
  if (rows.length === 0) return
  await db
    .insertInto('reports.sending')
    .values(rows.map((row) => ({ id: uuid(), ...row })))
    .onConflict((conflict) => conflict.columns(['schedule_id', 'due_at', 'member_id']).doNothing())
    .execute()
}

interface Task {
  readonly id: string
  readonly company_id: string
  readonly member_id: string
  readonly owner_id: string
  readonly state: string
  readonly attempts: number
  readonly format: Format
  readonly by_mail: boolean
  readonly language: Language
  readonly name: string
  readonly query: ReportQuery
}

async function openTasks(db: ReportsDb, { scheduleId, dueAt }: Moment): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select g.id, g.company_id, g.member_id, s.owner_id, g.state, g.attempts, s.format, s.by_mail, s.language, v.name, v.query
    from reports.sending g join reports.schedule s on s.id = g.schedule_id join reports.view v on v.id = s.view_id
    where g.schedule_id = ${scheduleId} and g.due_at = ${dueAt} and g.state in ('waiting', 'sending')
    order by g.member_id`.execute(db)
  return rows
}

async function end(db: ReportsDb, id: string, state: 'sent' | 'skipped' | 'failed', reason: string, now: number) {
  await db.updateTable('reports.sending').set({ state, reason, ended_at: now }).where('id', '=', id).execute()
}

/** Why the recipient gets nothing at this moment; undefined: nothing is in the way. */
async function obstacle(db: ReportsDb, task: Task, caller: Caller | undefined): Promise<string | undefined> {
  if (!caller) return 'disabled'
  const owner = await callerOfMember(db, task.owner_id)
  if (!owner) return 'owner'
  try {
    await assertAudience(db, owner, { organizationIds: [], memberIds: [task.member_id] })
  } catch (error) {
    if (error instanceof Refusal) return 'owner'
    throw error
  }
  try {
    const source = getSource(caller, task.query.source)
    if (task.member_id === task.owner_id || source.scope === 'company') return undefined
    if (grantedBy(caller, source).length > 0 || coversCompany(caller, 'report.manage')) return undefined
    const { rows } = await sql<{ some: boolean }>`select exists ${subordinatesSql(caller.memberId)} as some`.execute(db)
    return source.forSuperiors && rows[0]?.some ? undefined : 'rights'
  } catch (error) {
    if (error instanceof Refusal && error.error.code === SOURCE_CLOSED.code) return 'rights'
    throw error
  }
}

/** Stores the file under the id of the sending, so that a second run makes no second one. */
async function makeFile(connection: Connection, task: Task, caller: Caller, context: JobContext) {
  const { outside } = context
  const stored = await fileById(connection, task.company_id, task.id)
  if (stored) return stored
  const directory = await mkdtemp(join(tmpdir(), 'shuyuan-report-'))
  try {
    const [path, now] = [join(directory, `report.${task.format}`), outside.clock.now()]
    await writeReport(readingDatabase(outside.config, connection), {
      ...{ name: task.name, format: task.format, query: task.query, caller, language: task.language, now, path },
      signal: context.signal,
    })
    return await storeFile(connection, outside, {
      ...{ id: task.id, companyId: task.company_id, ownerId: task.id, isDownload: true, now },
      ...{ kind: 'document', audience: 'link', name: `${task.name}.${task.format}`, content: { path } },
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Takes the sending for itself and tells the recipient, in one transaction; false: somebody else has. */
function begin(
  connection: Connection,
  task: Task,
  file: { name: string; sizeBytes: number },
  now: number,
): Promise<boolean> {
  return inTransaction(connection, async (transaction) => {
    const taken = await reportsTables(transaction)
      .updateTable('reports.sending')
      .set({ state: 'sending', file_name: file.name, size_bytes: file.sizeBytes, expires_at: now + keptMs })
      .where('id', '=', task.id)
      .where('state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst()
    if (!taken) return false
    if (task.attempts > 0) return true
    await notify(transaction, {
      ...{ companyId: task.company_id, type: scheduledReport.code, recipients: [task.member_id], now },
      ...{ variables: { name: task.name }, link: '/manage/reports?tab=received' },
    })
    return true
  })
}

async function mail(db: ReportsDb, task: Task, file: { name: string; sizeBytes: number }, context: JobContext) {
  const { outside } = context
  const { rows } = await sql<{ email: string | null }>`
    select k.email from ${contactsSql(task.company_id)} k where k.id = ${task.member_id}`.execute(db)
  const to = rows[0]?.email
  if (!task.by_mail || !to) return task.by_mail ? 'noMail' : ''
  const isAttached = file.sizeBytes <= attachmentBytesMax
  const bytes = isAttached ? await bytesOf(outside.storage, task.id) : undefined
  await outside.sendMail({
    ...reportMail({ name: task.name, url: `${outside.config.publicUrl}/#/manage/reports?tab=received`, isAttached }),
    ...{ to, messageId: `<report-${task.id}@${new URL(outside.config.publicUrl).hostname}>` },
    ...(bytes && { attachments: [{ name: file.name, bytes }] }),
  })
  return isAttached ? '' : 'linked'
}

async function bytesOf(storage: JobContext['outside']['storage'], id: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await storage.get(id)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function deliver(connection: Connection, task: Task, context: JobContext): Promise<void> {
  const db = reportsTables(connection)
  const now = context.outside.clock.now()
  // The process died after it had started to send: what may have arrived is not sent again.
  if (task.state === 'sending') return end(db, task.id, 'sent', 'unconfirmed', now)
  const caller = await callerOfMember(connection, task.member_id)
  const reason = await obstacle(db, task, caller)
  if (reason !== undefined || !caller) return end(db, task.id, 'skipped', reason ?? 'disabled', now)
  let file: { name: string; sizeBytes: number }
  try {
    file = await makeFile(connection, task, caller, context)
  } catch (error) {
    if (error instanceof Refusal) return end(db, task.id, 'failed', 'report', now)
    throw error
  }
  if (!(await begin(connection, task, file, now))) return
  try {
    await end(db, task.id, 'sent', await mail(db, task, file, context), now)
  } catch (error) {
    const isOver = error instanceof SendRefused || task.attempts + 1 >= attemptsMax
    // The message and the file have arrived: without a mail the report is sent all the same.
    if (isOver) return end(db, task.id, 'sent', 'mailFailed', now)
    await db
      .updateTable('reports.sending')
      .set({ state: 'waiting', attempts: task.attempts + 1 })
      .where('id', '=', task.id)
      .execute()
    throw error
  }
}

/** Everything that is left of one moment of a schedule, one recipient after the other. */
export const deliverJob = job({
  name: 'reports.deliver',
  payload: Type.Object({ scheduleId: Id, dueAt: Instant }),
  outside: true,
  long: true,
  async run(connection, moment, context) {
    for (const task of await openTasks(reportsTables(connection), moment)) {
      context.signal?.throwIfAborted()
      await deliver(connection, task, context)
    }
  },
})

interface Due extends Rhythm {
  readonly id: string
  readonly companyId: string
  readonly nextAt: number
}

/** Opens what is due and reckons the next moments. A moment that nobody served while the server stood is served once. */
export const dueJob = job({
  name: 'reports.due',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection, _payload, { now }) {
    const db = reportsTables(connection)
    const { rows } = await sql<Due>`select id, company_id as "companyId", next_at as "nextAt", frequency, weekday,
        month_day as "monthDay", minute_of_day as "minuteOfDay"
      from reports.schedule where next_at <= ${now} order by next_at limit ${dueMax} for update skip locked`.execute(db)
    if (rows.length === 0) return
    const zones = new Map<string, string>()
    for (const companyId of new Set(rows.map((row) => row.companyId)))
      zones.set(companyId, await getTimeZone(connection, companyId))
    const next = rows.map((row) => nextRun(row, zones.get(row.companyId) ?? 'UTC', now))
    await sql`update reports.schedule s set next_at = asked.next_at
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${next}::bigint[]) asked(id, next_at) where s.id = asked.id`.execute(
      db,
    )
    await openSendings(
      db,
      rows.map(({ id, nextAt }) => ({ scheduleId: id, dueAt: nextAt })),
    )
    await enqueueAll(
      connection,
      deliverJob,
      rows.map(({ id, nextAt }) => ({ payload: { scheduleId: id, dueAt: nextAt } })),
    )
  },
})

/** Removes the files of sendings after thirty days. */
export const expireSendingsJob = job({
  name: 'reports.expire-sendings',
  payload: Type.Object({}),
  cron: '35 * * * *',
  async run(connection, _payload, { now }) {
    const expired = await reportsTables(connection)
      .updateTable('reports.sending')
      .set({ expires_at: null })
      .where('expires_at', '<=', now)
      .returning(['id', 'company_id'])
      .execute()
    for (const { id, company_id } of expired) await deleteFile(connection, company_id, id)
  },
})
