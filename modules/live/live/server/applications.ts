/** The application for a live session: creation, change, resubmission, and the result of its approval. */
import { v7 as uuid } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { lockRoomIfExists } from '#modules/live/rooms/server.ts'
import { type ApprovalOutcome, apply, approvalsOf } from '#modules/platform/approvals/server.ts'
import { getTimeZone } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import { ACTION_NOT_ALLOWED, START_TIME_PAST } from '../contract/codes.ts'
import { approvalStatus, fixedFields, liveStatus, offers } from '../contract/states.ts'
import type { live } from '../contract.ts'
import { watchPath } from './addresses.ts'
import { isOtherAudience } from './chosen-audience.ts'
import { findCopied } from './copies.ts'
import { type LiveDb, liveTables } from './db.ts'
import {
  assertForm,
  assertNotPast,
  columnsOf,
  type Form,
  type FormColumns,
  fieldRefusal,
  type People,
  refusingTakenName,
  savePeople,
} from './forms.ts'
import { mayManage, viewerOf } from './policy.ts'
import { providerFor } from './providers/registered-providers.ts'
import { follow, publish, scheduleReminder } from './publication.ts'
import {
  displayStatus,
  findForViewer,
  type LiveRow,
  type LiveRowForViewer,
  lecturerIdsOf,
  liveApproval,
  lockLive,
} from './rows.ts'
import { assertMayApply, assertServed } from './suppliers.ts'

type Edit = Input<typeof live.update>['body']

const labels = {
  cn: { time: '开始时间', minutes: '预计时长（分钟）', description: '直播简介', lecturer: '讲师介绍' },
  en: { time: 'Begin', minutes: 'Planned minutes', description: 'Introduction', lecturer: 'About the lecturer' },
} as const

/** The summary for the approver, in the applicant's language and the company's time zone. */
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
 * Submits the live session for approval. It runs before the row is locked, because an application is always locked
 * first. The caller is the applicant; the live session determines the organization.
 */
