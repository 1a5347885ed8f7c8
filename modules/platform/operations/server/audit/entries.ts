/** Writes entries of the audit log: an insert in the call's own transaction that waits for no lock. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { ForecastEntry } from '#kit/forecast.ts'
import type { Connection } from '#server/db/connection.ts'
import { noteEntries } from '#server/forecast.ts'
import type { AuditRecord, AuditSubject } from '#server/module.ts'
import { operationsTables } from '../db.ts'
import { saltedText } from './digest.ts'

/** Longer values are cut, because the log is no second copy of the content. */
const detailsLengthMax = 100_000
const valueLengthMax = 4_000

interface Action {
  readonly companyId: string
  /** null: the platform itself, in a job. */
  readonly actorId: string | null
  readonly actorRoles?: readonly string[]
  /** Module and action: the text of `privacy.erased` is in that module's messages under `audit`. */
  readonly action: string
  readonly subjects: readonly AuditSubject[]
  readonly input?: Readonly<Record<string, unknown>>
  readonly ip?: string
  readonly userAgent?: string
  readonly now: number
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > valueLengthMax ? `${value.slice(0, valueLengthMax)}…` : value
  if (Array.isArray(value)) return value.map(cut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, cut(entry)]))
}

function detailsOf({ name, before, after }: AuditSubject, input: Action['input']) {
  const details = { name, before: cut(before), after: cut(after), input: cut(input) }
  if (JSON.stringify(details).length <= detailsLengthMax) return details
  return { name, before: {}, after: {}, input: {}, tooLong: true }
}

/** Only the changed fields, if both `before` and `after` are given. */
function differing(subject: AuditSubject): AuditSubject {
  const { before, after } = subject
  if (!before || !after) return subject
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const only = (side: Readonly<Record<string, unknown>>) => Object.fromEntries(names.map((name) => [name, side[name]]))
  return { ...subject, before: only(before), after: only(after) }
}

/** The entry of a forecast, converted to JSON and back as storage would do. */
function forecastOf(
  action: string,
  row: { readonly subject_type: string | null; readonly subject_id: string | null },
  kept: ReturnType<typeof detailsOf>,
): ForecastEntry {
  const { name, before, after } = JSON.parse(JSON.stringify(kept)) as Partial<Record<string, never>>
  return {
    action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    subjectName: name ?? null,
    before: before ?? null,
    after: after ?? null,
  }
}

/**
 * Logs an action with one entry per subject, in the transaction of the action. The framework logs calls with a
 * permission; jobs and important calls without a permission use this function.
 */
export async function recordAction(connection: Connection, action: Action): Promise<void> {
  const subjects = action.subjects.length > 0 ? action.subjects : [undefined]
  const origin = saltedText({ ip: action.ip ?? '', userAgent: action.userAgent ?? '' })
  const rows = subjects.map((subject, index) => {
    // Only the first entry has the input, because the input belongs to the whole call.
    const input = index === 0 ? action.input : undefined
    const kept = detailsOf(differing(subject ?? { type: '' }), input)
    const details = saltedText(kept)
    return {
      kept,
      id: uuid(),
      subject_type: subject?.type ?? null,
      subject_id: subject?.id ?? null,
      details: details.text,
      salt: details.salt.toString('hex'),
      digest: details.digest.toString('hex'),
    }
  })
  noteEntries(
    connection,
    rows.map(({ kept, ...row }) => forecastOf(action.action, row, kept)),
  )
  const stored = rows.map(({ kept: _, ...row }) => row)
  await sql`insert into operations.audit_entry (id, company_id, actor_id, actor_roles, action, subject_type, subject_id,
      details, details_salt, details_digest, origin, origin_salt, origin_digest, at)
    select r.id, ${action.companyId}, ${action.actorId}, ${action.actorRoles ?? []}::text[], ${action.action},
      r.subject_type, r.subject_id, r.details, decode(r.salt, 'hex'), decode(r.digest, 'hex'),
      ${origin.text}, ${origin.salt}, ${origin.digest}, ${action.now}
    from json_to_recordset(${JSON.stringify(stored)}::json)
      as r(id uuid, subject_type text, subject_id text, details text, salt text, digest text)`.execute(
    operationsTables(connection),
  )
}

/** The framework calls this for every writing call with a permission. */
export async function recordCall(connection: Connection, record: AuditRecord): Promise<void> {
  const { caller, ...call } = record
  await recordAction(connection, {
    ...call,
    companyId: caller.companyId,
    actorId: caller.memberId,
    actorRoles: caller.roles,
  })
}
