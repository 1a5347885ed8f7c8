/** The calls of those who apply for invoices. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Hundredths, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { ADDRESS_NOT_OWN, AddressBody, DIVISION_UNKNOWN } from '#modules/commerce/addresses/contract.ts'
import {
  AMOUNT_ABOVE_PAID,
  AMOUNT_CHANGED,
  AMOUNT_TOO_LARGE,
  AMOUNT_ZERO,
  INVOICE_ADDRESSES_FULL,
  INVOICE_STATE_CHANGED,
  INVOICED_ALREADY,
  TAX_ID_REQUIRED,
  VAT_SPECIAL_INCOMPLETE,
} from './codes.ts'
import { titleFields } from './infos.ts'
import { billingTypes, invoiceMedia, invoiceStates, invoiceTypes, memberTypes, ordersMax } from './states.ts'

const sourceName = Type.String({ pattern: '^[a-z][a-z-]{0,39}$' })

const Invoiceable = Type.Object({
  source: sourceName,
  id: Id,
  number: Type.String(),
  subject: Type.String(),
  /** Paid and not refunded. */
  amount: Hundredths,
  paidAt: Instant,
})
export type Invoiceable = Static<typeof Invoiceable>

export const listFields = {
  id: Id,
  state: OneOf(invoiceStates),
  memberType: OneOf(memberTypes),
  invoiceType: OneOf(invoiceTypes),
  invoiceMedium: OneOf(invoiceMedia),
  billingType: OneOf(billingTypes),
  title: Type.String(),
  amount: Hundredths,
  /** Refunded, and not yet reversed by a red-letter invoice. */
  dueAmount: Hundredths,
  invoiceNumber: Nullable(Type.String()),
  appliedAt: Instant,
  updatedAt: Instant,
}
const OwnInvoice = Type.Object(listFields)
export type OwnInvoice = Static<typeof OwnInvoice>

const Line = Type.Object({
  source: sourceName,
  id: Id,
  number: Type.String(),
  subject: Type.String(),
  amount: Hundredths,
  /** Taken away before the invoice was issued, or by a red-letter invoice. */
  reducedAmount: Hundredths,
  dueAmount: Hundredths,
})
export const eventKinds = [
  ...['applied', 'applied-again', 'agreed', 'rejected', 'issued', 'reduced', 'cancelled', 'refunded', 'reversed'],
  'reissued',
] as const
const Event = Type.Object({
  id: Id,
  kind: Type.String(),
  /** Null: an order was refunded. */
  actorName: Nullable(Type.String()),
  amount: Hundredths,
  note: Type.String(),
  at: Instant,
})
const RedLetter = Type.Object({
  id: Id,
  number: Type.String(),
  amount: Hundredths,
  isWhole: Type.Boolean(),
  issuedAt: Instant,
})
const Receiver = Type.Object({
  receiver: Type.String(),
  phone: Type.String(),
  text: Type.String(),
  postalCode: Type.String(),
})

export const detailFields = {
  ...listFields,
  ...titleFields,
  address: Nullable(Receiver),
  reason: Type.String(),
  expressCompany: Type.String(),
  expressNumber: Type.String(),
  issuedAt: Nullable(Instant),
  reissueOf: Nullable(Id),
  /** The PDF at an address for this reader and some hours. */
  file: Nullable(Type.Object({ name: Type.String(), url: Nullable(Type.String()) })),
  lines: Type.Array(Line),
  redLetters: Type.Array(RedLetter),
  events: Type.Array(Event),
}
const InvoiceDetails = Type.Object(detailFields)
export type InvoiceDetails = Static<typeof InvoiceDetails>

const ApplicationBody = Body({
  memberType: OneOf(memberTypes),
  orders: Type.Array(Body({ source: sourceName, id: Id }), { minItems: 1, maxItems: ordersMax }),
  infoId: Id,
  invoiceType: OneOf(invoiceTypes),
  invoiceMedium: OneOf(invoiceMedia),
  billingType: OneOf(billingTypes),
  /** The sum that the applicant has seen. */
  amount: Hundredths,
  /** Where a paper invoice goes: an own address, or a new one that is kept among the own addresses. */
  addressId: Type.Optional(Id),
  newAddress: Type.Optional(AddressBody),
})
export type ApplicationInput = Static<typeof ApplicationBody>

const params = Type.Object({ id: Id })
const refusedAmounts = [AMOUNT_ZERO, AMOUNT_TOO_LARGE, AMOUNT_ABOVE_PAID, AMOUNT_CHANGED, INVOICED_ALREADY] as const
const refusedTitles = [TAX_ID_REQUIRED, VAT_SPECIAL_INCOMPLETE] as const
const refusedAddresses = [ADDRESS_NOT_OWN, DIVISION_UNKNOWN, INVOICE_ADDRESSES_FULL] as const

export const invoicesContract = contract({
  invoiceable: {
    method: 'GET',
    path: '/commerce/invoice/invoiceable',
    summary: 'What the caller has paid for and can have invoiced, the newest first',
    access: 'signed-in',
    query: PageQuery({ memberType: OneOf(memberTypes) }),
    response: Page(Invoiceable),
    cacheSeconds: 0,
  },
  ownInvoices: {
    method: 'GET',
    path: '/commerce/invoice',
    summary: 'The invoices of the caller, the newest application first',
    access: 'signed-in',
    query: PageQuery({ memberType: OneOf(memberTypes), state: Type.Optional(OneOf(invoiceStates)) }),
    response: Page(OwnInvoice),
    cacheSeconds: 0,
  },
  ownInvoice: {
    method: 'GET',
    path: '/commerce/invoice/{id}',
    summary: 'One invoice of the caller with what it covers and what happened to it',
    access: 'signed-in',
    params,
    response: InvoiceDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  applyForInvoice: {
    method: 'POST',
    path: '/commerce/invoice',
    summary: 'Apply for an invoice of one or several paid orders, for all that was paid and not refunded',
    access: 'signed-in',
    body: ApplicationBody,
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, ...refusedAmounts, ...refusedTitles, ...refusedAddresses],
  },
  applyAgain: {
    method: 'PUT',
    path: '/commerce/invoice/{id}',
    summary: 'Apply again for a rejected invoice, with anything about it changed',
    access: 'signed-in',
    params,
    body: ApplicationBody,
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, INVOICE_STATE_CHANGED, ...refusedAmounts, ...refusedTitles, ...refusedAddresses],
  },
})
