/** Setting the price of an item, and the prices that it has had. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { shortDecimalText } from '#kit/amounts.ts'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { type ErrorCode, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { findSoldKind, getSoldKind, type ItemRef, type SoldKind } from '#modules/commerce/entitlements/server.ts'
import { directorySql, organizationNames } from '#modules/platform/identity/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import { sqlPage } from '#server/db/page.ts'
import { isFreeOfCharge, type PriceProblem, payTypes, priceProblems, rangesOf } from '../contract/price-rules.ts'
import {
  CARD_BY_CARD,
  type EditedPrice,
  memberCardType,
  NO_MEMBER_CARD,
  PRICE_CHANGED,
  PRICE_WRONG,
  type PriceVersion,
  RANGES_WRONG,
  SPECIALS_OVERLAP,
  type SpecialPrice,
  type Terms,
  TOO_MANY_RANGES,
} from '../contract/shapes.ts'
import type { prices } from '../contract.ts'
import { type CurrentPrice, priceColumns, readPriced } from './current.ts'
import type { PricesDb } from './db.ts'
import { cardNames } from './tags.ts'

interface Priceable {
  readonly kind: SoldKind
  readonly name: string
  readonly link: string
}

/** The item, for who may set its price. */
async function getPriceable(db: PricesDb, caller: Caller, { businessType, itemId }: ItemRef): Promise<Priceable> {
  const kind = getSoldKind(businessType)
  const [item] = await kind.items(db, caller.companyId, [itemId])
  if (!item) throw refuse(NOT_FOUND)
  if (!(await kind.mayPrice(db, caller, itemId))) throw refuse(NO_PERMISSION)
  return { kind, name: item.name, link: item.link }
}

const freeTerms: Terms = {
  ...{ isPay: 0, payType: payTypes.coin, isLadderPrice: 0, coin: null, discountCoin: null },
  ...{ payConfig: [], vipCardConfiguration: [] },
}

type NameOf = (cardId: string) => string | undefined

/** A price as the form has it. */
function termsOf({ isPay, payType, isLadder, ranges, cardIds }: CurrentPrice, nameOf: NameOf): Terms {
  if (isPay === 0 || payType === null) return freeTerms
  const [single] = ranges
  return {
    ...{ isPay, payType, isLadderPrice: isLadder },
    ...(isLadder === 0 && single
      ? { coin: single.coin, discountCoin: single.discountCoin }
      : { coin: null, discountCoin: null }),
    payConfig: isLadder === 1 ? [...ranges] : [],
    vipCardConfiguration: cardIds.map((id) => ({ id, cardName: nameOf(id) ?? '' })),
  }
}

const isSpecial = ({ organizationId, validFrom, validUntil }: CurrentPrice) =>
  organizationId !== null || validFrom !== null || validUntil !== null

export async function editedPrice(
  db: PricesDb,
  caller: Caller,
  ref: ItemRef,
  language: Language,
): Promise<EditedPrice> {
  const { kind, name, link } = await getPriceable(db, caller, ref)
  const item = (await readPriced(db, caller.companyId, ref.businessType, [ref.itemId])).get(ref.itemId)
  const rows = item?.prices ?? []
  const nameOf = await cardNames(
    db,
    caller.companyId,
    rows.flatMap((row) => row.cardIds),
  )
  const base = rows.find((row) => !isSpecial(row))
  return {
    terms: base ? termsOf(base, nameOf) : freeTerms,
    specials: rows.filter(isSpecial).map((row) => ({
      ...{ organizationId: row.organizationId, validFrom: row.validFrom, validUntil: row.validUntil },
      terms: termsOf(row, nameOf),
    })),
    revision: item?.revision ?? 0,
    ...{ itemName: name, kindName: kind.label[language], link },
  }
}

