/** The record of shares: item, member and channel; and praise, which the module of the item keeps. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import { extensionPoint } from '#server/extension.ts'
import { actionTypes, type ShareCount, type sharing } from '../contract.ts'
import type { SharingDb } from './db.ts'

/** Where the record does not say of which kind the item is. */
const shareContent = 16

/** What a module does when an item of its kind is praised or shared. */
export interface ActionKind {
  /** Map `business-type`. */
  readonly businessType: number
  /** Counts once a member. Refuses an item that the caller may not see with 900005. */
  praised(db: Connection, caller: Caller, id: string, now: number): Promise<void>
  /** Once for each member who shares the item; of an item that is gone nothing is counted. */
  shared(db: Connection, caller: Caller, id: string): Promise<void>
}

export const actionKind = extensionPoint<ActionKind>('sharing.action-kind')

type Action = Input<typeof sharing.recordAction>['body']

export async function recordAction(db: SharingDb, caller: Caller, action: Action, now: number): Promise<void> {
  const kind = actionKind.all().find((one) => one.businessType === (action.itemType ?? shareContent))
  if (action.actionType === actionTypes.praise) {
    if (!kind) {
      const fields = [{ path: 'itemType', rule: 'known', message: 'is nothing that can be praised' }]
      throw refuse(INVALID_INPUT, { fields })
    }
    return kind.praised(db, caller, action.businessId, now)
  }
  if (
    action.actionType === actionTypes.share &&
    action.itemType !== undefined &&
    (await isFirstShare(db, caller, action.businessId))
  )
    await kind?.shared(db, caller, action.businessId)
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

/** Whether the caller has not shared the item before: one member alone makes nothing hot. */
async function isFirstShare(db: SharingDb, { companyId, memberId }: Caller, businessId: string): Promise<boolean> {
  await lockNames(db, `shares ${memberId} ${businessId}`)
  const known = await db
    .selectFrom('sharing.share_action')
    .select('id')
    .where('company_id', '=', companyId)
    .where('business_id', '=', businessId)
    .where('action_type', '=', actionTypes.share)
    .where('member_id', '=', memberId)
    .where('item_type', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return known === undefined
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
