/** Awards: coins and points by rule for actions of members, once per occurrence and up to the daily cap. */
import { sql } from 'kysely'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type CurrencyKind, POINTS, trade } from '../contract/shapes.ts'
import { counterpart, lockAccounts } from './account-locks.ts'
import { currencyTables } from './db.ts'
import { awardLimit, windowMs } from './limits.ts'
import { type Posting, postAll } from './postings.ts'
import { rewardEvent } from './reward-events.ts'
import { type RewardRule, rewardRules, rewardSwitches } from './rules.ts'

export interface Happening {
  readonly companyId: string
  readonly memberId: string
  /** A registered event (`rewardEvent`). */
  readonly event: string
  /** The item of the occurrence; member, event and item identify an occurrence. */
  readonly businessType?: number
  readonly businessId: string
  /** The item's name in the member's record. */
  readonly subject?: string
  readonly now: number
}

export interface Award {
  readonly kind: CurrencyKind
  /** Hundredths; 0 if the daily cap was reached. */
  readonly amount: bigint
}

interface DayRow {
  kind: CurrencyKind
  given: string
}

async function dayOf(db: Connection, companyId: string, now: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(companyId)})::date::text as day`.execute(
    currencyTables(db),
  )
  return (rows[0] as { day: string }).day
}

async function givenOn(db: Connection, { companyId, memberId, event }: Happening, day: string) {
  const { rows } = await sql<DayRow>`select kind, sum(amount)::text as given from currency.award
    where company_id = ${companyId} and member_id = ${memberId} and event = ${event} and day = ${day}::date
    group by kind`.execute(currencyTables(db))
  return new Map(rows.map((row) => [row.kind, BigInt(row.given)]))
}

/** What the member may still get of each kind, whatever the rules say. */
async function roomOf(
  db: Connection,
  { companyId, memberId, now }: Happening,
  rules: readonly RewardRule[],
): Promise<ReadonlyMap<CurrencyKind, bigint>> {
  const { rows } = await sql<DayRow>`select kind, sum(amount)::text as given from currency.award
    where company_id = ${companyId} and member_id = ${memberId} and kind = any(${rules.map(({ kind }) => kind)}::smallint[])
      and amount > 0 and created_at > ${now - windowMs} group by kind`.execute(currencyTables(db))
  const given = new Map(rows.map((row) => [row.kind, BigInt(row.given)]))
  const room = new Map<CurrencyKind, bigint>()
  for (const { kind } of rules) room.set(kind, (await awardLimit(db, companyId, kind)) - (given.get(kind) ?? 0n))
  return room
}

const keyOf = ({ event, memberId, businessType, businessId }: Happening) =>
  `${event}:${memberId}:${businessType ?? 0}:${businessId}`

async function wasAsked(db: Connection, happening: Happening): Promise<boolean> {
  const row = await currencyTables(db)
    .selectFrom('currency.award')
    .select('kind')
    .where('company_id', '=', happening.companyId)
    .where('event_key', '=', keyOf(happening))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface Given {
  readonly rule: RewardRule
  readonly amount: bigint
  /** The rest of the daily cap afterwards. */
  readonly left: bigint | null
}

/** Whether the rule gives no more than the product's own does: such awards need no second person. */
function isWithinDefaults(event: string, { kind, amount, dailyCap }: RewardRule): boolean {
  const own = rewardEvent
    .all()
    .find((one) => one.event === event)
    ?.defaults.find((one) => one.kind === kind)
  if (!own || BigInt(amount) > own.amount) return false
  return own.dailyCap === undefined || (dailyCap !== null && BigInt(dailyCap) <= own.dailyCap)
}

/** An award is never partial: one that would exceed the cap (CURRENCY-035) or the room gives nothing. */
function givenBy(rule: RewardRule, event: string, before: bigint, room: bigint): Given {
  const isTooMuch = BigInt(rule.amount) > room && !isWithinDefaults(event, rule)
  const amount = isTooMuch ? 0n : BigInt(rule.amount)
  if (rule.dailyCap === null) return { rule, amount, left: null }
  const left = BigInt(rule.dailyCap) - before
  return amount > left ? { rule, amount: 0n, left: left > 0n ? left : 0n } : { rule, amount, left: left - amount }
}

async function keepAwards(
  db: Connection,
  happening: Happening,
  day: string,
  given: readonly (Given & { transferId: string | null })[],
): Promise<void> {
  const rows = given.map(({ rule, amount, left, transferId }) => ({
    kind: rule.kind,
    amount: String(amount),
    daily_cap: rule.dailyCap,
    day_left: left === null ? null : String(left),
    transfer_id: transferId,
  }))
  const { companyId, memberId, event, subject = '', now } = happening
  await sql`insert into currency.award (company_id, event_key, kind, member_id, event, day, amount, daily_cap, day_left,
      source, transfer_id, created_at)
    select ${companyId}, ${keyOf(happening)}, a.kind, ${memberId}, ${event}, ${day}::date, a.amount, a.daily_cap,
      a.day_left, ${subject}, a.transfer_id, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as a(kind smallint, amount bigint, daily_cap bigint, day_left bigint, transfer_id uuid)`.execute(
    currencyTables(db),
  )
}

function postingOf(
  { companyId, memberId, event, businessType, businessId, subject, now }: Happening,
  given: Given,
): Posting {
  const amount = given.amount
  return {
    companyId,
    kind: given.rule.kind,
    tradeType: trade.pointsAward,
    event,
    businessType: businessType ?? null,
    businessId,
    subject,
    createdBy: null,
    now,
    legs: [
      { owner: counterpart('issuance', companyId), amount: -amount },
      { owner: { kind: 'person', id: memberId }, amount },
    ],
  }
}

async function lockFor(
  { companyId, memberId, now }: Happening,
  db: Connection,
  rules: readonly RewardRule[],
): Promise<void> {
  const owners = [counterpart('issuance', companyId), { kind: 'person', id: memberId } as const]
  await lockAccounts(
    db,
    companyId,
    rules.flatMap(({ kind }) => owners.map((owner) => ({ owner, kind }))),
    now,
  )
}

async function rulesInForce(db: Connection, companyId: string, event: string): Promise<RewardRule[]> {
  const switches = await rewardSwitches(db, companyId)
  const rules = await rewardRules(db, companyId, event)
  return rules.filter(({ enabled, kind }) => enabled && (kind !== POINTS || switches.points))
}

/** What the event awards by the rules of today, in hundredths, whatever a member has had already. */
export async function awardsOf(db: Connection, companyId: string, event: string): Promise<Award[]> {
  const rules = await rulesInForce(db, companyId, event)
  return rules.map(({ kind, amount }) => ({ kind, amount: BigInt(amount) })).filter(({ amount }) => amount > 0n)
}

/**
 * Awards a member by the company's rules: once per member, event and item, and at most the cap per day of the company's
 * time zone; all events together give no more than an administrator may issue alone. Gives nothing if no rule is on. Call it once, in the transaction of the action.
 */
export async function award(db: Connection, happening: Happening): Promise<readonly Award[]> {
  const { companyId, event } = happening
  const rules = await rulesInForce(db, companyId, event)
  if (rules.length === 0 || (await wasAsked(db, happening))) return []
  // Awards are counted under the account's lock, so no parallel award can exceed the cap or the limit.
  await lockFor(happening, db, rules)
  if (await wasAsked(db, happening)) return []
  const day = await dayOf(db, companyId, happening.now)
  const before = await givenOn(db, happening, day)
  const room = await roomOf(db, happening, rules)
  const given = rules.map((rule) => givenBy(rule, event, before.get(rule.kind) ?? 0n, room.get(rule.kind) ?? 0n))
  const real = given.filter(({ amount }) => amount > 0n)
  const posted = await postAll(
    db,
    real.map((one) => postingOf(happening, one)),
  )
  const transferIdOf = new Map(real.map((one, index) => [one, posted[index]?.transferId ?? null]))
  await keepAwards(
    db,
    happening,
    day,
    given.map((one) => ({ ...one, transferId: transferIdOf.get(one) ?? null })),
  )
  return given.map(({ rule, amount }) => ({ kind: rule.kind, amount }))
}