const codes: Readonly<Record<PriceProblem['problem'], ErrorCode>> = {
  empty: PRICE_WRONG,
  'out-of-bounds': PRICE_WRONG,
  'sale-above-original': PRICE_WRONG,
  'no-member-card': NO_MEMBER_CARD,
  'too-many-ranges': TOO_MANY_RANGES,
  'range-wrong': RANGES_WRONG,
}

function assertTerms(terms: Terms): void {
  const problems = priceProblems(terms)
  const [first] = problems
  if (first) throw refuse(codes[first.problem], { problems })
}

const endsOf = ({ validFrom, validUntil }: SpecialPrice) =>
  [validFrom ?? 0, validUntil ?? Number.MAX_SAFE_INTEGER] as const

/** Of two prices for one organization at one instant nobody could say which counts, but for one always and one for a time. */
function assertSpecials(specials: readonly SpecialPrice[]): void {
  for (const [index, one] of specials.entries()) {
    const { organizationId, validFrom, validUntil } = one
    const saysNothing = organizationId === null && validFrom === null && validUntil === null
    const [from, until] = endsOf(one)
    const isTimed = (other: SpecialPrice) => other.validFrom !== null || other.validUntil !== null
    const overlaps = specials.some((other, place) => {
      if (place >= index || other.organizationId !== organizationId || isTimed(other) !== isTimed(one)) return false
      const [otherFrom, otherUntil] = endsOf(other)
      return otherFrom < until && from < otherUntil
    })
    if (saysNothing || from >= until || overlaps) throw refuse(SPECIALS_OVERLAP, { special: index })
  }
}

const isPaid = (terms: Terms) => terms.isPay === 1 && !isFreeOfCharge(rangesOf(terms), terms.payType)

/** COMMERCE-027: of a free price nothing else is kept. */
const columnsOf = (terms: Terms) => ({
  is_pay: terms.isPay,
  pay_type: terms.isPay === 0 ? null : terms.payType,
  is_ladder: terms.isPay === 0 || terms.payType === payTypes.memberCard ? 0 : terms.isLadderPrice,
  ranges: JSON.stringify(rangesOf(terms)),
  card_ids: terms.isPay === 0 ? [] : [...new Set(terms.vipCardConfiguration.map(({ id }) => id))],
})

async function assertKnown(db: PricesDb, companyId: string, all: readonly Terms[], specials: readonly SpecialPrice[]) {
  const cards = all.flatMap((terms) => (terms.isPay === 0 ? [] : terms.vipCardConfiguration.map(({ id }) => id)))
  const nameOf = await cardNames(db, companyId, cards)
  if (cards.some((id) => nameOf(id) === undefined)) throw refuse(NOT_FOUND)
  const organizations = [...new Set(specials.flatMap(({ organizationId }) => organizationId ?? []))]
  const known = await organizationNames(db, companyId, organizations)
  if (known.size !== organizations.length) throw refuse(NOT_FOUND)
}

export async function setPrice(
  db: PricesDb,
  caller: Caller,
  ref: ItemRef,
  { terms, specials, revision }: Input<typeof prices.setPrice>['body'],
  now: number,
) {
  await getPriceable(db, caller, ref)
  const all = [terms, ...specials.map((special) => special.terms)]
  for (const one of all) assertTerms(one)
  if (ref.businessType === memberCardType && all.some(({ vipCardConfiguration: { length } }) => length > 0))
    throw refuse(CARD_BY_CARD)
  assertSpecials(specials)
  const { companyId, memberId } = caller
  await assertKnown(db, companyId, all, specials)
  const paidNow = all.some(isPaid)
  const { rows } = await sql<{ revision: number }>`
    insert into prices.item as i (company_id, business_type, item_id, paid_since)
    values (${companyId}, ${ref.businessType}, ${ref.itemId}, ${paidNow ? now : null}::bigint)
    on conflict (company_id, business_type, item_id) do update set revision = i.revision + 1,
      paid_since = case when ${paidNow} then coalesce(i.paid_since, ${now}::bigint) end
    returning revision`.execute(db)
  const written = rows[0]?.revision ?? 0
  if (written !== revision + 1) throw refuse(PRICE_CHANGED, { revision: written - 1 })
  await sql`update prices.price set replaced_at = ${now}
    where company_id = ${companyId} and business_type = ${ref.businessType} and item_id = ${ref.itemId}
      and replaced_at is null`.execute(db)
  const common = { company_id: companyId, business_type: ref.businessType, item_id: ref.itemId, created_by: memberId }
  const base = { organization_id: null, valid_from: null, valid_until: null, ...columnsOf(terms) }
  const special = specials.map((one) => ({
    ...{ organization_id: one.organizationId, valid_from: one.validFrom, valid_until: one.validUntil },
    ...columnsOf(one.terms),
  }))
  await db
    .insertInto('prices.price')
    .values([base, ...special].map((row) => ({ id: uuid(), ...common, ...row, created_at: now })))
    .execute()
  if (paidNow) await findSoldKind(ref.businessType)?.priced?.(db, companyId, ref.itemId)
  return { revision: written }
}

