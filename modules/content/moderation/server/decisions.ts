/**
 * Decisions about cases. The content is changed first, which locks its row, and the case after it under its revision: of two
 * who decide at once one is refused, and with it what it did to the content. Whoever reports meanwhile waits between the two. A
 * removal by the content's own module takes them in the same order (`closeCases`).
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import type { Context } from '#server/module.ts'
import { CASE_CHANGED, OTHER_MODERATOR } from '../contract/codes.ts'
import type { moderation } from '../contract.ts'
import { assertNotClaimed, type CaseRecord, getCase } from './cases.ts'
import type { ModerationDb } from './db.ts'
import { assertImpartial, needsOther } from './details.ts'
import { findKind, type Measure } from './kinds.ts'
import { tellAuthor, tellOfAppeal, tellReporters } from './messages.ts'
import { endMuteOfDecision, muteByDecision } from './mutes.ts'
import { lockContent } from './opening.ts'

const DAY_MS = 86_400_000

/** The case, in one of the states, as it was when the caller read it; not the caller's own. */
async function caseToDecide(
  db: ModerationDb,
  { caller }: Context,
  { id, revision, states }: { id: string; revision: number; states: readonly CaseRecord['state'][] },
): Promise<CaseRecord> {
  const row = await getCase(db, caller, id)
  if (row.revision !== revision || !states.includes(row.state)) throw refuse(CASE_CHANGED, { revision: row.revision })
  await assertImpartial(db, caller, row)
  return row
}

/** Writes the decision, unless another moderator has decided meanwhile. */
async function writeCase(db: ModerationDb, row: CaseRecord, changes: RawBuilder<unknown>): Promise<number> {
  await lockContent(db, row.company_id, { businessType: row.business_type, businessId: row.business_id })
  const { rows } = await sql<{ revision: number }>`
    update moderation.content_case set ${changes}, claimed_by = null, claimed_at = null, revision = revision + 1
    where id = ${row.id} and revision = ${row.revision} and state = ${row.state} returning revision`.execute(db)
  if (!rows[0]) throw refuse(CASE_CHANGED, { revision: row.revision + 1 })
  return rows[0].revision
}

async function carryOut(
  db: ModerationDb,
  caller: Caller,
  row: CaseRecord,
  { outcome, measure }: { outcome: 'keep' | 'remove' | 'restore'; measure: Measure },
): Promise<void> {
  const kind = findKind(row.business_type)
  if (!kind) return
  const of = [db, caller.companyId, row.business_id, measure] as const
  if (outcome === 'restore') await kind.restore(...of)
  else if (outcome === 'remove' && row.cause !== null) await (kind.reject ?? kind.remove)(...of)
  else if (outcome === 'remove') await kind.remove(...of)
  else if (row.cause !== null) await kind.approve?.(...of)
}

/** Readers do not see the content before it is approved: a refusal sends it back, and removes nothing. */
async function isWaiting(db: ModerationDb, caller: Caller, row: CaseRecord): Promise<boolean> {
  const [content] = (await findKind(row.business_type)?.describe(db, caller.companyId, [row.business_id])) ?? []
  return content?.state === 'waiting'
}

type Decision = Input<typeof moderation.decide>['body']

function assertReason({ outcome, reasonCode, warn, muteDays }: Decision): void {
  const isAgainst = outcome === 'remove' || warn || muteDays > 0
  if (!isAgainst || reasonCode !== 'none') return
  throw refuse(INVALID_INPUT, {
    fields: [{ path: 'reasonCode', rule: 'rule', message: 'must name the rule that is broken' }],
  })
}

export async function decideCase(db: ModerationDb, context: Context, id: string, decision: Decision) {
  const { caller, now, audit } = context
  assertReason(decision)
  const row = await caseToDecide(db, context, { id, revision: decision.revision, states: ['open'] })
  await assertNotClaimed(db, context, row)
  const { outcome, reasonCode, warn, muteDays } = decision
  const note = decision.note.trim()
  const wasWaiting = await isWaiting(db, caller, row)
  await carryOut(db, caller, row, { outcome, measure: { reason: note, by: caller.memberId, now } })
  const revision = await writeCase(
    db,
    row,
    sql`state = 'decided', outcome = ${outcome}, reason_code = ${reasonCode}, note = ${note}, warned = ${warn},
      mute_days = ${muteDays}, decided_by = ${caller.memberId}, decided_at = ${now}`,
  )
  if (muteDays > 0 && row.author_id !== null)
    await muteByDecision(
      db,
      {
        companyId: caller.companyId,
        memberId: row.author_id,
        until: now + muteDays * DAY_MS,
        reason: note.slice(0, 100),
        by: caller.memberId,
        caseId: id,
      },
      now,
    )
  await tellAuthor(db, { caller, row, outcome, wasWaiting, reasonCode, note, warn, muteDays, now })
  await tellReporters(db, { caller, row, outcome, warn, muteDays, now })
  audit({
    type: 'moderation-case',
    id,
    name: row.title.slice(0, 50),
    after: {
      outcome,
      reasonCode,
      ...(note !== '' && { note }),
      ...(warn && { warn }),
      ...(muteDays > 0 && { muteDays }),
    },
  })
  return { revision }
}

export async function restoreContent(
  db: ModerationDb,
  context: Context,
  id: string,
  { revision, note: typed }: Input<typeof moderation.restore>['body'],
) {
  const { caller, now, audit } = context
  const row = await caseToDecide(db, context, { id, revision, states: ['decided'] })
  if (row.outcome !== 'remove') throw refuse(CASE_CHANGED, { revision: row.revision })
  const note = typed.trim()
  await carryOut(db, caller, row, { outcome: 'restore', measure: { reason: note, by: caller.memberId, now } })
  const after = await writeCase(db, row, sql`outcome = 'restored'`)
  await tellOfAppeal(db, { caller, row, outcome: 'restored', note, now })
  audit({ type: 'moderation-case', id, name: row.title.slice(0, 50), after: { outcome: 'restored', note } })
  return { revision: after }
}

export async function decideAppeal(
  db: ModerationDb,
  context: Context,
  id: string,
  { revision, outcome, note: typed }: Input<typeof moderation.decideAppeal>['body'],
) {
  const { caller, now, audit } = context
  const row = await caseToDecide(db, context, { id, revision, states: ['appealed'] })
  await assertNotClaimed(db, context, row)
  if (await needsOther(db, caller, row)) throw refuse(OTHER_MODERATOR)
  const note = typed.trim()
  const isOverturned = outcome === 'overturned'
  if (isOverturned && row.outcome === 'remove')
    await carryOut(db, caller, row, { outcome: 'restore', measure: { reason: note, by: caller.memberId, now } })
  const after = await writeCase(
    db,
    row,
    sql`state = 'decided', appeal_outcome = ${outcome}, appeal_note = ${note}, appeal_decided_by = ${caller.memberId},
      appeal_decided_at = ${now}${isOverturned && row.outcome === 'remove' ? sql`, outcome = 'restored'` : sql``}`,
  )
  if (isOverturned && row.author_id !== null)
    await endMuteOfDecision(db, { companyId: caller.companyId, memberId: row.author_id, caseId: id }, now)
  await tellOfAppeal(db, { caller, row, outcome, note, now })
  await tellReporters(db, { caller, row, outcome, warn: false, muteDays: 0, now })
  audit({ type: 'moderation-case', id, name: row.title.slice(0, 50), after: { appeal: outcome, note } })
  return { revision: after, bySameModerator: row.decided_by === caller.memberId }
}
