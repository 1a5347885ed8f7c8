/** Privacy: the export and the erasure of a member's personal data. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { managesPrivacy } from './contract/access.ts'

/** An export of the member's data is in progress. */
const EXPORT_RUNNING = errorCode(20310)
/** The erasure of the member has already been requested. */
const ERASURE_WAITING = errorCode(20311)
export const refusals = { EXPORT_RUNNING, ERASURE_WAITING }

/** Error codes of identity: a wrong confirmation, and the last administrator of a company. */
const ACCOUNT_LOCKED = errorCode(20173)
const PASSWORD_WRONG = errorCode(20188)
const LAST_SUPER_ADMIN = errorCode(20195)

/** The days during which an export can be downloaded. */
export const exportDays = 7
/** The days during which an erasure can be cancelled. */
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
  /** Whether the caller may download the export, as its member or its requester. */
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

/** The caller confirms the request by password, or by a code for an account without a password. */
const confirmation = {
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  code: Type.Optional(Type.String({ pattern: '^[0-9]{4,6}$' })),
}
const confirmationErrors = [PASSWORD_WRONG, ACCOUNT_LOCKED]

export const privacy = contract({
  ownPrivacy: {
    method: 'GET',
    path: '/human/privacy',
    summary: "The caller's recent exports and newest erasure request",
    access: 'signed-in',
    response: Type.Object({ exports: Type.Array(DataExport), erasure: Nullable(Erasure) }),
    cacheSeconds: 0,
  },
  requestExport: {
    method: 'POST',
    path: '/human/privacy/exports',
    summary: "Requests an export of the caller's data; a message announces its completion",
    access: 'signed-in',
    response: DataExport,
    errors: [EXPORT_RUNNING],
    rate: { max: 10, windowSeconds: 3600 },
  },
  exportAddress: {
    method: 'GET',
    path: '/human/privacy/exports/{id}/address',
    summary: 'A download address of an export, valid for some minutes',
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
    summary: "Requests the erasure of the caller's account and data; it can be cancelled for seven days",
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
    summary: "Cancels the erasure of the caller's data",
    access: 'signed-in',
    response: Erasure,
    errors: [NOT_FOUND],
  },
  listExports: {
    method: 'GET',
    path: '/system/privacy/exports',
    summary: "The company's exports, newest first",
    access: managesPrivacy,
    query: PageQuery({}),
    response: Page(DataExport),
    cacheSeconds: 0,
  },
  exportMember: {
    method: 'POST',
    path: '/system/privacy/exports',
    summary: "Exports a member's data on the member's request; both may download it",
    access: managesPrivacy,
    body: Body({ memberId: Id }),
    onSelf: { allowed: 'Every member may export the own data.' },
    response: DataExport,
    errors: [NOT_FOUND, EXPORT_RUNNING],
  },
  listErasures: {
    method: 'GET',
    path: '/system/privacy/erasures',
    summary: "The company's erasures, newest first",
    access: managesPrivacy,
    query: PageQuery({}),
    response: Page(Erasure),
    cacheSeconds: 0,
  },
  eraseMember: {
    method: 'POST',
    path: '/system/privacy/erasures',
    summary:
      "Erases a member after `graceDays`, during which it can be cancelled. The administrator confirms by the administrator's own password",
    access: managesPrivacy,
    body: Body({
      memberId: Id,
      graceDays: Type.Integer({ minimum: 0, maximum: graceDaysMax }),
      ...confirmation,
    }),
    security: ['password'],
    onSelf: { allowed: 'Every member may ask for the own erasure.' },
    response: Erasure,
    errors: [NOT_FOUND, ERASURE_WAITING, LAST_SUPER_ADMIN, ...confirmationErrors],
  },
  cancelErasureOf: {
    method: 'DELETE',
    path: '/system/privacy/erasures/{id}',
    summary: 'Cancels an erasure in the company',
    access: managesPrivacy,
    params: Type.Object({ id: Id }),
    response: Erasure,
    errors: [NOT_FOUND],
  },
  privacyMembers: {
    method: 'GET',
    path: '/system/privacy/members',
    summary: 'Members by name, as choices for an export or erasure',
    access: managesPrivacy,
    query: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: Type.Object({
      items: Type.Array(Type.Object({ id: Id, fullName: Type.String(), organizationName: Type.String() })),
    }),
  },
})
