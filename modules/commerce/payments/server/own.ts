/** What buyers do with their own payments. */
import { v7 as uuid } from 'uuid'
import type { Input, Output } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { filesOfOwner, restrictFiles } from '#modules/platform/files/server.ts'
import type { Context } from '#server/module.ts'
import { PAYMENT_STATE } from '../contract/codes.ts'
import type { payments } from '../contract.ts'
import type { PaymentsDb } from './db.ts'
import { availableProviders } from './providers.ts'
import { findPaymentOf, lockPayment, type PaymentRow } from './rows.ts'
import { chooseTestOutcome } from './test-provider.ts'
import { ownPaymentView } from './views.ts'

export async function listProviders(db: PaymentsDb, { caller, outside }: Context) {
  const names = await availableProviders(db, outside.config, caller.companyId)
  return { items: names.map((provider) => ({ provider, isTest: provider === 'test' })) }
}

async function own(db: PaymentsDb, id: string, { caller }: Context): Promise<PaymentRow> {
  const found = await findPaymentOf(db, caller, id)
  if (!found) throw refuse(NOT_FOUND)
  return found
}

export async function getOwnPayment(
  db: PaymentsDb,
  id: string,
  context: Context,
): Promise<Output<typeof payments.ownPayment>> {
  const row = await own(db, id, context)
  return ownPaymentView(db, row, { config: context.outside.config, now: context.now })
}

export async function sendReceipt(
  db: PaymentsDb,
  id: string,
  { fileIds, payer, note }: Input<typeof payments.sendReceipt>['body'],
  context: Context,
) {
  const { caller, now } = context
  const found = await own(db, id, context)
  const row = await lockPayment(db, found)
  if (row.provider !== 'transfer' || row.state !== 'waiting' || row.expires_at <= now)
    throw refuse(PAYMENT_STATE, { state: row.state })
  if ((await filesOfOwner(db, caller, fileIds)).size < fileIds.length) throw refuse(NOT_FOUND)
  // A receipt names an account of the buyer, and is for who decides it alone.
  await restrictFiles(db, caller.companyId, fileIds)
  const whose = { company_id: caller.companyId, payment_id: id, member_id: caller.memberId }
  await db
    .insertInto('payments.receipt')
    .values({
      id: uuid(),
      ...whose,
      file_ids: [...fileIds],
      payer,
      note: note.trim(),
      state: 'waiting',
      created_at: now,
    })
    .execute()
  await db.updateTable('payments.payment').set({ state: 'reviewing' }).where('id', '=', id).execute()
  return getOwnPayment(db, id, context)
}

export async function testPayment(
  db: PaymentsDb,
  id: string,
  { outcome }: Input<typeof payments.testPayment>['body'],
  context: Context,
) {
  await chooseTestOutcome(db, id, outcome, context)
  return getOwnPayment(db, id, context)
}
