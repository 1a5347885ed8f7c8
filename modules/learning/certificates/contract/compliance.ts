/** Calls for whoever must show that everybody is trained: who holds what by department, and certificates for many. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, Page, PageQuery, Title } from '#kit/schema.ts'
import { managesCertificates } from './access.ts'
import { NOBODY_CHOSEN, TEMPLATE_NOT_OFFERED } from './shapes.ts'

/** How a member stands with a certificate; `expiring` is due to be renewed, `missing` has none. */
export const compliances = ['valid', 'expiring', 'expired', 'missing'] as const
const Compliance = OneOf(compliances)
export type Compliance = Static<typeof Compliance>

const counts = {
  memberCount: Type.Integer(),
  valid: Type.Integer(),
  expiring: Type.Integer(),
  expired: Type.Integer(),
  missing: Type.Integer(),
}
const Department = Type.Object({ organizationId: Id, organizationName: Type.String(), ...counts })

const Standing = Type.Object({
  memberId: Id,
  fullName: Type.String(),
  organizationName: Type.String(),
  state: Compliance,
  certificateId: Nullable(Id),
  number: Nullable(Type.String()),
  expiresAt: Nullable(Instant),
})

const filter = {
  templateId: Id,
  /** With all below it. */
  organizationId: Type.Optional(Id),
  state: Type.Optional(Compliance),
  search: Type.Optional(Type.String({ maxLength: 60 })),
}

const batchMembersMax = 5000
const batchOrganizationsMax = 500

export const complianceCalls = {
  complianceBoard: {
    method: 'GET',
    path: '/certificates/compliance',
    summary: 'Who holds a certificate that is still good, whose is due and whose has expired, by department',
    access: managesCertificates,
    query: PageQuery({ templateId: Id, organizationId: Type.Optional(Id) }),
    response: Type.Object({ ...Page(Department).properties, total: Type.Object(counts) }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  complianceMembers: {
    method: 'GET',
    path: '/certificates/compliance/members',
    summary: 'The members behind the figures, those who must do something first',
    access: managesCertificates,
    query: PageQuery(filter),
    response: Page(Standing),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  exportCompliance: {
    method: 'GET',
    path: '/certificates/compliance/export',
    summary: 'The same as a spreadsheet, in the language of who asks',
    access: managesCertificates,
    query: Type.Object({ ...filter, format: Type.Optional({ ...OneOf(['xlsx', 'csv']), default: 'xlsx' }) }),
    response: Type.Unknown(),
    errors: [NOT_FOUND],
    kind: 'stream',
  },
  grantMany: {
    method: 'POST',
    path: '/certificates/batches',
    summary:
      'Give a certificate to many members, as a task that goes on by itself. The same requestId again changes nothing',
    access: managesCertificates,
    body: Body({
      requestId: Id,
      templateId: Id,
      itemName: Title(120),
      finishedAt: Type.Optional(Instant),
      memberIds: Type.Optional(Type.Array(Id, { maxItems: batchMembersMax, uniqueItems: true })),
      /** With all below them. */
      organizationIds: Type.Optional(Type.Array(Id, { maxItems: batchOrganizationsMax, uniqueItems: true })),
    }),
    onSelf: { refused: ['body.memberIds'] },
    response: Type.Object({ taskId: Id, memberCount: Type.Integer() }),
    errors: [TEMPLATE_NOT_OFFERED, NOBODY_CHOSEN],
  },
} as const satisfies Contract
