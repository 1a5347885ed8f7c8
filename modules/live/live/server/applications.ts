/** Applying for a live, changing it, submitting it again, and how its approval ends. */
import { v7 as uuid } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { lockRoomIfExists } from '#modules/live/rooms/server.ts'
import { type ApprovalOutcome, apply, approvalsOf, isApprovalOn } from '#modules/platform/approvals/server.ts'
import { getTimeZone } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import { ACTION_NOT_ALLOWED, ENTRANCE_CLOSED, START_TIME_PAST } from '../contract/codes.ts'
import { approvalStatus, fixedFields, liveStatus, offers } from '../contract/states.ts'
import type { live } from '../contract.ts'
import { watchPath } from './addresses.ts'
import { type LiveDb, liveTables } from './db.ts'
import {
  assertForm,
  assertNotPast,
  columnsOf,
  type Form,
  type FormColumns,
  fieldRefusal,
  refusingTakenName,
  saveLecturers,
} from './forms.ts'
import { runs, viewerOf } from './policy.ts'
import { providerFor } from './providers/choose.ts'
import { follow, publish, scheduleReminder } from './publication.ts'
import { displayStatus, findSeen, holdLive, type LiveRow, lecturerIdsOf, liveApproval, type SeenRow } from './rows.ts'
import { assertServed, isEntranceOpen, mayApply, servingSupplier } from './suppliers.ts'

type Edit = Input<typeof live.update>['body']

const labels = {
  cn: { time: '开始时间', minutes: '预计时长（分钟）', description: '直播简介', lecturer: '讲师介绍' },
  en: { time: 'Begin', minutes: 'Planned minutes', description: 'Introduction', lecturer: 'About the lecturer' },
} as const

/** What the approver reads, in the language of the applicant and the time of the company. */
async function summaryOf(
  db: LiveDb,
  columns: FormColumns,
  { companyId, language }: { companyId: string; language: Language },
): Promise<Record<string, string>> {
  const format = { timeZone: await getTimeZone(db, companyId), dateStyle: 'medium', timeStyle: 'short' } as const
  const time = new Intl.DateTimeFormat(language === 'cn' ? 'zh-CN' : 'en-GB', format).format(columns.start_time)
  const label = labels[language]
  return {
    [label.time]: time,
    [label.minutes]: String(columns.duration_minutes),
    ...(columns.description && { [label.description]: columns.description }),
    ...(columns.lecturer_desc && { [label.lecturer]: columns.lecturer_desc }),
  }
}

/**
 * Puts the live before its approvers. Before the row is locked: an application is locked first, everywhere. The applicant
 * is the caller; the organization is the live's.
 */
async function askForApproval(
  db: LiveDb,
  columns: FormColumns,
  { id, organizationId }: { id: string; organizationId: string },
  { caller, language, now }: Context,
): Promise<void> {
  const { companyId, memberId: applicantId } = caller
  await apply(db, {
    companyId,
    organizationId,
    businessType: liveApproval,
    businessId: id,
    name: columns.subject,
    applicantId,
    summary: await summaryOf(db, columns, { companyId, language }),
    now,
  })
}

