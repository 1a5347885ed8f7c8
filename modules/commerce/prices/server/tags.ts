/** What items cost, as members see it before they buy. */
import type { Caller } from '#kit/caller.ts'
import { findSoldKind, type ItemRef, namedItems } from '#modules/commerce/entitlements/server.ts'
import { memberCardType, type PriceTag } from '../contract/shapes.ts'
import { offeredTo } from './current.ts'
import type { PricesDb } from './db.ts'

const cardRef = (id: string): ItemRef => ({ businessType: memberCardType, itemId: id })

/** The names of member cards, by id; one that is gone has none. */
export async function cardNames(db: PricesDb, companyId: string, ids: readonly string[]) {
  const named = await namedItems(db, companyId, ids.map(cardRef))
  return (id: string): string | undefined => named(cardRef(id)).item?.name
}

const cardsShownMax = 50

/** The cards on sale whose name contains this, which a price can name. */
export async function listCards(db: PricesDb, caller: Caller, search: string) {
  const cards = await findSoldKind(memberCardType)?.search?.(db, caller, search, cardsShownMax)
  return (cards ?? []).map(({ id, name }) => ({ id, cardName: name }))
}

export async function priceTags(
  db: PricesDb,
  caller: Caller,
  { businessType, ids }: { readonly businessType: number; readonly ids: readonly string[] },
  now: number,
): Promise<PriceTag[]> {
  const offered = await offeredTo(db, caller, businessType, [...new Set(ids)], now)
  const allCards = [...offered.values()].flatMap(({ price }) => price?.cardIds ?? [])
  const nameOf = await cardNames(db, caller.companyId, allCards)
  return [...offered].map(([id, { access, price }]) => ({
    id,
    access,
    payType: price?.payType ?? null,
    ranges: (price?.ranges ?? []).map(({ begin, end, coin, discountCoin }) => ({
      ...{ begin, end, original: String(coin), unit: String(discountCoin) },
    })),
    cards: (price?.cardIds ?? []).flatMap((card) => {
      const cardName = nameOf(card)
      return cardName === undefined ? [] : [{ id: card, cardName }]
    }),
    validUntil: price?.validUntil ?? null,
  }))
}
