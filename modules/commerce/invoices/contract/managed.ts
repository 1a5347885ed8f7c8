/** The calls of finance. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, OneOf, OptionalText, OptionalTitle, Page, PageQuery, Text } from '#kit/schema.ts'
import { managesInvoices } from './access.ts'
import { INVOICE_NUMBER_TAKEN, INVOICE_STATE_CHANGED } from './codes.ts'
import { detailFields, listFields } from './invoices.ts'
import { invoiceMedia, invoiceStates, invoiceTypes, memberTypes } from './states.ts'

export const reasonLengthMax = 200
/** 8 digits of the older invoices, 20 of fully digital ones. */
export const invoiceNumberPattern = '^[0-9]{8,20}$'
const InvoiceNumber = Type.String({ pattern: invoiceNumberPattern })

const ofApplicant = { applicantName: Type.String(), organizationName: Type.String() }
const ManagedInvoice = Type.Object({ ...listFields, ...ofApplicant })
export type ManagedInvoice = Static<typeof ManagedInvoice>
const ManagedInvoiceDetails = Type.Object({
  ...detailFields,
  ...ofApplicant,
  /** The caller has applied for it: somebody else has to agree. */
  isOwn: Type.Boolean(),
})
export type ManagedInvoiceDetails = Static<typeof ManagedInvoiceDetails>

const filters = {
  state: Type.Optional(OneOf(invoiceStates)),
  invoiceType: Type.Optional(OneOf(invoiceTypes)),
  invoiceMedium: Type.Optional(OneOf(invoiceMedia)),
  memberType: Type.Optional(OneOf(memberTypes)),
  /** Title, applicant, number of the invoice or of an order. */
  search: Type.Optional(OptionalText(100)),
  appliedFrom: Type.Optional(Instant),
  appliedUntil: Type.Optional(Instant),
}
const params = Type.Object({ id: Id })

export const managedContract = contract({
  managedInvoices: {
    method: 'GET',
    path: '/commerce/invoice-manage',
    summary: 'The invoices of the company, the newest application first',
    access: managesInvoices,
    query: PageQuery(filters),
    response: Page(ManagedInvoice),
    cacheSeconds: 0,
  },
  exportInvoices: {
    method: 'GET',
    path: '/commerce/invoice-manage/export',
    summary: 'The matching invoices as a table',
    access: managesInvoices,
    query: Type.Object(filters),
    response: Type.Unknown(),
    kind: 'stream',
  },
  managedInvoice: {
    method: 'GET',
    path: '/commerce/invoice-manage/{id}',
    summary: 'One invoice with what it covers and what happened to it',
    access: managesInvoices,
    params,
    response: ManagedInvoiceDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  agreeToInvoice: {
    method: 'POST',
    path: '/commerce/invoice-manage/{id}/agree',
    summary: 'Agree to an application: the invoice waits to be issued',
    access: managesInvoices,
    params,
    body: Body({}),
    response: Done,
    errors: [NOT_FOUND, INVOICE_STATE_CHANGED],
    onSelf: { refusedByRow: 'The applicant does not agree to the own application.' },
  },
  rejectInvoice: {
    method: 'POST',
    path: '/commerce/invoice-manage/{id}/reject',
    summary: 'Reject an application with a reason; its orders can be applied for again',
    access: managesInvoices,
    params,
    body: Body({ reason: Text(reasonLengthMax) }),
    response: Done,
    errors: [NOT_FOUND, INVOICE_STATE_CHANGED],
    onSelf: { allowed: 'Who rejects the own application gains nothing by it.' },
  },
  issueInvoice: {
    method: 'POST',
    path: '/commerce/invoice-manage/{id}/issue',
    summary: 'Record the issued invoice: with its PDF where it is electronic, with the express where it is on paper',
    access: managesInvoices,
    params,
    body: Body({
      invoiceNumber: InvoiceNumber,
      /** A PDF that the caller has uploaded. */
      fileId: Type.Optional(Id),
      expressCompany: Type.Optional(OptionalTitle(50)),
      expressNumber: Type.Optional(Type.String({ pattern: '^(?:[0-9A-Za-z-]{5,40})?$' })),
    }),
    response: Done,
    errors: [NOT_FOUND, INVOICE_STATE_CHANGED, INVOICE_NUMBER_TAKEN],
    onSelf: { allowed: 'Another member has agreed to the application.' },
  },
  reverseInvoice: {
    method: 'POST',
    path: '/commerce/invoice-manage/{id}/red-letter',
    summary: 'Record a red-letter invoice for what was refunded, or for the whole with a new invoice of the rest',
    access: managesInvoices,
    params,
    body: Body({ number: InvoiceNumber, isWhole: Type.Boolean() }),
    response: Done,
    errors: [NOT_FOUND, INVOICE_STATE_CHANGED, INVOICE_NUMBER_TAKEN],
    onSelf: { allowed: 'The amount follows from the refund.' },
  },
})
