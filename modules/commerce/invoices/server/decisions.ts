/** What finance does with an invoice. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { assertNotSelf } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { fileById, ownsFile, restrictFiles } from '#modules/platform/files/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { refusingTaken } from '#server/db/unique.ts'
import type { Context } from '#server/module.ts'
import { INVOICE_NUMBER_TAKEN } from '../contract/codes.ts'
import { TO_SEND, transitions } from '../contract/states.ts'
import type { invoices } from '../contract.ts'
import type { InvoicesDb } from './db.ts'
import {
  assertCan,
  type InvoiceRecord,
  invoicedFen,
  linesOf,
  lockInvoice,
  lockItemsOf,
  move,
  recordEvent,
  sumFen,
} from './invoice-records.ts'
import { invoiceIssued, invoiceRejected, invoiceReversed, yuanText } from './message-types.ts'

type Body<Name extends 'issueInvoice' | 'reverseInvoice'> = Input<(typeof invoices)[Name]>['body']

const audited = ({ audit }: Context, { id, title, state }: InvoiceRecord, after: Readonly<Record<string, unknown>>) =>
  audit({ type: 'invoice', id, name: title, before: { state }, after })

const eventOf = ({ id, company_id, amount_fen }: InvoiceRecord, { caller, now }: Context) => ({
  ...{ companyId: company_id, invoiceId: id, actorId: caller.memberId, amountFen: BigInt(amount_fen), now },
})

/** Tells the applicant, in the notification center and by mail. */
async function tell(
  db: InvoicesDb,
  invoice: InvoiceRecord,
  type: string,
  variables: Readonly<Record<string, string>>,
  { caller, now }: Context,
): Promise<void> {
  await notify(db, {
    companyId: invoice.company_id,
    type,
    recipients: [invoice.member_id],
    variables: { title: invoice.title, amount: yuanText(BigInt(invoice.amount_fen)), ...variables },
    link: `/invoice-management/${invoice.member_type}?invoice=${invoice.id}`,
    actorId: caller.memberId,
    now,
  })
}

export async function agree(db: InvoicesDb, id: string, context: Context) {
  const invoice = await lockInvoice(db, { companyId: context.caller.companyId, id })
  assertNotSelf(context.caller, [invoice.member_id])
  await move(db, invoice, 'agree', { updated_at: context.now })
  await recordEvent(db, { ...eventOf(invoice, context), kind: 'agreed' })
  audited(context, invoice, { state: transitions.agree.to })
  return {}
}

export async function reject(db: InvoicesDb, id: string, typed: string, context: Context) {
  const invoice = await lockInvoice(db, { companyId: context.caller.companyId, id })
  const reason = typed.trim()
  await move(db, invoice, 'reject', { reason, updated_at: context.now })
  await db.updateTable('invoices.invoice_source').set({ is_active: false }).where('invoice_id', '=', id).execute()
  await recordEvent(db, { ...eventOf(invoice, context), kind: 'rejected', note: reason })
  await tell(db, invoice, invoiceRejected, { reason }, context)
  audited(context, invoice, { state: transitions.reject.to, reason })
  return {}
}

/** The PDF is the caller's, and from now on nobody opens it but by the invoice. */
async function takePdf(db: InvoicesDb, fileId: string, { caller }: Context): Promise<void> {
  const { companyId } = caller
  const file = await fileById(db, companyId, fileId)
  if (!file || !(await ownsFile(db, caller, fileId))) throw refuse(NOT_FOUND)
  if (file.contentType !== 'application/pdf') throw lacking('fileId', 'must be a PDF')
  await restrictFiles(db, companyId, [fileId])
}

const lacking = (path: string, message: string) =>
  refuse(INVALID_INPUT, { fields: [{ path, rule: 'required', message }] })