/** Creates a live: published at once, or when its approval is agreed to (LIVE-181). */
export async function applyForLive(db: LiveDb, caller: Caller, form: Form, context: Context) {
  const { outside, now } = context
  const { companyId, memberId, organizationId } = caller
  if (!(await isEntranceOpen(db, companyId))) throw refuse(ENTRANCE_CLOSED)
  const approving = await isApprovalOn(db, companyId, liveApproval, organizationId)
  if (!(await mayApply(caller, approving))) throw refuse(NO_PERMISSION)
  const { supplier } = await servingSupplier(db, { companyId, organizationId, now })
  if (form.supplier !== undefined && form.supplier !== supplier)
    throw fieldRefusal('supplier', 'known', 'is not the supplier of the organization')
  const columns = columnsOf(form, { now, scheduled: approving })
  assertNotPast(columns.start_time, now)
  const lecturerIds = await assertForm(db, caller, columns, { form, hostId: memberId })
  const id = uuid()
  const provider = columns.live_type === 2 ? 'none' : providerFor(supplier, outside.config).key
  const insert = () =>
    db
      .insertInto('live.live')
      .values({
        ...columns,
        ...{ id, company_id: companyId, organization_id: organizationId, host_id: memberId, supplier, provider },
        auto_publish: form.autoPublish !== 0,
        status: liveStatus.unpublished,
        approval_status: approving ? approvalStatus.underReview : null,
        request_status: 1,
        ...{ created_at: now, updated_at: now },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  const row = (await refusingTakenName(insert)) as LiveRow
  await saveLecturers(db, { liveId: id, companyId, lecturerIds })
  if (approving) await askForApproval(db, columns, { id, organizationId }, context)
  else await publish(db, row, now)
  return { id, approving }
}

/** Given back by the approver, to the applicant. */
async function isRevising(db: LiveDb, row: LiveRow): Promise<boolean> {
  if (row.approval_status !== approvalStatus.underReview) return false
  return (await approvalsOf(db, row.company_id, liveApproval, [row.id])).get(row.id)?.revising ?? false
}

function assertKeepsFixed(row: LiveRow, columns: FormColumns): void {
  const changed = { liveMode: columns.live_mode !== row.live_mode, shareScope: columns.share_scope !== row.share_scope }
  const field = fixedFields(row.status).find((name) => changed[name])
  if (field) throw refuse(ACTION_NOT_ALLOWED, { field })
}

/** A live that has begun keeps its begin; else nothing is moved into the past (LIVE-095). */
function assertBegin(row: LiveRow, columns: FormColumns, now: number): void {
  if (columns.start_time === row.start_time) return
  if (row.status === liveStatus.inProgress) throw fieldRefusal('startTime', 'fixed', 'the live has begun')
  if (columns.start_time < now) throw refuse(START_TIME_PAST)
}

async function saveForm(db: LiveDb, row: LiveRow, set: object): Promise<LiveRow> {
  const write = () =>
    db
      .updateTable('live.live')
      .set((e) => ({ ...set, revision: e('revision', '+', 1) }))
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  return (await refusingTakenName(write)) as LiveRow
}

/** Changes a live, or submits it again (autoPublish 1) where its approval was refused, withdrawn or given back. */
export async function updateLive(db: LiveDb, caller: Caller, id: string, form: Edit, context: Context): Promise<void> {
  const seen = await findSeen(db, viewerOf(caller), id)
  if (!runs(seen.role)) throw refuse(NO_PERMISSION)
  await assertServed(db, seen, context.now)
  const state = await displayStatus(db, seen)
  if (offers(state, 'edit')) return edit(db, caller, seen, { form, context })
  const maySubmit = offers(state, 'submit') || (state === 5 && (await isRevising(db, seen)))
  if (form.autoPublish !== 1 || !maySubmit || seen.role !== 'host') throw refuse(ACTION_NOT_ALLOWED, { state })
  return submitAgain(db, caller, seen, { form, context })
}

interface Change {
  readonly form: Edit
  readonly context: Context
}

async function edit(db: LiveDb, caller: Caller, seen: SeenRow, { form, context }: Change): Promise<void> {
  const { outside, now } = context
  const { companyId } = caller
  if (seen.request_status === 3 && seen.provider !== 'none') await lockRoomIfExists(db, companyId, seen.id)
  const row = await holdLive(db, companyId, seen.id)
  const state = await displayStatus(db, row)
  // Started, ended, cancelled or decided since it was read.
  if (!offers(state, 'edit')) throw refuse(ACTION_NOT_ALLOWED, { state })
  const columns = columnsOf(form, { now, scheduled: false, before: row })
  assertKeepsFixed(row, columns)
  assertBegin(row, columns, now)
  const before = { id: row.id, cover_file_id: row.cover_file_id, lecturerIds: await lecturerIdsOf(db, row.id) }
  const lecturerIds = await assertForm(db, caller, columns, { form, hostId: row.host_id, before })
  const after = await saveForm(db, row, { ...columns, updated_at: now })
  await saveLecturers(db, { liveId: row.id, companyId, lecturerIds })
  if (row.status === liveStatus.cancelled) return
  // A creation that is under way was asked for with the form as it was.
  if (after.request_status === 1 && after.status === liveStatus.notStarted) await publish(db, after, now)
  else await follow(db, after, outside, now)
  if (row.status === liveStatus.notStarted) await scheduleReminder(db, after, now)
}

async function submitAgain(db: LiveDb, caller: Caller, seen: SeenRow, { form, context }: Change): Promise<void> {
  const { now } = context
  const { companyId } = caller
  const columns = columnsOf(form, { now, scheduled: true, before: seen })
  assertNotPast(columns.start_time, now)
  const before = { id: seen.id, cover_file_id: seen.cover_file_id, lecturerIds: seen.lecturer_ids }
  const lecturerIds = await assertForm(db, caller, columns, { form, hostId: seen.host_id, before })
  const { id, organization_id: organizationId } = seen
  await askForApproval(db, columns, { id, organizationId }, context)
  const row = await holdLive(db, companyId, id)
  if (row.status !== liveStatus.unpublished) throw refuse(ACTION_NOT_ALLOWED)
  await saveForm(db, row, {
    ...columns,
    auto_publish: true,
    approval_status: approvalStatus.underReview,
    updated_at: now,
  })
  await saveLecturers(db, { liveId: id, companyId, lecturerIds })
}

const statusOf = { agreed: approvalStatus.agreed, refused: approvalStatus.failed, withdrawn: approvalStatus.withdrawn }

/**
 * The approval has ended. A live whose start time has passed meanwhile can't be published any more (LIVE-095): its
 * application counts as withdrawn, so that the host may name another time and submit it again.
 */
export async function liveDecided(connection: Connection, outcome: ApprovalOutcome): Promise<void> {
  const { companyId, businessId, result, now } = outcome
  const db = liveTables(connection)
  const row = await holdLive(db, companyId, businessId)
  const late = result === 'agreed' && row.start_time < now
  const approval = late ? approvalStatus.withdrawn : statusOf[result]
  await db
    .updateTable('live.live')
    .set({ approval_status: approval, updated_at: now })
    .where('id', '=', row.id)
    .execute()
  if (late) await tellLapsed(db, row, now)
  else if (result === 'agreed' && row.auto_publish && row.status === liveStatus.unpublished) await publish(db, row, now)
}

async function tellLapsed(db: LiveDb, row: LiveRow, now: number): Promise<void> {
  await notify(db, {
    companyId: row.company_id,
    type: 'live.lapsed',
    recipients: [row.host_id],
    variables: { name: row.subject, at: { instant: row.start_time } },
    link: watchPath(row.supplier, row.id),
    now,
  })
}
