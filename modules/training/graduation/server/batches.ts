/**
 * Batch graduation, as long work. The batch has a row for each member. A step graduates some of them and marks their rows in
 * one transaction: whatever dies meanwhile, everyone chosen graduates once.
 */
import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { membersByIds, starterOf } from '#modules/platform/identity/server.ts'
import { longWork } from '#modules/platform/operations/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { CLASS_CANCELLED, CLASS_CLOSED, CLASS_MISSING, REASON_REQUIRED } from '#modules/training/classes/contract.ts'
import { enrolledSql, findClass, type PlacedClass, runClass } from '#modules/training/classes/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import { CHOOSE_MEMBERS, NOBODY_TO_GRADUATE } from '../contract/codes.ts'
import type { Batch } from '../contract/managing.ts'
import type { graduation } from '../contract.ts'
import { type GraduationDb, graduationTables } from './db.ts'
import { graduateSome } from './graduates.ts'
import { assertNoneRuns, isRunning } from './running.ts'
import { classConditions, passing } from './standings.ts'
import type { DB } from './tables.ts'

// While a step gives certificates, whoever gives others of this year waits.
const stepMembers = 50

type BatchRow = Selectable<DB['graduation.batch']>
type Choice = Input<typeof graduation.graduate>['body']

export async function startBatch(db: GraduationDb, id: string, choice: Choice, { caller, now, audit }: Context) {
  const { companyId, memberId } = caller
  const { isForced, memberIds } = choice
  const found = await runClass(db, caller, id, { forEdit: true })
  if (found.status === 'off-shelf') throw refuse(CLASS_CANCELLED)
  const reason = isForced ? choice.reason.trim() : ''
  if (isForced && memberIds.length === 0) throw refuse(CHOOSE_MEMBERS)
  if (isForced && reason === '') throw refuse(REASON_REQUIRED)
  await assertClean(db, companyId, { reason })
  await assertNoneRuns(db, id)
  const [batchId, taskId] = [uuid(), uuid()]
  await sql`
    insert into graduation.batch (id, class_id, company_id, task_id, is_forced, reason, member_count, created_by, created_at)
    values (${batchId}, ${id}, ${companyId}, ${taskId}, ${isForced}, ${reason}, 0, ${memberId}, ${now})`.execute(db)
  const memberCount = await addCandidates(db, { batchId, found, memberIds, caller })
  if (memberCount === 0) throw refuse(NOBODY_TO_GRADUATE)
  await db.updateTable('graduation.batch').set({ member_count: memberCount }).where('id', '=', batchId).execute()
  await batchWork.start(db, { id: taskId, companyId, memberId, title: found.name, now })
  audit({ type: 'class-graduation', id, name: found.name, after: { memberCount, isForced, reason } })
  return { taskId, memberCount }
}

/** Without names: everyone who has not graduated, except for the caller. */
async function addCandidates(
  db: GraduationDb,
  of: {
    readonly batchId: string
    readonly found: PlacedClass
    readonly memberIds: readonly string[]
    readonly caller: Caller
  },
): Promise<number> {
  const { batchId, found, memberIds, caller } = of
  const chosen =
    memberIds.length === 0
      ? sql`e."memberId" <> ${caller.memberId}`
      : sql`e."memberId" = any(${[...memberIds]}::uuid[])`
  const { numAffectedRows = 0n } = await sql`
    insert into graduation.candidate (batch_id, member_id, company_id)
    select ${batchId}::uuid, e."memberId", ${found.companyId}::uuid from ${enrolledSql(found.companyId, found.id)} e
    where e.graduation = 1 and ${chosen}`.execute(db)
  return Number(numAffectedRows)
}

export const batchWork = longWork({
  kind: 'class-graduation',
  label: { cn: '批量结业', en: 'Batch graduation' },
  job: 'graduation.batch',
  cancellable: true,
  claim: (connection, { taskId }) =>
    graduationTables(connection)
      .selectFrom('graduation.batch')
      .selectAll()
      .where('task_id', '=', taskId)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  /** Whoever runs the class no more gives no graduations. */
  async assertMayGoOn(connection, { class_id: classId, created_by: starterId }) {
    await runClass(connection, await starterOf(connection, starterId), classId)
  },
  async step(connection, { subject: batch, now }) {
    const db = graduationTables(connection)
    const memberIds = await nextCandidates(db, batch.id)
    if (memberIds.length > 0) await graduateCandidates(db, batch, memberIds, now)
    const counts = await countsOf(db, batch.id)
    if (counts.waiting > 0) return { done: batch.member_count - counts.waiting, total: batch.member_count }
    await endBatch(db, batch.task_id, now)
    return { report: reportOf(counts, batch.class_id) }
  },
  onCancel: (connection, { taskId }, now) => endBatch(graduationTables(connection), taskId, now),
  onFailure: (connection, { taskId }, _error, now) => endBatch(graduationTables(connection), taskId, now),
  restart: (connection, { taskId }) => reopenBatch(graduationTables(connection), taskId),
})

