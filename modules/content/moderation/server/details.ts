/** A case in full, as the moderator who decides it reads it. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOR_ONESELF, refuse } from '#kit/errors.ts'
import { holdersOfPermission, membersByIds, organizationNames } from '#modules/platform/identity/server.ts'
import { findWords } from '#modules/platform/words/server.ts'
import type { Context } from '#server/module.ts'
import { moderates } from '../contract/access.ts'
import type { CaseDetails, CaseOutcome, DecisionReason, OwnDecision, ReasonCode } from '../contract.ts'
import { type CaseRecord, caseRow, getCase, type People, personOf, present } from './cases.ts'
import type { ModerationDb } from './db.ts'
import { findKind } from './kinds.ts'
import { mutedUntil } from './mutes.ts'

interface ReportRow {
  readonly id: string
  readonly member_id: string | null
  readonly reason_code: ReasonCode
  readonly reason: string
  readonly created_at: number
}

const REPORTS_SHOWN = 200

async function reportsOf(db: ModerationDb, caseId: string): Promise<readonly ReportRow[]> {
  const { rows } = await sql<ReportRow>`select * from moderation.report where case_id = ${caseId}
    order by created_at, id limit ${REPORTS_SHOWN}`.execute(db)
  return rows
}

export async function reporterIds(db: ModerationDb, caseId: string): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`select member_id from moderation.report
    where case_id = ${caseId} and member_id is not null order by member_id`.execute(db)
  return rows.map((row) => row.member_id)
}

/** Who has a part in a case. */
async function peopleOf(db: ModerationDb, row: CaseRecord) {
  const [content] = (await findKind(row.business_type)?.describe(db, row.company_id, [row.business_id])) ?? []
  return {
    author: present([row.author_id]),
    /** Named by the author, whether they want it or not. */
    named: [...(content?.coAuthorIds ?? [])],
    interested: [...(content?.interestedIds ?? [])],
    reporters: await reporterIds(db, row.id),
  }
}

type Parts = Awaited<ReturnType<typeof peopleOf>>

const everybodyIn = ({ author, named, interested, reporters }: Parts) => [
  ...author,
  ...named,
  ...interested,
  ...reporters,
]

const holders = (db: ModerationDb, { company_id: companyId, organization_id: organizationId }: CaseRecord) =>
  holdersOfPermission(db, { companyId, permission: moderates.permission, organizationId })

/**
 * Whether the caller has too much of a part in the case to decide it. Who was named as a co-author, or has reported it, decides
 * where nobody else could: an author who names all moderators would else be out of their reach.
 */
async function isPartial(db: ModerationDb, caller: Caller, row: CaseRecord, parts: Parts): Promise<boolean> {
  if ([...parts.author, ...parts.interested].includes(caller.memberId)) return true
  if (![...parts.named, ...parts.reporters].includes(caller.memberId)) return false
  const involved = new Set(everybodyIn(parts))
  return (await holders(db, row)).some((id) => !involved.has(id))
}

/** Refuses who has a part in the case (900012). */
export async function assertImpartial(db: ModerationDb, caller: Caller, row: CaseRecord): Promise<void> {
  if (await isPartial(db, caller, row, await peopleOf(db, row))) throw refuse(NOT_FOR_ONESELF)
}

interface Earlier {
  readonly id: string
  readonly title: string
  readonly outcome: CaseOutcome
  readonly reasonCode: DecisionReason
  readonly decidedAt: number
}

const HISTORY_LENGTH = 20

/** Only what was decided against the author, or looked at: a content that its author has taken away is no decision. */
async function historyOf(
  db: ModerationDb,
  caller: Caller,
  { id, author_id, is_anonymous }: CaseRecord,
): Promise<readonly Earlier[]> {
  // Neither does a history say who an anonymous author is, nor is what was written so anybody's history.
  if (author_id === null || is_anonymous) return []
  const { rows } = await sql<Earlier>`
    select c.id, c.title, c.outcome, c.reason_code as "reasonCode", c.decided_at as "decidedAt"
    from moderation.content_case c where c.author_id = ${author_id} and c.company_id = ${caller.companyId}
      and c.id <> ${id} and not c.is_anonymous and c.decided_by is not null and c.outcome <> 'withdrawn'
    order by c.decided_at desc, c.id desc limit ${HISTORY_LENGTH}`.execute(db)
  return rows
}

export function appealOf(row: CaseRecord): OwnDecision['appeal'] {
  if (row.appealed_at === null) return null
  return {
    text: row.appeal_text ?? '',
    appealedAt: row.appealed_at,
    outcome: row.appeal_outcome,
    note: row.appeal_note,
    decidedAt: row.appeal_decided_at,
    bySameModerator: row.appeal_decided_by !== null && row.appeal_decided_by === row.decided_by,
  }
}

function decisionOf(row: CaseRecord, people: People): CaseDetails['decision'] {
  if (row.outcome === null || row.decided_at === null) return null
  return {
    outcome: row.outcome,
    reasonCode: row.reason_code ?? 'none',
    note: row.note,
    warned: row.warned,
    muteDays: row.mute_days,
    decidedAt: row.decided_at,
    decidedBy: (row.decided_by && people.get(row.decided_by)?.fullName) ?? '',
  }
}

/** Whether the appeal is about the caller's own decision, and another moderator could decide it. */
export async function needsOther(db: ModerationDb, caller: Caller, row: CaseRecord): Promise<boolean> {
  if (row.state !== 'appealed' || row.decided_by !== caller.memberId) return false
  const involved = new Set(everybodyIn(await peopleOf(db, row)))
  return (await holders(db, row)).some((id) => id !== caller.memberId && !involved.has(id))
}

async function contentOf(db: ModerationDb, caller: Caller, row: CaseRecord) {
  const kind = findKind(row.business_type)
  const [content] = (await kind?.describe(db, caller.companyId, [row.business_id])) ?? []
  if (!content) return { text: '', link: null, contentState: 'gone' as const, hits: [] }
  const text = content.text ?? content.excerpt
  const hits = await findWords(db, caller.companyId, text)
  return {
    text,
    link: (await kind?.linkFor?.(db, caller, row.business_id)) ?? content.link,
    contentState: content.state,
    hits: hits.map(({ start, end, word }) => ({ start, end, word })),
  }
}

export async function caseDetails(db: ModerationDb, { caller, now }: Context, id: string): Promise<CaseDetails> {
  const row = await getCase(db, caller, id)
  const reports = await reportsOf(db, id)
  const ids = [row.author_id, row.claimed_by, row.decided_by, ...reports.map((one) => one.member_id)]
  const people = await membersByIds(db, caller.companyId, present(ids))
  const organizations = await organizationNames(db, caller.companyId, [row.organization_id])
  const parts = await peopleOf(db, row)
  const hasWritten = [...parts.author, ...parts.named].includes(caller.memberId)
  return {
    ...caseRow(row, people, organizations, now),
    ...(await contentOf(db, caller, row)),
    reports: reports.map((one) => ({
      id: one.id,
      reporter: hasWritten ? null : personOf(people, one.member_id),
      reasonCode: one.reason_code,
      reason: one.reason,
      createdAt: one.created_at,
    })),
    decision: decisionOf(row, people),
    appeal: appealOf(row),
    history: [...(await historyOf(db, caller, row))],
    authorMutedUntil:
      row.author_id === null || row.is_anonymous
        ? null
        : await mutedUntil(db, { companyId: caller.companyId, memberId: row.author_id }, now),
    isOwn: await isPartial(db, caller, row, parts),
    needsOther: await needsOther(db, caller, row),
  }
}
