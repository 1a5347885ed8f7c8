/** Reports as their members write them and hand them in. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { assertDays } from '#kit/days.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { apply, isApprovalOn, withdraw } from '#modules/platform/approvals/server.ts'
import { filesOfOwner } from '#modules/platform/files/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Context } from '#server/module.ts'
import {
  NO_REPORTER,
  REPORT_CHANGED,
  REPORT_EXISTS,
  REPORT_INCOMPLETE,
  REPORT_STATE,
  REPORTING_CLOSED,
} from '../contract/codes.ts'
import type { ReportInput, ReportState } from '../contract/fields.ts'
import { type external, reportApproval } from '../contract.ts'
import type { ExternalDb } from './db.ts'
import { announceSubmitted } from './news.ts'

type Writer = Pick<Context, 'caller' | 'language' | 'now'>

export const columnsOf = (input: ReportInput) => ({
  title: input.title,
  kind: input.kind,
  provider: input.provider,
  place: input.place,
  starts_on: input.startsOn,
  ends_on: input.endsOn,
  hour_hundredths: input.hourHundredths,
  cost_hundredths: input.costHundredths,
  certificate_number: input.certificateNumber,
  summary: input.summary.trim(),
  file_ids: [...input.fileIds],
})

/** Evidence is what the member has uploaded; what stood in the report before stays. */
async function assertInput(db: ExternalDb, caller: Caller, input: ReportInput, before: readonly string[]) {
  assertDays({ startsOn: input.startsOn, endsOn: input.endsOn })
  const added = input.fileIds.filter((one) => !before.includes(one))
  if (added.length > 0 && (await filesOfOwner(db, caller, added)).size < added.length) throw refuse(NOT_FOUND)
  const { title, provider, place, summary, certificateNumber } = input
  await assertClean(db, caller.companyId, { title, provider, place, summary, certificateNumber })
}

interface Asking {
  readonly from: number
  readonly until: number
}

const assertOpen = ({ from, until }: Asking, now: number) => {
  if (now < from || until <= now) throw refuse(REPORTING_CLOSED, { from, until })
}

/** TRAINING-047: an activity takes one report of each of its reporters, in its time. */
async function assertAsked(db: ExternalDb, { companyId, memberId }: Caller, activityId: string, now: number) {
  const { rows } = await sql<Asking & { isReporter: boolean }>`
    select a.report_from as "from", a.report_until as "until", exists (select from external.reporter p
      where p.activity_id = a.id and p.member_id = ${memberId}) as "isReporter"
    from external.activity a where a.id = ${activityId} and a.company_id = ${companyId} for share of a`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  if (!rows[0].isReporter) throw refuse(NO_REPORTER)
  assertOpen(rows[0], now)
}

