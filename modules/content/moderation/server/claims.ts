/** Claims: a moderator has a case before them for 15 minutes. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Context } from '#server/module.ts'
import { CASE_CHANGED, OTHER_MODERATOR } from '../contract/codes.ts'
import { CLAIM_MS } from '../contract.ts'
import { assertNotClaimed, type CaseRecord, getCase } from './cases.ts'
import type { ModerationDb } from './db.ts'
import { assertImpartial, needsOther } from './details.ts'

const isWaiting = ({ state }: CaseRecord) => state === 'open' || state === 'appealed'

/** The caller has the case for 15 minutes; once more starts them again. Who may not decide it keeps it from nobody. */
export async function claimCase(db: ModerationDb, context: Context, id: string) {
  const { caller, now } = context
  const found = await getCase(db, caller, id)
  await assertImpartial(db, caller, found)
  if (await needsOther(db, caller, found)) throw refuse(OTHER_MODERATOR)
  const { rows } = await sql`
    update moderation.content_case c set claimed_by = ${caller.memberId}, claimed_at = ${now}
    where c.id = ${id} and c.state in ('open', 'appealed')
      and (c.claimed_by is null or c.claimed_by = ${caller.memberId} or c.claimed_at <= ${now - CLAIM_MS})
    returning c.id`.execute(db)
  if (rows.length === 0) {
    const row = await getCase(db, caller, id)
    if (isWaiting(row)) await assertNotClaimed(db, context, row)
    throw refuse(CASE_CHANGED, { revision: row.revision })
  }
  context.audit({ type: 'moderation-case', id, after: { claimedUntil: now + CLAIM_MS } })
  return { until: now + CLAIM_MS }
}

export async function releaseCase(db: ModerationDb, { caller, audit }: Context, id: string) {
  await getCase(db, caller, id)
  await sql`update moderation.content_case set claimed_by = null, claimed_at = null
    where id = ${id} and claimed_by = ${caller.memberId}`.execute(db)
  audit({ type: 'moderation-case', id, after: { claimedUntil: null } })
  return {}
}
