/** The search for entries by actor, action, subject, time and any text. Each condition has an index. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { contains } from '#server/db/search.ts'
import type { AuditEntry, AuditFilters } from '../../contract/audit.ts'
import type { OperationsDb } from '../db.ts'
import { type DirectoryMember, directory } from '../directory.ts'

/** The count stops here, because nobody turns that many pages. */
const countMax = 100_000

export interface AuditRow {
  readonly id: string
  readonly actor_id: string | null
  readonly actor_roles: string[]
  readonly action: string
  readonly subject_type: string | null
  readonly subject_id: string | null
  readonly details: string | null
  readonly origin: string | null
  readonly at: number
  readonly seq: number | null
  readonly hash: Buffer | null
}

const columns = sql`id, actor_id, actor_roles, action, subject_type, subject_id, details, origin, at, seq, hash`

/** The text as escaped inside JSON. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

function auditCondition(companyId: string, filters: AuditFilters): RawBuilder<boolean> {
  const { actorId, action, subjectId, keyword, from, to } = filters
  const parts = [sql`company_id = ${companyId}`]
  if (actorId !== undefined) parts.push(sql`actor_id = ${actorId}`)
  if (action !== undefined) parts.push(sql`action = ${action}`)
  if (subjectId !== undefined) parts.push(sql`subject_id = ${subjectId}`)
  if (from !== undefined) parts.push(sql`at >= ${from}`)
  if (to !== undefined) parts.push(sql`at <= ${to}`)
  if (keyword !== undefined) parts.push(sql`details ilike ${contains(inJson(keyword))}`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

interface Details {
  readonly name?: string
  readonly before?: Record<string, unknown>
  readonly after?: Record<string, unknown>
  readonly input?: Record<string, unknown>
}

/** Tampered text may be invalid JSON. The list must not fail then, because the verification reports the fault. */
function parsed<T extends object>(text: string | null): Partial<T> {
  try {
    return JSON.parse(text ?? '{}') as T
  } catch {
    return {}
  }
}

function entryOf(row: AuditRow, names: ReadonlyMap<string, DirectoryMember>): AuditEntry {
  const { name, before, after, input } = parsed<Details>(row.details)
  const { ip, userAgent } = parsed<{ ip: string; userAgent: string }>(row.origin)
  return {
    id: row.id,
    at: row.at,
    actorId: row.actor_id,
    actorName: names.get(row.actor_id ?? '')?.fullName ?? null,
    actorRoles: row.actor_roles,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    subjectName: name ?? null,
    before: before ?? null,
    after: after ?? null,
    input: input ?? null,
    ip: ip ?? '',
    userAgent: userAgent ?? '',
    isRedacted: row.details === null,
    seq: row.seq,
    hash: row.hash?.toString('hex') ?? null,
  }
}

/** Entries with the actors' names from the member directory. */
export async function entriesOf(db: OperationsDb, companyId: string, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const ids = [...new Set(rows.flatMap((row) => row.actor_id ?? []))]
  const names = (await directory()?.byIds(db, companyId, ids)) ?? new Map<string, DirectoryMember>()
  return rows.map((row) => entryOf(row, names))
}

export async function listAudit(db: OperationsDb, caller: Caller, query: AuditFilters & Paging) {
  const condition = auditCondition(caller.companyId, query)
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching: sql`from (select from operations.audit_entry where ${condition} limit ${countMax}) found`,
    rows: (window) => sql<AuditRow>`
      select ${columns} from operations.audit_entry where ${condition}
      order by at desc, id desc ${window}`,
  })
  return { items: await entriesOf(db, caller.companyId, rows), recordCount }
}

export async function getAuditEntry(db: OperationsDb, caller: Caller, id: string): Promise<AuditEntry> {
  const { rows } = await sql<AuditRow>`
    select ${columns} from operations.audit_entry
    where id = ${id} and company_id = ${caller.companyId}`.execute(db)
  const [entry] = await entriesOf(db, caller.companyId, rows)
  if (!entry) throw refuse(NOT_FOUND)
  return entry
}

/** The distinct actions, by one index lookup each, whatever the number of entries. */
export async function listActions(db: OperationsDb, caller: Caller): Promise<string[]> {
  const { companyId } = caller
  const { rows } = await sql<{ action: string }>`
    with recursive found as (
      (select action from operations.audit_entry where company_id = ${companyId} order by action limit 1)
      union all
      select (select e.action from operations.audit_entry e
        where e.company_id = ${companyId} and e.action > found.action order by e.action limit 1)
      from found where found.action is not null)
    select action from found where action is not null`.execute(db)
  return rows.map((row) => row.action)
}

/** The next rows after `last`, newest first, for exports without an open transaction. */
export async function rowsAfter(
  db: OperationsDb,
  companyId: string,
  filters: AuditFilters,
  last: AuditRow | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const after = last ? sql`and (at, id) < (${last.at}, ${last.id}::uuid)` : sql``
  const { rows } = await sql<AuditRow>`
    select ${columns} from operations.audit_entry where ${auditCondition(companyId, filters)} ${after}
    order by at desc, id desc limit ${limit}`.execute(db)
  return rows
}
