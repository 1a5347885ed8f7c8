/** Coupons as those who manage them make, start, stop and see them. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { getSoldKind, namedItems } from '#modules/commerce/entitlements/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import { given } from '#server/db/given.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import { refusingTaken } from '#server/db/unique.ts'
import {
  COUPON_CHANGED,
  COUPON_CODE_TAKEN,
  COUPON_STATE,
  COUPON_TERMS_WRONG,
  COUPON_TOTAL_NOT_RAISED,
} from '../contract/codes.ts'
import type { CouponState, CouponTerms, CouponWay, ManagedCoupon } from '../contract/shapes.ts'
import { normalizeCouponCode, termsProblem } from '../contract/terms.ts'
import type { coupons } from '../contract.ts'
import { type FaceRow, faceColumns, faceWriter, scopesOf } from './coupon-record.ts'
import type { CouponsDb } from './db.ts'
import type { Reading } from './own.ts'

interface ManagedRow extends FaceRow {
  readonly way: CouponWay
  readonly code: string
  readonly total: number
  readonly memberMax: number
  readonly state: CouponState
  readonly givenCount: number
  readonly reservedCount: number
  readonly usedCount: number
  readonly createdByName: string
  readonly createdAt: number
  readonly revision: number
}

/** The coupons that `from … where …` finds, as `c`: their counts are those of one page, not of all that match. */
const managedSql = ({ companyId }: Caller, found: RawBuilder<unknown>) => sql<ManagedRow>`
  select ${faceColumns}, c.way, c.code, c.total, c.member_max as "memberMax", c.state, c.given as "givenCount",
    n."reservedCount", n."usedCount", c.revision, c.created_at as "createdAt", coalesce(d.full_name, '') as "createdByName"
  from (select c.* ${found}) c left join ${directorySql(companyId)} d on d.id = c.created_by
  cross join lateral (select count(*) filter (where h.state = 'reserved')::int as "reservedCount",
      count(*) filter (where h.state = 'used')::int as "usedCount"
    from coupons.holding h where h.coupon_id = c.id and h.state <> 'unused') n
  order by c.created_at desc, c.id desc`

export async function listManaged(
  db: CouponsDb,
  reading: Reading,
  { search, state, ...paging }: Input<typeof coupons.managedCoupons>['query'],
) {
  const { caller } = reading
  const matching = sql`from coupons.coupon c where c.company_id = ${caller.companyId}
    and ${containsSql(sql`c.name`, search)} and ${given(state, (one) => sql`c.state = ${one}`)}`
  const { items, recordCount } = await sqlPage<ManagedRow>(db, paging, {
    matching,
    rows: (window) => managedSql(caller, sql`${matching} order by c.created_at desc, c.id desc ${window}`),
  })
  const face = await faceWriter(db, reading, items)
  const scopes = await scopesOf(
    db,
    items.map(({ couponId }) => couponId),
  )
  const shown = items.map((row): ManagedCoupon => {
    const { couponId: id, way, code, total, memberMax, state: now, givenCount, reservedCount, usedCount } = row
    const { createdByName, createdAt, revision } = row
    const businessTypes = (scopes.get(id) ?? []).flatMap((ref) => (ref.itemId === null ? [ref.businessType] : []))
    return {
      ...{
        ...face(row),
        id,
        businessTypes,
        way,
        code,
        total,
        memberMax,
        state: now,
        givenCount,
        reservedCount,
        usedCount,
      },
      ...{ createdByName, createdAt, revision },
    }
  })
  return { items: shown, recordCount }
}

/** Refuses terms that contradict each other, and what is not sold or not there. */
async function assertTerms(db: CouponsDb, { companyId }: Caller, terms: CouponTerms, now: number): Promise<void> {
  const problem = termsProblem(terms) ?? (terms.validUntil <= now ? 'validity' : undefined)
  if (problem !== undefined) throw refuse(COUPON_TERMS_WRONG, { problem })
  for (const businessType of terms.businessTypes) getSoldKind(businessType)
  for (const { businessType } of terms.items) getSoldKind(businessType)
  const named = await namedItems(db, companyId, terms.items)
  if (terms.items.some((ref) => named(ref).item === undefined)) throw refuse(NOT_FOUND)
  await assertClean(db, companyId, { name: terms.name })
}

const toNumber = (amount: string | null) => (amount === null ? null : Number(amount))

const columnsOf = (terms: CouponTerms) => ({
  ...{ name: terms.name, kind: terms.kind, amount: toNumber(terms.amount), percent: terms.percent },
  ...{ cap: toNumber(terms.cap), pay_type: terms.payType, minimum: Number(terms.minimum), scope: terms.scope },
  ...{ valid_from: terms.validFrom, valid_until: terms.validUntil, way: terms.way, total: terms.total },
  ...{ code: normalizeCouponCode(terms.code), member_max: terms.memberMax },
})

