/** Audit log: who did what, before and after; the chain that shows tampering; export. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'

/** Rows that one export holds at most; a narrower search finds the rest. */
export const auditExportRowsMax = 200_000

/** Any JSON, as the call wrote it. */
const Fields = Type.Record(Type.String(), Type.Unknown())

const AuditEntry = Type.Object({
  id: Id,
  at: Instant,
  /** null: the platform itself. */
  actorId: Nullable(Id),
  /** null for a member that is gone. */
  actorName: Nullable(Type.String()),
  actorRoles: Type.Array(Type.String()),
  /** `settings.changeRule`: its text stands in the module's messages under `audit.changeRule`. */
  action: Type.String(),
  subjectType: Nullable(Type.String()),
  subjectId: Nullable(Type.String()),
  subjectName: Nullable(Type.String()),
  before: Nullable(Fields),
  after: Nullable(Fields),
  input: Nullable(Fields),
  ip: Type.String(),
  userAgent: Type.String(),
  /** The details were taken away when the member was erased. */
  isRedacted: Type.Boolean(),
  /** Its place in the chain; null while it waits to be sealed. */
  seq: Nullable(Type.Integer()),
  hash: Nullable(Type.String()),
})
export type AuditEntry = Static<typeof AuditEntry>

const filters = {
  actorId: Type.Optional(Id),
  action: Type.Optional(Type.String({ maxLength: 100 })),
  subjectId: Type.Optional(Type.String({ maxLength: 100 })),
  /** Found in names, values and input. */
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
}
const AuditFilters = Type.Object(filters)
export type AuditFilters = Static<typeof AuditFilters>

/** What a verification can find. */
export const chainFaults = ['changed', 'removed', 'added', 'redacted', 'cut-off', 'anchor'] as const
export type ChainFault = (typeof chainFaults)[number]

const ChainCheck = Type.Object({
  checkedAt: Instant,
  checkedBy: Nullable(Id),
  entries: Type.Integer(),
  /** Entries whose details were taken away for an erased member. */
  redacted: Type.Integer(),
  /** The last entry that was looked at, with its hash: to be kept elsewhere. */
  seq: Type.Integer(),
  hash: Nullable(Type.String()),
  fault: Nullable(OneOf(chainFaults)),
  faultSeq: Nullable(Type.Integer()),
})
export type ChainCheck = Static<typeof ChainCheck>

const ChainPlace = Type.Object({ seq: Type.Integer(), hash: Type.String(), at: Instant })

const read = { permission: 'audit.read' } as const

export const auditContract = {
  listAudit: {
    method: 'GET',
    path: '/system/audit',
    summary: 'Who did what, newest first',
    access: read,
    query: PageQuery(filters),
    response: Page(AuditEntry),
    cacheSeconds: 0,
  },
  auditEntry: {
    method: 'GET',
    path: '/system/audit/entries/{id}',
    summary: 'One entry with everything that is known',
    access: read,
    params: Type.Object({ id: Id }),
    response: AuditEntry,
    errors: [NOT_FOUND],
  },
  auditActions: {
    method: 'GET',
    path: '/system/audit/actions',
    summary: 'The actions that the log holds, to choose from',
    access: read,
    response: Type.Object({ items: Type.Array(Type.String()) }),
  },
  auditActors: {
    method: 'GET',
    path: '/system/audit/actors',
    summary: 'Members by name, to choose whose actions to see',
    access: read,
    query: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: Type.Object({
      items: Type.Array(Type.Object({ id: Id, fullName: Type.String(), organizationName: Type.String() })),
    }),
  },
  auditChain: {
    method: 'GET',
    path: '/system/audit/chain',
    summary: 'The head of the chain, its copy outside the database, and what the last verification found',
    access: read,
    response: Type.Object({
      head: Nullable(ChainPlace),
      /** Entries that wait to be sealed. */
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
    summary: 'Walk the whole chain; the task says how far it is. While one runs, its task is answered',
    access: read,
    response: Type.Object({ taskId: Id }),
  },
  exportAudit: {
    method: 'GET',
    path: '/system/audit/export',
    summary: 'The found entries as a file',
    access: read,
    kind: 'stream',
    query: Type.Object({ ...filters, format: OneOf(['xlsx', 'csv']) }),
    response: Type.String(),
    timeoutMs: 300_000,
  },
} as const satisfies Contract