export async function startReport(
  db: ExternalDb,
  caller: Caller,
  { activityId, ...input }: Input<typeof external.startReport>['body'],
  now: number,
) {
  if (activityId !== null) await assertAsked(db, caller, activityId, now)
  await assertInput(db, caller, input, [])
  const { companyId, memberId, organizationId } = caller
  const id = uuid()
  const whose = { id, company_id: companyId, member_id: memberId, organization_id: organizationId }
  const added = await db
    .insertInto('external.report')
    .values({
      ...{ ...whose, activity_id: activityId, state: 'draft', created_at: now, updated_at: now },
      ...columnsOf(input),
    })
    .onConflict((conflict) => conflict.columns(['activity_id', 'member_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw await existing(db, caller, activityId)
  return { id, revision: 0, state: 'draft' as const }
}

/** Another window has started the report. */
async function existing(db: ExternalDb, { memberId }: Caller, activityId: string | null) {
  const found = await db
    .selectFrom('external.report')
    .select('id')
    .where('activity_id', '=', activityId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return refuse(REPORT_EXISTS, { id: found?.id ?? '' })
}

interface OwnReport {
  readonly id: string
  readonly organizationId: string
  readonly title: string
  readonly provider: string
  readonly startsOn: string | null
  readonly endsOn: string | null
  readonly hourHundredths: number | null
  readonly fileIds: readonly string[]
  readonly state: ReportState
  readonly isInApproval: boolean
  readonly revision: number
  readonly needsEvidence: boolean | null
  readonly from: number | null
  readonly until: number | null
}

async function findOwn(db: ExternalDb, caller: Caller, id: string, { isLocked }: { readonly isLocked: boolean }) {
  const { rows } = await sql<OwnReport>`
    select r.id, r.organization_id as "organizationId", r.title, r.provider, r.starts_on::text as "startsOn",
      r.ends_on::text as "endsOn", r.hour_hundredths as "hourHundredths", r.file_ids as "fileIds", r.state,
      r.is_in_approval as "isInApproval", r.revision, a.needs_evidence as "needsEvidence", a.report_from as "from",
      a.report_until as "until"
    from external.report r left join external.activity a on a.id = r.activity_id
    where r.id = ${id} and r.member_id = ${caller.memberId} and r.company_id = ${caller.companyId}
    ${isLocked ? sql`for update of r` : sql``}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

function assertWritable({ state, revision }: OwnReport, expected: number): void {
  if (state !== 'draft' && state !== 'returned') throw refuse(REPORT_STATE, { state })
  if (revision !== expected) throw refuse(REPORT_CHANGED, { revision })
}

export async function changeReport(
  db: ExternalDb,
  caller: Caller,
  id: string,
  { revision, ...input }: Input<typeof external.changeReport>['body'],
  now: number,
) {
  const found = await findOwn(db, caller, id, { isLocked: true })
  assertWritable(found, revision)
  await assertInput(db, caller, input, found.fileIds)
  const columns = { ...columnsOf(input), revision: revision + 1, updated_at: now }
  await db.updateTable('external.report').set(columns).where('id', '=', id).execute()
  return { id, revision: revision + 1, state: found.state }
}

/** What a report says when it is handed in. A returned one may be handed in after the end as well. */
function assertComplete(report: OwnReport, now: number): void {
  const { state, from, until } = report
  if (from !== null && until !== null && state === 'draft') assertOpen({ from, until }, now)
  const missing = [
    report.provider === '' && 'provider',
    report.startsOn === null && 'startsOn',
    report.endsOn === null && 'endsOn',
    report.hourHundredths === null && 'hourHundredths',
    report.needsEvidence === true && report.fileIds.length === 0 && 'fileIds',
  ].filter((one) => one !== false)
  if (missing.length > 0) throw refuse(REPORT_INCOMPLETE, { missing })
}

const labels: Readonly<Record<Language, { provider: string; days: string; hours: string; evidence: string }>> = {
  cn: { provider: '培训机构', days: '培训日期', hours: '学时', evidence: '证明材料' },
  en: { provider: 'Provider', days: 'Days', hours: 'Hours', evidence: 'Evidence files' },
}

async function applyFor(db: ExternalDb, { caller, language, now }: Writer, report: OwnReport): Promise<void> {
  const { companyId, memberId } = caller
  const label = labels[language]
  await apply(db, {
    ...{ companyId, organizationId: report.organizationId, businessType: reportApproval, businessId: report.id },
    ...{ applicantId: memberId, name: report.title, now },
    summary: {
      [label.provider]: report.provider,
      [label.days]: `${report.startsOn} – ${report.endsOn}`,
      [label.hours]: String((report.hourHundredths ?? 0) / 100),
      [label.evidence]: String(report.fileIds.length),
    },
  })
}

/** The application is locked before the report, as by those who decide. */
export async function submitReport(db: ExternalDb, writer: Writer, id: string, revision: number) {
  const { caller, now } = writer
  const seen = await findOwn(db, caller, id, { isLocked: false })
  assertWritable(seen, revision)
  assertComplete(seen, now)
  const { companyId } = caller
  const isInApproval = await isApprovalOn(db, companyId, reportApproval, seen.organizationId)
  if (isInApproval) await applyFor(db, writer, seen)
  assertWritable(await findOwn(db, caller, id, { isLocked: true }), revision)
  const columns = { state: 'pending', is_in_approval: isInApproval, reason: '', submitted_at: now, updated_at: now }
  await db
    .updateTable('external.report')
    .set({ ...columns, decided_by: null, decided_at: null, revision: revision + 1 })
    .where('id', '=', id)
    .execute()
  if (!isInApproval) await announceSubmitted(db, caller, { ...seen, now })
  return { id, revision: revision + 1, state: 'pending' as const }
}

export async function withdrawReport(db: ExternalDb, caller: Caller, id: string, now: number) {
  const { companyId, memberId } = caller
  const seen = await findOwn(db, caller, id, { isLocked: false })
  if (seen.state !== 'pending') throw refuse(REPORT_STATE, { state: seen.state })
  if (seen.isInApproval) await withdraw(db, { companyId, businessType: reportApproval, businessId: id, memberId, now })
  const { state, revision, isInApproval } = await findOwn(db, caller, id, { isLocked: true })
  // With the application the report has become a draft already.
  if (seen.isInApproval && !isInApproval && state === 'draft') return { id, revision, state }
  if (state !== 'pending') throw refuse(REPORT_STATE, { state })
  const columns = { state: 'draft', submitted_at: null, updated_at: now, revision: revision + 1 }
  await db.updateTable('external.report').set(columns).where('id', '=', id).execute()
  return { id, revision: revision + 1, state: 'draft' as const }
}

export async function deleteReport(db: ExternalDb, caller: Caller, id: string) {
  const found = await findOwn(db, caller, id, { isLocked: true })
  assertWritable(found, found.revision)
  await db.deleteFrom('external.report').where('id', '=', id).execute()
  return {}
}
