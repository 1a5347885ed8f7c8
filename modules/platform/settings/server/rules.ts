/** Values of rules: each field has the company's own value or the default. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { type Connection, withTables } from '#server/db/connection.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import type { Rule } from '../contract.ts'
import type { SettingsDb } from './db.ts'
import { findDefinition, isValidFor, type RuleDefinition, ruleDefinitions } from './definitions.ts'
import type { DB } from './tables.ts'

type RuleValue = Record<string, unknown>

/** The value of a company's rule; an unknown key has an empty object. Other modules call this too. */
export async function ruleValue(connection: Connection, companyId: string, key: string): Promise<RuleValue> {
  const definition = findDefinition(key)
  if (!definition) return {}
  const row = await withTables<DB>(connection)
    .selectFrom('settings.rule_config')
    .select('value')
    .where('company_id', '=', companyId)
    .where('key', '=', key)
    .executeTakeFirst()
  return { ...definition.defaultValue, ...(row?.value as RuleValue | undefined) }
}

/** A field of a company’s rule, as text inside a statement. */
export function ruleFieldSql(companyId: string, key: string, field: string): RawBuilder<string> {
  const byDefault = String(findDefinition(key)?.defaultValue[field] ?? '')
  return sql<string>`coalesce((select r.value ->> ${field}::text from settings.rule_config r
    where r.company_id = ${companyId} and r.key = ${key}), ${byDefault}::text)`
}

/** What a rule says where no company has changed it. */
export function defaultRuleValue(key: string): RuleValue {
  return { ...findDefinition(key)?.defaultValue }
}

/** The smallest value of a number of a rule among all companies of the installation; there are so many `companies`. */
export async function smallestRuleValue(
  connection: Connection,
  { key, field, companies }: { readonly key: string; readonly field: string; readonly companies: number },
): Promise<number> {
  const byDefault = Number(findDefinition(key)?.defaultValue[field])
  const { rows } = await sql<{ count: number; smallest: number | null }>`
    select count(*)::int as count, min((value ->> ${field})::numeric)::float8 as smallest from settings.rule_config
    where key = ${key} and value ? ${field}`.execute(withTables<DB>(connection))
  const { count, smallest } = rows[0] ?? { count: 0, smallest: null }
  if (smallest === null) return byDefault
  return count < companies ? Math.min(byDefault, smallest) : smallest
}

interface StoredRule {
  key: string
  value: unknown
  updated_by: string
  updated_at: number
}

function ruleOf(definition: RuleDefinition, stored: StoredRule | undefined): Rule {
  return {
    key: definition.key,
    group: definition.group,
    fields: [...definition.fields],
    value: { ...definition.defaultValue, ...(stored?.value as RuleValue | undefined) },
    defaultValue: { ...definition.defaultValue },
    updatedBy: stored?.updated_by ?? null,
    updatedAt: stored?.updated_at ?? null,
  }
}

export async function listRules(db: SettingsDb, caller: Caller): Promise<Rule[]> {
  const rows = await db
    .selectFrom('settings.rule_config')
    .selectAll()
    .where('company_id', '=', caller.companyId)
    .execute()
  const stored = new Map(rows.map((row) => [row.key, row]))
  return ruleDefinitions.map((definition) => ruleOf(definition, stored.get(definition.key)))
}

function assertValid(definition: RuleDefinition, value: RuleValue): void {
  const wrong = Object.entries(value).filter(([name, entry]) => {
    const field = definition.fields.find((candidate) => candidate.name === name)
    return !field || !isValidFor(field, entry)
  })
  if (wrong.length === 0) return
  const fields = wrong.map(([name]) => ({ path: `value.${name}`, rule: 'rule-field', message: 'is not accepted' }))
  throw refuse(INVALID_INPUT, { fields })
}

/** Changes the given fields and records the change with its member. */
export async function changeRule(
  db: SettingsDb,
  caller: Caller,
  key: string,
  value: RuleValue,
  now: number,
): Promise<Rule> {
  const definition = findDefinition(key)
  if (!definition) throw refuse(NOT_FOUND)
  assertValid(definition, value)
  const before = await ruleValue(db, caller.companyId, key)
  const after = JSON.stringify({ ...before, ...value })
  const stored = await db
    .insertInto('settings.rule_config')
    .values({ company_id: caller.companyId, key, value: after, updated_by: caller.memberId, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'key'])
        .doUpdateSet({ value: after, updated_by: caller.memberId, updated_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('settings.rule_config_change')
    .values({
      id: uuid(),
      company_id: caller.companyId,
      key,
      value_before: JSON.stringify(before),
      value_after: after,
      changed_by: caller.memberId,
      changed_at: now,
    })
    .execute()
  return ruleOf(definition, stored)
}

export async function listChanges(db: SettingsDb, caller: Caller, key: string, query: Paging) {
  const matching = db
    .selectFrom('settings.rule_config_change')
    .where('company_id', '=', caller.companyId)
    .where('key', '=', key)
  const { items: rows, recordCount } = await findPage(query, matching, (q) =>
    q.selectAll().orderBy('changed_at', 'desc'),
  )
  const items = rows.map((row) => ({
    id: row.id,
    valueBefore: row.value_before as RuleValue,
    valueAfter: row.value_after as RuleValue,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  }))
  return { items, recordCount }
}