async function submitForApproval(
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

/** Creates a live session: published at once, or after its approval (LIVE-181). */
export async function applyForLive(db: LiveDb, caller: Caller, form: Form, context: Context) {
  const { outside, now } = context
  const { companyId, memberId, organizationId } = caller
  const { approving, supplier } = await assertMayApply(db, caller, now)
  if (form.supplier !== undefined && form.supplier !== supplier)
    throw fieldRefusal('supplier', 'known', 'is not the supplier of the organization')
  const columns = columnsOf(form, { now, scheduled: approving })
  assertNotPast(columns.start_time, now)
  const { copyOf } = form
  const copied = copyOf === undefined ? undefined : await findCopied(db, caller, copyOf)
  const copiedCover = copied?.cover_file_id ?? null
  const people = await assertForm(db, caller, columns, { form, hostId: memberId, copiedCover })
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
        copied_from: copied?.id ?? null,
        ...{ created_at: now, updated_at: now },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  const row = (await refusingTakenName(insert)) as LiveRow
  await savePeople(db, { liveId: id, companyId, people })
  if (approving) await submitForApproval(db, columns, { id, organizationId }, context)
  else await publish(db, row, now)
  return { id, approving }
}

/** Whether the approver has returned it to the applicant. */
async function isRevising(db: LiveDb, row: LiveRow): Promise<boolean> {
  if (row.approval_status !== approvalStatus.underReview) return false
  return (await approvalsOf(db, row.company_id, liveApproval, [row.id])).get(row.id)?.revising ?? false
}

function assertKeepsFixed(row: LiveRow, columns: FormColumns): void {
  const changed = { liveMode: columns.live_mode !== row.live_mode, shareScope: columns.share_scope !== row.share_scope }
  const field = fixedFields(row.status).find((name) => changed[name])
  if (field) throw refuse(ACTION_NOT_ALLOWED, { field })
}

/** While the scope is fixed, so is its audience. */
async function assertKeepsAudience(db: LiveDb, row: LiveRow, { audience }: People): Promise<void> {
  if (!fixedFields(row.status).includes('shareScope')) return
  if (await isOtherAudience(db, row.id, audience)) throw refuse(ACTION_NOT_ALLOWED, { field: 'shareScope' })
}

/** A running live session keeps its start; otherwise no start may be in the past (LIVE-095). */
function assertBegin(row: LiveRow, columns: FormColumns, now: number): void {
  if (columns.start_time === row.start_time) return
  if (row.status === liveStatus.inProgress) throw fieldRefusal('startTime', 'fixed', 'the live session has started')
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

/** Changes a live session, or submits it again (autoPublish 1) after a refusal, withdrawal or return. */
export async function updateLive(db: LiveDb, caller: Caller, id: string, form: Edit, context: Context): Promise<void> {
  const seen = await findForViewer(db, viewerOf(caller), id)
  if (!mayManage(seen.role)) throw refuse(NO_PERMISSION)
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

async function edit(db: LiveDb, caller: Caller, seen: LiveRowForViewer, { form, context }: Change): Promise<void> {
  const { outside, now } = context
  const { companyId } = caller
  if (seen.request_status === 3 && seen.provider !== 'none') await lockRoomIfExists(db, companyId, seen.id)
  const row = await lockLive(db, companyId, seen.id)
  const state = await displayStatus(db, row)
  // It was started, ended, cancelled or decided after the read.
  if (!offers(state, 'edit')) throw refuse(ACTION_NOT_ALLOWED, { state })
  const columns = columnsOf(form, { now, scheduled: false, before: row })
  assertKeepsFixed(row, columns)
  assertBegin(row, columns, now)
  const before = { id: row.id, cover_file_id: row.cover_file_id, lecturerIds: await lecturerIdsOf(db, row.id) }
  const people = await assertForm(db, caller, columns, { form, hostId: row.host_id, before })
  await assertKeepsAudience(db, row, people)
  const after = await saveForm(db, row, { ...columns, updated_at: now })
  await savePeople(db, { liveId: row.id, companyId, people })
  if (row.status === liveStatus.cancelled) return
  // A pending creation job has the earlier form.
  if (after.request_status === 1 && after.status === liveStatus.notStarted) await publish(db, after, now)
  else await follow(db, after, outside, now)
  if (row.status === liveStatus.notStarted) await scheduleReminder(db, after, now)
}

async function submitAgain(
  db: LiveDb,
  caller: Caller,
  seen: LiveRowForViewer,
  { form, context }: Change,
): Promise<void> {
  const { now } = context
  const { companyId } = caller
  const columns = columnsOf(form, { now, scheduled: true, before: seen })
  assertNotPast(columns.start_time, now)
  const before = { id: seen.id, cover_file_id: seen.cover_file_id, lecturerIds: seen.lecturer_ids }
  const people = await assertForm(db, caller, columns, { form, hostId: seen.host_id, before })
  const { id, organization_id: organizationId } = seen
  await submitForApproval(db, columns, { id, organizationId }, context)
  const row = await lockLive(db, companyId, id)
  if (row.status !== liveStatus.unpublished) throw refuse(ACTION_NOT_ALLOWED)
  await saveForm(db, row, {
    ...columns,
    auto_publish: true,
    approval_status: approvalStatus.underReview,
    updated_at: now,
  })
  await savePeople(db, { liveId: id, companyId, people })
}

const statusOf = { agreed: approvalStatus.agreed, refused: approvalStatus.failed, withdrawn: approvalStatus.withdrawn }

/**
 * The approval has ended. A live session whose start time has passed meanwhile cannot be published (LIVE-095). Its
 * application counts as withdrawn, so that the host may choose another time and submit it again.
 */
export async function liveDecided(connection: Connection, outcome: ApprovalOutcome): Promise<void> {
  const { companyId, businessId, result, now } = outcome
  const db = liveTables(connection)
  const row = await lockLive(db, companyId, businessId)
  const late = result === 'agreed' && row.start_time < now
  const approval = late ? approvalStatus.withdrawn : statusOf[result]
  await db
    .updateTable('live.live')
    .set({ approval_status: approval, updated_at: now })
    .where('id', '=', row.id)
    .execute()
  if (late) await notifyLapsed(db, row, now)
  else if (result === 'agreed' && row.auto_publish && row.status === liveStatus.unpublished) await publish(db, row, now)
}

async function notifyLapsed(db: LiveDb, row: LiveRow, now: number): Promise<void> {
  await notify(db, {
    companyId: row.company_id,
    type: 'live.lapsed',
    recipients: [row.host_id],
    variables: { name: row.subject, at: { instant: row.start_time } },
    link: watchPath(row.supplier, row.id),
    now,
  })
}
