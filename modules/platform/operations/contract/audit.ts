/** The audit log: actions with their members and changes, the hash chain that shows tampering, and the export. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { readsAudit } from './access.ts'

/** The row limit of one export; a narrower search finds the rest. */
export const auditExportRowsMax = 200_000

/** Any JSON that the call recorded. */
const Fields = Type.Record(Type.String(), Type.Unknown())

const AuditEntry = Type.Object({
  id: Id,
  at: Instant,
  /** null: the platform itself. */
  actorId: Nullable(Id),
  /** null for a deleted member. */
  actorName: Nullable(Type.String()),
  actorRoles: Type.Array(Type.String()),
  /** Module and call: the text of `settings.changeRule` is in that module's messages under `audit.changeRule`. */
  action: Type.String(),
  subjectType: Nullable(Type.String()),
  subjectId: Nullable(Type.String()),
  subjectName: Nullable(Type.String()),
  before: Nullable(Fields),
  after: Nullable(Fields),
  input: Nullable(Fields),
  ip: Type.String(),
  userAgent: Type.String(),
  /** The erasure of the member removed the details. */
  isRedacted: Type.Boolean(),
  /** The number in the chain; null until the entry is sealed. */
  seq: Nullable(Type.Integer()),
  hash: Nullable(Type.String()),
})
export type AuditEntry = Static<typeof AuditEntry>

const filters = {
  actorId: Type.Optional(Id),
  action: Type.Optional(Type.String({ maxLength: 100 })),
  subjectId: Type.Optional(Type.String({ maxLength: 100 })),
  /** Searches names, values and input. */
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
}
const AuditFilters = Type.Object(filters)
export type AuditFilters = Static<typeof AuditFilters>

/** The faults that a verification can find. */
export const chainFaults = ['changed', 'removed', 'added', 'redacted', 'cut-off', 'anchor'] as const
export type ChainFault = (typeof chainFaults)[number]

const ChainCheck = Type.Object({
  checkedAt: Instant,
  checkedBy: Nullable(Id),
  entries: Type.Integer(),
  /** Entries without details, because their member was erased. */
  redacted: Type.Integer(),
  /** The last verified entry with its hash, to be stored elsewhere. */
  seq: Type.Integer(),
  hash: Nullable(Type.String()),
  fault: Nullable(OneOf(chainFaults)),
  faultSeq: Nullable(Type.Integer()),
})
export type ChainCheck = Static<typeof ChainCheck>

const ChainPlace = Type.Object({ seq: Type.Integer(), hash: Type.String(), at: Instant })

export const auditContract = {
  listAudit: {
    method: 'GET',
    path: '/system/audit',
    summary: 'The entries of the audit log, newest first',
    access: readsAudit,
    query: PageQuery(filters),
    response: Page(AuditEntry),
    cacheSeconds: 0,
  },
  auditEntry: {
    method: 'GET',
    path: '/system/audit/entries/{id}',
    summary: 'One entry with all details',
    access: readsAudit,
    params: Type.Object({ id: Id }),
    response: AuditEntry,
    errors: [NOT_FOUND],
  },
  auditActions: {
    method: 'GET',
    path: '/system/audit/actions',
    summary: 'The actions in the log, as choices of a filter',
    access: readsAudit,
    response: Type.Object({ items: Type.Array(Type.String()) }),
  },
  auditActors: {
    method: 'GET',
    path: '/system/audit/actors',
    summary: 'Members by name, as choices of a filter',
    access: readsAudit,
    query: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: Type.Object({
      items: Type.Array(Type.Object({ id: Id, fullName: Type.String(), organizationName: Type.String() })),
    }),
  },
  auditChain: {
    method: 'GET',
    path: '/system/audit/chain',
    summary: 'The head of the chain, its copy outside the database, and the result of the last verification',
    access: readsAudit,
    response: Type.Object({
      head: Nullable(ChainPlace),
      /** The number of entries that are not yet sealed. */
      unsealed: Type.Integer(),
      /** The newest copy of a head in the file store. */
      anchor: Nullable(ChainPlace),
      lastCheck: Nullable(ChainCheck),
      /** The task of a verification that is running. */
      checking: Nullable(Id),
    }),
    cacheSeconds: 0,
  },
  verifyAudit: {
    method: 'POST',
    path: '/system/audit/verifications',
    summary: 'Verifies the whole chain in a background task; answers the running task if there is one',
    access: readsAudit,
    response: Type.Object({ taskId: Id }),
  },
  exportAudit: {
    method: 'GET',
    path: '/system/audit/export',
    summary: 'The matching entries as a file',
    access: readsAudit,
    kind: 'stream',
    query: Type.Object({ ...filters, format: OneOf(['xlsx', 'csv']) }),
    response: Type.String(),
    timeoutMs: 300_000,
  },
} as const satisfies Contract
