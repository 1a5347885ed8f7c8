/** Coupons as the statements of this module read them, and what they are for. Amounts are hundredths as bigint. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { findSoldKind, visibleItems } from '#modules/commerce/entitlements/server.ts'
import type { SavingTerms } from '../contract/saving.ts'
import type { CouponKind, CouponScope } from '../contract/shapes.ts'
import type { CouponsDb } from './db.ts'

/** What everybody reads of a coupon. */
export interface FaceRow {
  readonly couponId: string
  readonly name: string
  readonly kind: CouponKind
  readonly amount: string | null
  readonly percent: number | null
  readonly cap: string | null
  readonly payType: 1 | 2
  readonly minimum: string
  readonly scope: CouponScope
  readonly validFrom: number
  readonly validUntil: number
}

/** Of the coupon `c`. */
export const faceColumns = sql`c.id as "couponId", c.name, c.kind, c.amount::text, c.percent, c.cap::text,
  c.pay_type as "payType", c.minimum::text, c.scope, c.valid_from as "validFrom", c.valid_until as "validUntil"`

export interface ScopeRef {
  readonly couponId: string
  readonly businessType: number
  readonly itemId: string | null
}

/** What these coupons are for, by coupon; nothing for those that are for everything. One statement. */
export async function scopesOf(
  db: CouponsDb,
  couponIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ScopeRef[]>> {
  const { rows } = await sql<ScopeRef>`
    select s.coupon_id as "couponId", s.business_type as "businessType", s.item_id as "itemId" from coupons.scope s
    where s.coupon_id = any(${[...new Set(couponIds)]}::uuid[]) order by s.coupon_id, s.place`.execute(db)
  return Map.groupBy(rows, ({ couponId }) => couponId)
}

const toAmount = (text: string | null) => (text === null ? null : BigInt(text))

export function savingTerms(row: FaceRow, scope: readonly ScopeRef[]): SavingTerms {
  const { kind, percent, payType } = row
  return {
    ...{ kind, percent, payType, amount: toAmount(row.amount), cap: toAmount(row.cap), minimum: BigInt(row.minimum) },
    ...{ isForAll: row.scope === 'all', scope },
  }
}

const isItem = (ref: ScopeRef): ref is ScopeRef & { readonly itemId: string } => ref.itemId !== null

/** What coupons are for in words: kinds, and those items that the caller may open. */
export async function faceWriter(
  db: CouponsDb,
  { caller, language }: { readonly caller: Caller; readonly language: Language },
  rows: readonly FaceRow[],
) {
  const scopes = await scopesOf(
    db,
    rows.map(({ couponId }) => couponId),
  )
  const named = await visibleItems(db, caller, [...scopes.values()].flat().filter(isItem))
  return ({ couponId, ...face }: FaceRow) => {
    const { name, kind, amount, percent, cap, payType, minimum, scope, validFrom, validUntil } = face
    const refs = scopes.get(couponId) ?? []
    return {
      ...{ name, kind, amount, percent, cap, payType, minimum, scope, validFrom, validUntil },
      kindNames: refs.flatMap((ref) =>
        isItem(ref) ? [] : [findSoldKind(ref.businessType)?.label[language] ?? String(ref.businessType)],
      ),
      items: refs.filter(isItem).flatMap((ref) => {
        const { item } = named(ref)
        const { businessType, itemId } = ref
        return item?.isAvailable ? [{ businessType, itemId, name: item.name, link: item.link }] : []
      }),
    }
  }
}