async function nextCandidates(db: GraduationDb, batchId: string): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    select member_id as "memberId" from graduation.candidate where batch_id = ${batchId} and state = 'waiting'
    order by member_id limit ${stepMembers}`.execute(db)
  return rows.map(({ memberId }) => memberId)
}

/** Whether somebody meets the conditions is seen now, not when the batch began. */
async function graduateCandidates(
  db: GraduationDb,
  batch: BatchRow,
  memberIds: readonly string[],
  now: number,
): Promise<void> {
  const found = await findClass(db, { id: batch.class_id, companyId: batch.company_id }, { lock: 'share' })
  if (!found) throw refuse(CLASS_MISSING)
  if (found.closedAt !== null) throw refuse(CLASS_CLOSED)
  const ready = batch.is_forced ? memberIds : await passing(db, await classConditions(db, found, now), memberIds)
  const { created_by: by, reason } = batch
  const graduated = await graduateSome(db, { found, memberIds: ready, by, reason, now })
  await sql`
    update graduation.candidate set state = case
      when member_id = any(${[...graduated]}::uuid[]) then 'graduated'
      when member_id = any(${[...ready]}::uuid[]) then 'gone' else 'failing' end
    where batch_id = ${batch.id} and member_id = any(${[...memberIds]}::uuid[])`.execute(db)
}

async function endBatch(db: GraduationDb, taskId: string, now: number): Promise<void> {
  await sql`update graduation.batch set ended_at = ${now} where task_id = ${taskId} and ended_at is null`.execute(db)
}

/** What was cancelled or failed goes on with those who are left, unless another batch runs meanwhile. */
async function reopenBatch(db: GraduationDb, taskId: string): Promise<boolean> {
  const batch = await db.selectFrom('graduation.batch').selectAll().where('task_id', '=', taskId).executeTakeFirst()
  if (!batch || (await countsOf(db, batch.id)).waiting === 0 || (await isRunning(db, batch.class_id))) return false
  await db.updateTable('graduation.batch').set({ ended_at: null }).where('id', '=', batch.id).execute()
  return true
}

type Counts = Readonly<Record<'waiting' | 'graduated' | 'failing' | 'gone', number>>

async function countsOf(db: GraduationDb, batchId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'graduated')::int as graduated,
      count(*) filter (where state = 'failing')::int as failing, count(*) filter (where state = 'gone')::int as gone
    from graduation.candidate where batch_id = ${batchId}`.execute(db)
  return rows[0] ?? { waiting: 0, graduated: 0, failing: 0, gone: 0 }
}

function reportOf({ graduated, failing, gone }: Counts, classId: string) {
  const counts = [
    { label: { cn: '已结业', en: 'Graduated' }, value: graduated },
    { label: { cn: '未达到条件', en: 'Conditions not met' }, value: failing },
    { label: { cn: '已离班或已结业', en: 'Left or graduated already' }, value: gone },
  ]
  return { counts, link: `/admin/classes/${classId}/graduation` }
}

/** The last batch of the class, for those who run it. */
export async function lastBatch(connection: Connection, caller: Caller, id: string): Promise<{ batch: Batch | null }> {
  const { companyId } = await runClass(connection, caller, id)
  const db = graduationTables(connection)
  const batch = await db
    .selectFrom('graduation.batch')
    .selectAll()
    .where('class_id', '=', id)
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!batch) return { batch: null }
  const { graduated, failing, gone } = await countsOf(db, batch.id)
  const starter = (await membersByIds(db, companyId, [batch.created_by])).get(batch.created_by)
  return {
    batch: {
      ...{ taskId: batch.task_id, isRunning: batch.ended_at === null, total: batch.member_count },
      ...{ graduated, failing, gone, startedAt: batch.created_at, startedBy: starter?.fullName ?? '' },
      endedAt: batch.ended_at,
    },
  }
}
