/** Reward rules: the award of each event, its daily cap and switch, and the history of changes. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { ruleValue } from '#modules/platform/settings/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import type { Context } from '#server/module.ts'
import type { CurrencyKind } from '../contract/shapes.ts'
import { currencyTables } from './db.ts'
import { awardLimit } from './limits.ts'
import { rewardEvent } from './reward-events.ts'

/** The form of a rule in `rule_change` and the audit log. */
export interface RuleValue {
  readonly enabled: boolean
  readonly amount: string
  readonly dailyCap: string | null
}

export interface RewardRule extends RuleValue {
  readonly event: string
  readonly kind: CurrencyKind
  readonly updatedBy: string | null
  readonly updatedAt: number | null
}

interface RuleRow {
  event: string
  kind: CurrencyKind
  enabled: boolean
  amount: string
  daily_cap: string | null
  updated_by: string
  updated_at: number
}

/** The rules of the registered events: the company's own, or the event's defaults. */
export async function rewardRules(db: Connection, companyId: string, event?: string): Promise<RewardRule[]> {
  const { rows } = await sql<RuleRow>`
    select event, kind, enabled, amount::text, daily_cap::text, updated_by, updated_at from currency.reward_rule
    where company_id = ${companyId} and (${event ?? null}::text is null or event = ${event ?? null})`.execute(
    currencyTables(db),
  )
  const stored = new Map(rows.map((row) => [`${row.event} ${row.kind}`, row]))
  const events = rewardEvent.all().filter((one) => event === undefined || one.event === event)
  return events.flatMap((one) =>
    ([1, 2] as const).map((kind): RewardRule => {
      const row = stored.get(`${one.event} ${kind}`)
      const given = one.defaults.find((candidate) => candidate.kind === kind)
      return {
        event: one.event,
        kind,
        enabled: row?.enabled ?? given?.enabled ?? false,
        amount: row?.amount ?? String(given?.amount ?? 100n),
        dailyCap: row ? row.daily_cap : given?.dailyCap === undefined ? null : String(given.dailyCap),
        updatedBy: row?.updated_by ?? null,
        updatedAt: row?.updated_at ?? null,
      }
    }),
  )
}

/** The company's switches for points and for rewards between members (CURRENCY_REWARD_RULE_CONFIG). */
export async function rewardSwitches(
  db: Connection,
  companyId: string,
): Promise<{ readonly points: boolean; readonly tips: boolean }> {
  const value = await ruleValue(db, companyId, 'CURRENCY_REWARD_RULE_CONFIG')
  return { points: value.pointsOpen === '1', tips: value.switchOpen === '1' }
}

export async function listRewardRules(db: Connection, companyId: string, language: Language) {
  const rules = await rewardRules(db, companyId)
  const dayMax = { 1: String(await awardLimit(db, companyId, 1)), 2: String(await awardLimit(db, companyId, 2)) }
  return rewardEvent.all().map(({ event, label, description }) => ({
    event,
    label: label[language],
    description: description[language],
    rules: rules.filter((rule) => rule.event === event).map((rule) => ({ ...rule, dayMax: dayMax[rule.kind] })),
  }))
}

const settingOf = ({ enabled, amount, dailyCap }: RuleValue): RuleValue => ({ enabled, amount, dailyCap })

export async function keepRuleChange(
  db: Connection,
  caller: Caller,
  change: { rule: 'reward' | 'expiry'; event: string | null; kind: CurrencyKind; before: object; after: object },
  now: number,
): Promise<void> {
  await currencyTables(db)
    .insertInto('currency.rule_change')
    .values({
      id: uuid(),
      company_id: caller.companyId,
      rule: change.rule,
      event: change.event,
      kind: change.kind,
      value_before: JSON.stringify(change.before),
      value_after: JSON.stringify(change.after),
      changed_by: caller.memberId,
      changed_at: now,
    })
    .execute()
}

export async function changeRewardRule(
  db: Connection,
  { event, kind }: { event: string; kind: CurrencyKind },
  value: RuleValue,
  { caller, audit, now }: Context,
): Promise<RewardRule & { readonly dayMax: string }> {
  const { companyId, memberId } = caller
  const before = (await rewardRules(db, companyId, event)).find((rule) => rule.kind === kind)
  if (!before) throw refuse(NOT_FOUND)
  await sql`insert into currency.reward_rule (company_id, event, kind, enabled, amount, daily_cap, updated_by, updated_at)
    values (${companyId}, ${event}, ${kind}, ${value.enabled}, ${value.amount}, ${value.dailyCap}, ${memberId}, ${now})
    on conflict (company_id, event, kind) do update set enabled = excluded.enabled, amount = excluded.amount,
      daily_cap = excluded.daily_cap, updated_by = excluded.updated_by, updated_at = excluded.updated_at`.execute(
    currencyTables(db),
  )
  await keepRuleChange(
    db,
    caller,
    { rule: 'reward', event, kind, before: settingOf(before), after: settingOf(value) },
    now,
  )
  audit({
    type: 'reward-rule',
    id: `${event}:${kind}`,
    before: { ...settingOf(before) },
    after: { ...settingOf(value) },
  })
  const dayMax = String(await awardLimit(db, companyId, kind))
  return { event, kind, ...settingOf(value), dayMax, updatedBy: memberId, updatedAt: now }
}

export async function listRuleChanges(connection: Connection, caller: Caller, query: Paging) {
  const db = currencyTables(connection)
  const matching = db.selectFrom('currency.rule_change').where('company_id', '=', caller.companyId)
  const { items: rows, recordCount } = await findPage(query, matching, (q) =>
    q.selectAll().orderBy('changed_at', 'desc').orderBy('id', 'desc'),
  )
  const items = rows.map((row) => ({
    id: row.id,
    rule: row.rule as 'reward' | 'expiry',
    event: row.event,
    kind: row.kind as CurrencyKind,
    valueBefore: row.value_before as Record<string, unknown>,
    valueAfter: row.value_after as Record<string, unknown>,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  }))
  return { items, recordCount }
}
