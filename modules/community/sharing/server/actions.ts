/** The record of shares: item, member and channel. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import type { ShareCount, sharing } from '../contract.ts'
import type { SharingDb } from './db.ts'

type Action = Input<typeof sharing.recordAction>['body']

export async function recordAction(db: SharingDb, caller: Caller, action: Action, now: number): Promise<void> {
  await db
    .insertInto('sharing.share_action')
    .values({
      id: uuid(),
      company_id: caller.companyId,
      member_id: caller.memberId,
      business_id: action.businessId,
      item_type: action.itemType ?? null,
      action_type: action.actionType,
      channel: action.channel ?? null,
      created_at: now,
    })
    .execute()
}

export async function shareCounts(db: SharingDb, companyId: string, ids: readonly string[]): Promise<ShareCount[]> {
  const rows = await db
    .selectFrom('sharing.share_action')
    .select(['business_id', 'action_type'])
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where((e) => e('business_id', '=', e.fn.any(e.val([...ids]))))
    .groupBy(['business_id', 'action_type'])
    .execute()
  const countOf = (id: string, actionType: number) =>
    rows.find((row) => row.business_id === id && row.action_type === actionType)?.count ?? 0
  return ids.map((businessId) => ({ businessId, shares: countOf(businessId, 2), posters: countOf(businessId, 3) }))
}