export async function issue(db: InvoicesDb, id: string, input: Body<'issueInvoice'>, context: Context) {
  const { caller, now } = context
  const invoice = await lockInvoice(db, { companyId: caller.companyId, id })
  assertCan('issue', invoice)
  const { invoiceNumber, fileId, expressCompany = '', expressNumber = '' } = input
  if (invoice.medium === 'electronic' && fileId === undefined) throw lacking('fileId', 'is needed')
  if (invoice.medium === 'paper' && expressCompany === '') throw lacking('expressCompany', 'is needed')
  if (invoice.medium === 'paper' && expressNumber === '') throw lacking('expressNumber', 'is needed')
  if (fileId !== undefined) await takePdf(db, fileId, context)
  const express = { express_company: expressCompany, express_number: expressNumber }
  const issued = { invoice_number: invoiceNumber, file_id: fileId ?? null, ...express, issued_at: now, updated_at: now }
  await refusingTaken({ invoice_number_once: INVOICE_NUMBER_TAKEN }, () => move(db, invoice, 'issue', issued))
  await recordEvent(db, { ...eventOf(invoice, context), kind: 'issued', note: invoiceNumber })
  await tell(db, invoice, invoiceIssued, { number: invoiceNumber }, context)
  audited(context, invoice, { state: transitions.issue.to, invoiceNumber, expressCompany, expressNumber })
  return {}
}

/** The rest of a wholly reversed invoice is billed by another one, to which finance has agreed by that. */
async function billRest(db: InvoicesDb, invoice: InvoiceRecord, context: Context): Promise<void> {
  const rest = (await linesOf(db, invoice.id)).filter((line) => line.is_active && invoicedFen(line) > 0n)
  await db
    .updateTable('invoices.invoice_source')
    .set({ reduced_fen: sql<number>`amount_fen`, due_fen: 0, is_active: false })
    .where('invoice_id', '=', invoice.id)
    .execute()
  if (rest.length === 0) return
  const id = uuid()
  const amountFen = sumFen(rest.map(invoicedFen))
  await db
    .insertInto('invoices.invoice')
    .values({
      ...invoice,
      ...{ id, state: TO_SEND, amount_fen: Number(amountFen), due_fen: 0, reissue_of: invoice.id },
      ...{ invoice_number: null, file_id: null, express_company: '', express_number: '', issued_at: null },
      ...{ address: invoice.address === null ? null : JSON.stringify(invoice.address) },
      ...{ applied_at: context.now, updated_at: context.now },
    })
    .execute()
  const lines = rest.map((line) => ({
    ...{ ...line, invoice_id: id, amount_fen: Number(invoicedFen(line)), reduced_fen: 0, due_fen: 0 },
  }))
  await db.insertInto('invoices.invoice_source').values(lines).execute()
  const event = { ...eventOf(invoice, context), kind: 'reissued', amountFen } as const
  await recordEvent(db, event)
  await recordEvent(db, { ...event, invoiceId: id, note: invoice.invoice_number ?? '' })
}

export async function reverse(db: InvoicesDb, id: string, input: Body<'reverseInvoice'>, context: Context) {
  const { caller, now } = context
  const { companyId, memberId } = caller
  await lockItemsOf(db, { companyId, id })
  const invoice = await lockInvoice(db, { companyId, id })
  assertCan('reverse', invoice)
  const amountFen = input.isWhole ? invoice.amount_fen : invoice.due_fen
  const redLetter = {
    ...{ id: uuid(), company_id: companyId, invoice_id: id, number: input.number, amount_fen: amountFen },
    ...{ is_whole: input.isWhole, issued_by: memberId, issued_at: now },
  }
  await refusingTaken({ red_letter_number_once: INVOICE_NUMBER_TAKEN }, () =>
    db.insertInto('invoices.red_letter').values(redLetter).execute(),
  )
  await recordEvent(db, {
    ...eventOf(invoice, context),
    ...{ kind: 'reversed', amountFen: BigInt(amountFen), note: input.number },
  })
  if (input.isWhole) await billRest(db, invoice, context)
  else
    await db
      .updateTable('invoices.invoice_source')
      .set({
        reduced_fen: sql<number>`reduced_fen + due_fen`,
        due_fen: 0,
        is_active: sql<boolean>`is_active and amount_fen > reduced_fen + due_fen`,
      })
      .where('invoice_id', '=', id)
      .execute()
  await move(db, invoice, 'reverse', { amount_fen: invoice.amount_fen - amountFen, due_fen: 0, updated_at: now })
  const variables = { number: input.number, amount: yuanText(BigInt(amountFen)) }
  await tell(db, invoice, invoiceReversed, variables, context)
  audited(context, invoice, { state: transitions.reverse.to, redLetter: input.number, isWhole: input.isWhole })
  return {}
}
