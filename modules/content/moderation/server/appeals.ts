/** What a member reads of decisions about the own contents, and the appeal. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { holdersOfPermission } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import type { Context } from '#server/module.ts'
import { moderates } from '../contract/access.ts'
import { ALREADY_APPEALED, APPEAL_OVER, CASE_CHANGED } from '../contract/codes.ts'
import { APPEAL_DAYS, type OwnDecision } from '../contract.ts'
import type { CaseRecord } from './cases.ts'
import type { ModerationDb } from './db.ts'
import { appealOf } from './details.ts'
import { labelOf } from './kinds.ts'

const APPEAL_MS = APPEAL_DAYS * 86_400_000

/** What was decided against the caller: removed, warned or muted. That a report came to nothing is nobody's matter. */
const againstSql = (
  caller: Caller,
) => sql<boolean>`c.author_id = ${caller.memberId} and c.company_id = ${caller.companyId}
  and c.decided_by is not null and (c.outcome in ('remove', 'restored') or c.warned or c.mute_days > 0)`

function ownDecision(row: CaseRecord, now: number): OwnDecision {
  const decidedAt = row.decided_at ?? 0
  return {
    id: row.id,
    businessType: row.business_type,
    businessId: row.business_id,
    label: labelOf(row.business_type),
    title: row.title,
    excerpt: row.excerpt,
    outcome: row.outcome ?? 'keep',
    reasonCode: row.reason_code ?? 'none',
    note: row.note,
    warned: row.warned,
    muteDays: row.mute_days,
    decidedAt,
    appeal: appealOf(row),
    appealUntil: decidedAt + APPEAL_MS,
    mayAppeal: row.appealed_at === null && row.outcome !== 'restored' && now <= decidedAt + APPEAL_MS,
  }
}

export async function ownDecisions(
  db: ModerationDb,
  { caller, now }: Context,
  { businessId, ...paging }: Paging & { readonly businessId?: string },
) {
  const matching = sql`from moderation.content_case c where ${againstSql(caller)}
    ${businessId === undefined ? sql`` : sql`and c.business_id = ${businessId}`}`
  const { items, recordCount } = await sqlPage(db, paging, {
    matching,
    rows: (window) => sql<CaseRecord>`select c.* ${matching} order by c.decided_at desc, c.id desc ${window}`,
  })
  return { items: items.map((row) => ownDecision(row, now)), recordCount }
}

export async function appealDecision(db: ModerationDb, { caller, now }: Context, id: string, typed: string) {
  const { rows } = await sql<CaseRecord>`select c.* from moderation.content_case c
    where c.id = ${id} and ${againstSql(caller)} for no key update`.execute(db)
  const row = rows[0]
  if (!row) throw refuse(NOT_FOUND)
  if (row.appealed_at !== null) throw refuse(ALREADY_APPEALED)
  if (row.outcome === 'restored') throw refuse(CASE_CHANGED, { revision: row.revision })
  if (now > (row.decided_at ?? 0) + APPEAL_MS) throw refuse(APPEAL_OVER)
  await sql`update moderation.content_case set state = 'appealed', appeal_text = ${typed.trim()}, appealed_at = ${now},
    queued_at = ${now}, revision = revision + 1 where id = ${id}`.execute(db)
  const holders = await holdersOfPermission(db, {
    companyId: caller.companyId,
    permission: moderates.permission,
    organizationId: row.organization_id,
  })
  const others = holders.filter((holder) => holder !== caller.memberId)
  const recipients = others.filter((holder) => holder !== row.decided_by)
  if (others.length > 0)
    await notify(db, {
      companyId: caller.companyId,
      type: 'moderation.appealed',
      recipients: recipients.length > 0 ? recipients : others,
      variables: { kind: labelOf(row.business_type), title: row.title },
      link: '/manage/moderation?cause=appeal',
      collapseKey: 'moderation.appealed',
      now,
    })
  return {}
}