async function setScope(db: CouponsDb, { companyId }: Caller, id: string, { businessTypes, items }: CouponTerms) {
  await db.deleteFrom('coupons.scope').where('coupon_id', '=', id).execute()
  const refs = [...businessTypes.map((businessType) => ({ businessType, itemId: null })), ...items]
  if (refs.length === 0) return
  await db
    .insertInto('coupons.scope')
    .values(
      refs.map(({ businessType, itemId }, place) => ({
        ...{ coupon_id: id, company_id: companyId, place, business_type: businessType, item_id: itemId },
      })),
    )
    .execute()
}

const refusingTakenCode = <T>(write: () => Promise<T>) => refusingTaken({ coupon_code: COUPON_CODE_TAKEN }, write)

export async function createCoupon(db: CouponsDb, caller: Caller, terms: CouponTerms, now: number) {
  await assertTerms(db, caller, terms, now)
  const id = uuid()
  const { companyId, memberId } = caller
  const row = { id, company_id: companyId, ...columnsOf(terms), created_by: memberId, created_at: now }
  await refusingTakenCode(() => db.insertInto('coupons.coupon').values(row).execute())
  await setScope(db, caller, id, terms)
  return { id }
}

interface Lockable {
  readonly state: CouponState
  readonly revision: number
  readonly total: number
  readonly given: number
  readonly memberMax: number
  readonly validFrom: number
  readonly validUntil: number
  readonly name: string
}

/** The coupon, so that those who change it or give it away follow one another. */
export async function lockManaged(db: CouponsDb, { companyId }: Caller, id: string): Promise<Lockable> {
  const { rows } = await sql<Lockable>`
    select c.name, c.state, c.revision, c.total, c.given, c.member_max as "memberMax", c.valid_from as "validFrom",
      c.valid_until as "validUntil"
    from coupons.coupon c where c.id = ${id} and c.company_id = ${companyId} for no key update of c`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  return row
}

export async function changeCoupon(
  db: CouponsDb,
  caller: Caller,
  id: string,
  { revision, ...terms }: CouponTerms & { readonly revision: number },
  now: number,
) {
  const before = await lockManaged(db, caller, id)
  if (before.state !== 'draft') throw refuse(COUPON_STATE, { state: before.state })
  if (before.revision !== revision) throw refuse(COUPON_CHANGED, { revision: before.revision })
  await assertTerms(db, caller, terms, now)
  const next = revision + 1
  const values = { ...columnsOf(terms), revision: next }
  await refusingTakenCode(() => db.updateTable('coupons.coupon').set(values).where('id', '=', id).execute())
  await setScope(db, caller, id, terms)
  return { revision: next }
}

const becomes: Readonly<Record<CouponState, readonly CouponState[]>> = {
  draft: ['running', 'stopped'],
  running: ['stopped'],
  stopped: [],
}

export async function setCouponState(
  db: CouponsDb,
  caller: Caller,
  id: string,
  { state, now }: { readonly state: CouponState; readonly now: number },
) {
  const before = await lockManaged(db, caller, id)
  if (before.state === state) return {}
  if (!becomes[before.state].includes(state)) throw refuse(COUPON_STATE, { state: before.state })
  if (state === 'running' && before.validUntil <= now) throw refuse(COUPON_TERMS_WRONG, { problem: 'validity' })
  await db.updateTable('coupons.coupon').set({ state }).where('id', '=', id).execute()
  return {}
}

export async function raiseTotal(db: CouponsDb, caller: Caller, id: string, total: number) {
  const before = await lockManaged(db, caller, id)
  if (before.state !== 'running') throw refuse(COUPON_STATE, { state: before.state })
  if (total <= before.total) throw refuse(COUPON_TOTAL_NOT_RAISED, { total: before.total })
  await db.updateTable('coupons.coupon').set({ total }).where('id', '=', id).execute()
  return {}
}

async function factsOf(db: CouponsDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<AuditFacts & { readonly name: string }>`
    select c.id, c.name, c.kind, c.amount::text as amount, c.percent, c.cap::text as cap, c.pay_type as "payType",
      c.minimum::text as minimum, c.scope, c.way, c.code, c.total, c.member_max as "memberMax", c.state,
      c.given as "givenCount"
    from coupons.coupon c where c.company_id = ${companyId} and c.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

export const auditedCoupons = audited<CouponsDb, 'coupon'>({ coupon: factsOf })
