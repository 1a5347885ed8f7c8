/** Applications for invoices: what they may cover, and with what title and address. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { type AddressCopy, addAddress, addressOf } from '#modules/commerce/addresses/server.ts'
import { holdersOfPermission, membersByIds } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { refusingTaken } from '#server/db/unique.ts'
import type { Context } from '#server/module.ts'
import { managesInvoices } from '../contract/access.ts'
import {
  AMOUNT_ABOVE_PAID,
  AMOUNT_CHANGED,
  AMOUNT_TOO_LARGE,
  AMOUNT_ZERO,
  INVOICE_ADDRESSES_FULL,
  INVOICED_ALREADY,
  TAX_ID_REQUIRED,
  VAT_SPECIAL_INCOMPLETE,
} from '../contract/codes.ts'
import { type Info, missingForSpecial } from '../contract/infos.ts'
import type { ApplicationInput } from '../contract/invoices.ts'
import { amountMaxFen, PENDING } from '../contract/states.ts'
import type { InvoicesDb } from './db.ts'
import { findInfo, titleColumns } from './infos.ts'
import { assertCan, lockInvoice, lockItemsOf, move, recordEvent, sumFen } from './invoice-records.ts'
import { invoiceApplied, yuanText } from './message-types.ts'
import { type FoundItem, findItems, lockItems, remainingFen } from './sources.ts'

/** Which items are in an invoice that counts; the items are locked. */
async function assertFree(db: InvoicesDb, companyId: string, items: ApplicationInput['orders']): Promise<void> {
  const taken = await db
    .selectFrom('invoices.invoice_source')
    .select(['source', 'source_id'])
    .where('company_id', '=', companyId)
    .where('is_active', '=', true)
    .where('source_id', '=', sql<string>`any(${items.map(({ id }) => id)}::uuid[])`)
    .execute()
  const keys = new Set(taken.map((row) => `${row.source}:${row.source_id}`))
  if (items.some(({ source, id }) => keys.has(`${source}:${id}`))) throw refuse(INVOICED_ALREADY)
}

/** The sum of what is left of the items; the amount that the applicant has seen must be it. */
function assertAmount(items: readonly FoundItem[], wanted: string): bigint {
  const sum = sumFen(items.map(remainingFen))
  const amount = BigInt(wanted)
  if (sum === 0n || amount <= 0n || items.some((item) => remainingFen(item) === 0n)) throw refuse(AMOUNT_ZERO)
  if (amount > sum) throw refuse(AMOUNT_ABOVE_PAID)
  if (amount < sum) throw refuse(AMOUNT_CHANGED)
  if (sum > amountMaxFen) throw refuse(AMOUNT_TOO_LARGE)
  return sum
}

function assertTitle(info: Info, { invoiceType }: ApplicationInput): void {
  const isSpecial = invoiceType === 'vat-special'
  if (info.taxpayerId === '' && (isSpecial || info.kind === 'company')) throw refuse(TAX_ID_REQUIRED)
  if (!isSpecial) return
  const missing = missingForSpecial(info)
  if (info.kind !== 'company' || missing.length > 0) throw refuse(VAT_SPECIAL_INCOMPLETE, { missing })
}

async function addressFor(
  db: InvoicesDb,
  input: ApplicationInput,
  { caller, now }: Context,
): Promise<AddressCopy | null> {
  if (input.invoiceMedium === 'electronic') return null
  const { companyId, memberId } = caller
  if (input.newAddress) {
    const added = { companyId, memberId, input: input.newAddress, now, full: INVOICE_ADDRESSES_FULL }
    const { id } = await addAddress(db, added)
    return addressOf(db, companyId, memberId, id)
  }
  if (input.addressId !== undefined) return addressOf(db, companyId, memberId, input.addressId)
  throw refuse(INVALID_INPUT, {
    fields: [{ path: 'addressId', rule: 'required', message: 'is needed for an invoice on paper' }],
  })
}

/** Checks an application, whose items are locked, and answers what is stored of it. */
async function checked(db: InvoicesDb, input: ApplicationInput, context: Context) {
  const { companyId } = context.caller
  const items = await findItems(db, context.caller, input.orders, input.memberType)
  await assertFree(db, companyId, input.orders)
  const amountFen = assertAmount(items, input.amount)
  const info = await findInfo(db, context.caller, input.infoId)
  assertTitle(info, input)
  const address = await addressFor(db, input, context)
  const columns = {
    ...{ member_type: input.memberType, type: input.invoiceType, medium: input.invoiceMedium },
    ...{ billing_type: input.billingType, ...titleColumns(info), address: address && JSON.stringify(address) },
    ...{ amount_fen: Number(amountFen), due_fen: 0, applied_at: context.now, updated_at: context.now },
  }
  return { items, amountFen, columns }
}

/** The index decides, should two applications pass the locks after all. */
async function insertLines(db: InvoicesDb, companyId: string, invoiceId: string, items: readonly FoundItem[]) {
  const rows = items.map((item) => ({
    ...{ invoice_id: invoiceId, company_id: companyId, source: item.source, source_id: item.id, number: item.number },
    ...{ subject: item.subject, amount_fen: Number(remainingFen(item)), is_active: true },
  }))
  await refusingTaken({ invoice_source_once: INVOICED_ALREADY }, () =>
    db.insertInto('invoices.invoice_source').values(rows).execute(),
  )
}

async function tellFinance(db: InvoicesDb, { id, amountFen }: { id: string; amountFen: bigint }, context: Context) {
  const { companyId, memberId } = context.caller
  const { permission } = managesInvoices
  const recipients = await holdersOfPermission(db, { companyId, permission, organizationId: companyId })
  const applicant = (await membersByIds(db, companyId, [memberId])).get(memberId)
  await notify(db, {
    companyId,
    type: invoiceApplied,
    recipients,
    variables: { applicant: applicant?.fullName ?? '', amount: yuanText(amountFen) },
    link: `/invoice-management/admin?invoice=${id}`,
    collapseKey: `invoices.applied:${id}`,
    actorId: memberId,
    now: context.now,
  })
}

export async function applyForInvoice(db: InvoicesDb, input: ApplicationInput, context: Context) {
  const { companyId, memberId } = context.caller
  await lockItems(db, input.orders)
  const { items, amountFen, columns } = await checked(db, input, context)
  const id = uuid()
  await db
    .insertInto('invoices.invoice')
    .values({ id, company_id: companyId, member_id: memberId, state: PENDING, ...columns })
    .execute()
  await insertLines(db, companyId, id, items)
  await recordEvent(db, { companyId, invoiceId: id, kind: 'applied', actorId: memberId, amountFen, now: context.now })
  await tellFinance(db, { id, amountFen }, context)
  return { id }
}

/** COMMERCE-068: a rejected invoice starts again, with whatever was changed about it. */
export async function applyAgain(db: InvoicesDb, id: string, input: ApplicationInput, context: Context) {
  const { companyId, memberId } = context.caller
  await lockItemsOf(db, { companyId, id, also: input.orders })
  const invoice = await lockInvoice(db, { companyId, memberId, id })
  assertCan('applyAgain', invoice)
  const { items, amountFen, columns } = await checked(db, input, context)
  await db.deleteFrom('invoices.invoice_source').where('invoice_id', '=', id).execute()
  await insertLines(db, companyId, id, items)
  await move(db, invoice, 'applyAgain', { ...columns, reason: '' })
  const event = { companyId, invoiceId: id, kind: 'applied-again', actorId: memberId, amountFen } as const
  await recordEvent(db, { ...event, now: context.now })
  await tellFinance(db, { id, amountFen }, context)
  return { id }
}
