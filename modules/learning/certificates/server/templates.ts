/** Templates: what a certificate looks like, says, and how long it holds. */

import { type Insertable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { keyOf, type StudyRef, studyItems } from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import {
  PLACEHOLDER_UNKNOWN,
  RENEWAL_TOO_EARLY,
  TEMPLATE_CHANGED,
  TEMPLATE_NAME_TAKEN,
  type TemplateValues,
} from '../contract/shapes.ts'
import { certificatesTables } from './db.ts'
import { type Design, unknownPlaceholder } from './document/content.ts'
import type { DB } from './tables.ts'
import { dayMs } from './validity.ts'

/** A company has few templates; a list that is chosen from shows them all. */
const offeredMax = 500

export async function offeredTemplates(
  connection: Connection,
  companyId: string,
): Promise<{ id: string; name: string }[]> {
  return certificatesTables(connection)
    .selectFrom('certificates.template')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('enabled', '=', true)
    .orderBy('name')
    .limit(offeredMax)
    .execute()
}

export function assertPlaceholders(values: TemplateValues): void {
  for (const field of ['bodyCn', 'bodyEn'] as const) {
    const placeholder = unknownPlaceholder(values[field])
    if (placeholder !== undefined) throw refuse(PLACEHOLDER_UNKNOWN, { placeholder, field })
  }
}

const shortestMonthDays = 28

/** One that could be renewed from its first day on would grow longer with every renewal. */
function assertWindow({ validityMonths, renewalDays }: TemplateValues): void {
  if (validityMonths === null) return
  const max = Math.min(365, validityMonths * shortestMonthDays - 1)
  if (renewalDays > max) throw refuse(RENEWAL_TOO_EARLY, { max })
}

function columnsOf(
  values: TemplateValues,
): Omit<Insertable<DB['certificates.template']>, 'id' | 'company_id' | 'created_by' | 'created_at' | 'updated_at'> {
  return {
    name: values.name.trim(),
    design: values.design,
    title_cn: values.titleCn.trim(),
    title_en: values.titleEn.trim(),
    body_cn: values.bodyCn.trim(),
    body_en: values.bodyEn.trim(),
    issuer_cn: values.issuerCn.trim(),
    issuer_en: values.issuerEn.trim(),
    signatory: values.signatory.trim(),
    number_prefix: values.numberPrefix.toUpperCase(),
    validity_months: values.validityMonths,
    renewal_days: values.renewalDays,
    reminder_days: [...values.reminderDays].sort((one, other) => other - one),
    renewal_type: values.renewal?.businessType ?? null,
    renewal_id: values.renewal?.businessId ?? null,
    enabled: values.enabled,
  }
}

/** Until the transaction ends nobody else of the company names a template. */
async function assertNameFree(connection: Connection, companyId: string, name: string, exceptId?: string) {
  await lockNames(connection, `certificates templates ${companyId}`)
  const taken = await certificatesTables(connection)
    .selectFrom('certificates.template')
    .select('id')
    .where('company_id', '=', companyId)
    .where('name', '=', name.trim())
    .executeTakeFirst()
  if (taken && taken.id !== exceptId) throw refuse(TEMPLATE_NAME_TAKEN)
}

export async function createTemplate(connection: Connection, values: TemplateValues, { caller, now, audit }: Context) {
  assertPlaceholders(values)
  assertWindow(values)
  await assertNameFree(connection, caller.companyId, values.name)
  const id = uuid()
  await certificatesTables(connection)
    .insertInto('certificates.template')
    .values({
      ...columnsOf(values),
      ...{ id, company_id: caller.companyId, created_by: caller.memberId, created_at: now, updated_at: now },
    })
    .execute()
  audit({ type: 'certificate-template', id, name: values.name, after: values })
  return { id }
}

export async function changeTemplate(
  connection: Connection,
  id: string,
  { revision, ...values }: TemplateValues & { revision: number },
  { caller, now, audit }: Context,
) {
  assertPlaceholders(values)
  assertWindow(values)
  const db = certificatesTables(connection)
  const before = await db
    .selectFrom('certificates.template')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw refuse(NOT_FOUND)
  if (before.revision !== revision) throw refuse(TEMPLATE_CHANGED)
  await assertNameFree(connection, caller.companyId, values.name, id)
  const columns = columnsOf(values)
  await db
    .updateTable('certificates.template')
    .set({ ...columns, revision: revision + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
  const changed = (Object.keys(columns) as (keyof typeof columns)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(columns[key]),
  )
  audit({
    type: 'certificate-template',
    id,
    name: values.name,
    before: Object.fromEntries(changed.map((key) => [key, before[key]])),
    after: Object.fromEntries(changed.map((key) => [key, columns[key]])),
  })
  return { revision: revision + 1 }
}

interface CountRow {
  readonly template_id: string
  readonly valid: number
  readonly expiring: number
  readonly expired: number
  readonly revoked: number
}

async function countsOf(connection: Connection, templateIds: readonly string[], now: number) {
  const { rows } = await sql<CountRow>`
    select c.template_id,
      count(*) filter (where c.status = 'current' and (c.expires_at is null or c.expires_at - t.renewal_days * ${dayMs}::bigint > ${now}))::int as valid,
      count(*) filter (where c.status = 'current' and c.expires_at > ${now} and c.expires_at - t.renewal_days * ${dayMs}::bigint <= ${now})::int as expiring,
      count(*) filter (where c.status = 'current' and c.expires_at <= ${now})::int as expired,
      count(*) filter (where c.status = 'revoked')::int as revoked
    from certificates.certificate c join certificates.template t on t.id = c.template_id
    where c.template_id = any(${[...templateIds]}::uuid[]) group by c.template_id`.execute(
    certificatesTables(connection),
  )
  return new Map(rows.map(({ template_id, ...counts }) => [template_id, counts]))
}

const noCounts = { valid: 0, expiring: 0, expired: 0, revoked: 0 }

export async function listTemplates(connection: Connection, companyId: string, query: Paging, now: number) {
  const db = certificatesTables(connection)
  const matching = db.selectFrom('certificates.template').where('company_id', '=', companyId)
  const { items: rows, recordCount } = await findPage(query, matching, (q) =>
    q.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
  )
  const ids = rows.map(({ id }) => id)
  const counts = await countsOf(db, ids, now)
  const rules = await db
    .selectFrom('certificates.rule')
    .select(['template_id', (e) => e.fn.countAll<number>().as('count')])
    .where('template_id', '=', sql<string>`any(${ids}::uuid[])`)
    .groupBy('template_id')
    .execute()
  const itemCounts = new Map(rules.map((row) => [row.template_id, row.count]))
  const renewalOf = (row: (typeof rows)[number]): StudyRef | null =>
    row.renewal_type === null || row.renewal_id === null
      ? null
      : { businessType: row.renewal_type, businessId: row.renewal_id }
  const refs = rows.flatMap((row) => renewalOf(row) ?? [])
  const renewals = await studyItems(db, companyId, refs)
  const items = rows.map((row) => {
    const renewal = renewalOf(row)
    return {
      id: row.id,
      name: row.name,
      design: row.design as Design,
      titleCn: row.title_cn,
      titleEn: row.title_en,
      bodyCn: row.body_cn,
      bodyEn: row.body_en,
      issuerCn: row.issuer_cn,
      issuerEn: row.issuer_en,
      signatory: row.signatory,
      numberPrefix: row.number_prefix,
      validityMonths: row.validity_months,
      renewalDays: row.renewal_days,
      reminderDays: row.reminder_days,
      renewal,
      enabled: row.enabled,
      renewalName: renewal ? (renewals.get(keyOf(renewal.businessType, renewal.businessId))?.name ?? null) : null,
      revision: row.revision,
      updatedAt: row.updated_at,
      itemCount: itemCounts.get(row.id) ?? 0,
      counts: counts.get(row.id) ?? noCounts,
    }
  })
  return { items, recordCount }
}
