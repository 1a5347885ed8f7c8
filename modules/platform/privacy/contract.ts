/** Privacy: a copy of what is kept of a member, and its erasure. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'

/** A copy of the member is being made. */
const EXPORT_RUNNING = errorCode(20310)
/** The erasure of the member has been asked for already. */
const ERASURE_WAITING = errorCode(20311)
export const refusals = { EXPORT_RUNNING, ERASURE_WAITING }

/** Identity's refusals of a wrong confirmation, and of leaving a company without administrator. */
const ACCOUNT_LOCKED = errorCode(20173)
const PASSWORD_WRONG = errorCode(20188)
const LAST_SUPER_ADMIN = errorCode(20195)

/** How long a copy can be downloaded. */
export const exportDays = 7
/** How long an erasure can be called off. */
export const erasureDays = 7
const graceDaysMax = 30

const DataExport = Type.Object({
  id: Id,
  memberId: Id,
  requestedBy: Id,
  state: OneOf(['waiting', 'ready', 'failed', 'expired']),
  sizeBytes: Nullable(Type.Integer()),
  createdAt: Instant,
  readyAt: Nullable(Instant),
  expiresAt: Nullable(Instant),
  /** Whether the caller may download it: the member, or who asked for it. */
  mayDownload: Type.Boolean(),
})
export type DataExport = Static<typeof DataExport>

const Erasure = Type.Object({
  id: Id,
  memberId: Id,
  requestedBy: Id,
  state: OneOf(['waiting', 'cancelled', 'blocked', 'done']),
  requestedAt: Instant,
  dueAt: Instant,
  cancelledBy: Nullable(Id),
  endedAt: Nullable(Instant),
})
export type Erasure = Static<typeof Erasure>

/** Who asks proves to be who signed in: by password, or where the account has none, by a code sent to it. */
const confirmation = {
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  code: Type.Optional(Type.String({ pattern: '^[0-9]{4,6}$' })),
}
const confirmationErrors = [PASSWORD_WRONG, ACCOUNT_LOCKED]

const manage = { permission: 'privacy.manage' } as const

export const privacy = contract({
  ownPrivacy: {
    method: 'GET',
    path: '/human/privacy',
    summary: "The caller's copies of the last weeks, and the erasure that was asked for last",
    access: 'signed-in',
    response: Type.Object({ exports: Type.Array(DataExport), erasure: Nullable(Erasure) }),
    cacheSeconds: 0,
  },
  requestExport: {
    method: 'POST',
    path: '/human/privacy/exports',
    summary: 'Ask for a copy of all own data; a message tells when it is ready',
    access: 'signed-in',
    response: DataExport,
    errors: [EXPORT_RUNNING],
    rate: { max: 10, windowSeconds: 3600 },
  },
  exportAddress: {
    method: 'GET',
    path: '/human/privacy/exports/{id}/address',
    summary: 'An address from which a copy can be downloaded for some minutes',
    access: 'signed-in',
    noDryRun: 'access',
    params: Type.Object({ id: Id }),
    response: Type.Object({ url: Type.String() }),
    errors: [NOT_FOUND],
    writes: true,
    cacheSeconds: 0,
  },
  requestErasure: {
    method: 'POST',
    path: '/human/privacy/erasure',
    summary: 'Ask for the erasure of the own account and data; for seven days it can be called off',
    access: 'signed-in',
    body: Body(confirmation),
    security: ['password'],
    response: Erasure,
    errors: [ERASURE_WAITING, LAST_SUPER_ADMIN, ...confirmationErrors],
    rate: { max: 20, windowSeconds: 3600 },
  },
  cancelErasure: {
    method: 'DELETE',
    path: '/human/privacy/erasure',
    summary: 'Call the erasure of the own data off',
    access: 'signed-in',
    response: Erasure,
    errors: [NOT_FOUND],
  },
  listExports: {
    method: 'GET',
    path: '/system/privacy/exports',
    summary: 'Copies that were asked for in the company, newest first',
    access: manage,
    query: PageQuery({}),
    response: Page(DataExport),
    cacheSeconds: 0,
  },
  exportMember: {
    method: 'POST',
    path: '/system/privacy/exports',
    summary: "Make a copy of a member's data on the member's request; both may download it",
    access: manage,
    body: Body({ memberId: Id }),
    response: DataExport,
    errors: [NOT_FOUND, EXPORT_RUNNING],
  },
  listErasures: {
    method: 'GET',
    path: '/system/privacy/erasures',
    summary: 'Erasures that were asked for in the company, newest first',
    access: manage,
    query: PageQuery({}),
    response: Page(Erasure),
    cacheSeconds: 0,
  },
  eraseMember: {
    method: 'POST',
    path: '/system/privacy/erasures',
    summary: 'Erase a member; `graceDays` long it can be called off. The administrator confirms by the own password',
    access: manage,
    body: Body({
      memberId: Id,
      graceDays: Type.Integer({ minimum: 0, maximum: graceDaysMax }),
      ...confirmation,
    }),
    security: ['password'],
    response: Erasure,
    errors: [NOT_FOUND, ERASURE_WAITING, LAST_SUPER_ADMIN, ...confirmationErrors],
  },
  cancelErasureOf: {
    method: 'DELETE',
    path: '/system/privacy/erasures/{id}',
    summary: 'Call an erasure of the company off',
    access: manage,
    params: Type.Object({ id: Id }),
    response: Erasure,
    errors: [NOT_FOUND],
  },
  privacyMembers: {
    method: 'GET',
    path: '/system/privacy/members',
    summary: 'Members by name, to choose whose data is copied or erased',
    access: manage,
    query: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: Type.Object({
      items: Type.Array(Type.Object({ id: Id, fullName: Type.String(), organizationName: Type.String() })),
    }),
  },
})