interface HistoryRow extends CurrentPrice {
  readonly createdByName: string
  readonly createdAt: number
  readonly replacedAt: number | null
}

export async function priceHistory(
  db: PricesDb,
  caller: Caller,
  ref: ItemRef,
  paging: Input<typeof prices.priceHistory>['query'],
) {
  await getPriceable(db, caller, ref)
  const { companyId } = caller
  const matching = sql`from prices.price p where p.company_id = ${companyId}
    and p.business_type = ${ref.businessType} and p.item_id = ${ref.itemId}`
  const { items: rows, recordCount } = await sqlPage<HistoryRow>(db, paging, {
    matching,
    rows: (window) => sql<HistoryRow>`
      select ${priceColumns}, p.created_at as "createdAt", p.replaced_at as "replacedAt", coalesce((select d.full_name
        from ${directorySql(companyId)} d where d.id = p.created_by), '') as "createdByName"
      ${matching} order by p.created_at desc, p.id desc ${window}`,
  })
  const nameOf = await cardNames(
    db,
    companyId,
    rows.flatMap((row) => row.cardIds),
  )
  const organizations = await organizationNames(
    db,
    companyId,
    rows.flatMap((row) => row.organizationId ?? []),
  )
  const items = rows.map((row): PriceVersion => {
    const { id, organizationId, validFrom, validUntil, createdByName, createdAt, replacedAt } = row
    const organizationName = organizationId === null ? null : (organizations.get(organizationId) ?? '')
    return {
      id,
      organizationName,
      validFrom,
      validUntil,
      terms: termsOf(row, nameOf),
      createdByName,
      createdAt,
      replacedAt,
    }
  })
  return { items, recordCount }
}

/** A price in one line, for the audit log. */
function lineOf({ isPay, payType, isLadder, ranges }: CurrentPrice): string {
  if (isPay === 0) return '免费'
  if (payType === payTypes.memberCard) return '会员卡'
  const sign = payType === payTypes.rmb ? '¥' : ''
  const one = ({ begin, end, discountCoin }: (typeof ranges)[number]) =>
    `${isLadder === 1 ? `${begin}–${end === -1 ? '' : end}: ` : ''}${sign}${shortDecimalText(discountCoin ?? 0)}`
  return ranges.map(one).join('; ')
}

/** What the audit log keeps of the price of an item; its id is that of the item, with the business type before it. */
async function factsOf(db: PricesDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const facts: AuditFacts[] = []
  for (const id of ids) {
    const [type = '', itemId = ''] = id.split(' ')
    const kind = getSoldKind(Number(type))
    const [item] = await kind.items(db, companyId, [itemId])
    const priced = (await readPriced(db, companyId, Number(type), [itemId])).get(itemId)
    const price = (priced?.prices ?? []).map(lineOf).join(' | ')
    if (item) facts.push({ id, label: item.name, price: price === '' ? '免费' : price })
  }
  return facts
}

export const auditedPrices = audited<PricesDb, 'price'>({ price: factsOf })
