/** What can be sold: kinds of content by a facet of theirs, and what other modules sell besides. */

import type { Caller, Language } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import type { ContentItem, ContentKind, Facet } from '#modules/content/catalog/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Extension, extensionPoint } from '#server/extension.ts'
import { KIND_NOT_SOLD } from '../contract/shapes.ts'

/** What a module says of its items so that they can be sold. */
export interface Selling {
  /** Map `trade-type`: what the coins of a purchase are recorded as. */
  readonly tradeType: 6 | 7 | 8 | 11 | 12 | 17 | 19
  /** Whether the caller, who holds the permission for prices, may set the price of this item. */
  mayPrice(db: Connection, caller: Caller, id: string): Promise<boolean>
  /** Those of the members who have started with any of the items: what was started is not given back. One statement. */
  started(
    db: Connection,
    companyId: string,
    memberIds: readonly string[],
    ids: readonly string[],
  ): Promise<readonly string[]>
  /** False: what was bought is used up at once, and is not paid back. */
  readonly isRefundable?: false
  /** How long a purchase lasts, in milliseconds. Left out: without an end. */
  validity?(db: Connection, companyId: string, id: string): Promise<number | null>
  /** What follows in the module when members are entitled, in the same transaction. */
  entitled?(db: Connection, companyId: string, memberIds: readonly string[], id: string, now: number): Promise<void>
  /** What follows when members have lost it for good and nothing else entitles them to it, in the same transaction. */
  lost?(db: Connection, companyId: string, memberIds: readonly string[], id: string, now: number): Promise<void>
  /** What follows when the item gets a price, in the same transaction: what of it anybody could open before is closed. */
  priced?(db: Connection, companyId: string, id: string): Promise<void>
  /** Throws the owner's own refusal where so many units could not be used: a class that is full. Before a price is quoted. */
  mayBuy?(db: Connection, caller: Caller, id: string, quantity: number, now: number): Promise<void>
  /** What else is sold with the item: the contents of a subject or of a path. They open, pause and close with it. */
  contains?(db: Connection, companyId: string, id: string): Promise<readonly ItemRef[]>
}

/** Units of a line of an order. */
export interface Units {
  readonly companyId: string
  readonly memberId: string
  readonly itemId: string
  readonly lineId: string
  readonly quantity: number
}

/** `physical`: sent by post. `virtual`: shown to the buyer at once, and not taken back. */
export type GoodsNature = 'physical' | 'virtual'

/**
 * What has a stock: it says itself what a unit costs, several units are bought for oneself, and nothing opens by it. Whoever
 * sells calls these in the transaction of the order.
 */
interface Stocked {
  /** Hundredths of what one unit costs; undefined: it cannot be bought now. One statement. */
  unitPrice(
    db: Connection,
    companyId: string,
    id: string,
    now: number,
  ): Promise<{ readonly coins: bigint; readonly points: bigint } | undefined>
  /** One statement. */
  naturesOf(db: Connection, companyId: string, ids: readonly string[]): Promise<ReadonlyMap<string, GoodsNature>>
  /** Takes units out of stock for a line; `above-limit`: a member may not have so many. Stock and limit stay as they were then. */
  take(db: Connection, units: Units, now: number): Promise<'taken' | 'sold-out' | 'above-limit'>
  /** Units of lines that are not bought any more: back into stock. */
  putBack(db: Connection, lines: readonly { readonly lineId: string; readonly quantity: number }[]): Promise<void>
  /** The line is paid: what is handed out belongs to it from now on. */
  handOut(db: Connection, units: Units, now: number): Promise<void>
  /** What was handed out, by line. One statement. */
  handedOut(db: Connection, lineIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  /** Sets units aside for prizes, below 0 back into stock. False where there are not so many. */
  setAside(
    db: Connection,
    aside: {
      readonly companyId: string
      readonly itemId: string
      readonly quantity: number
      /** What for: it stands in the history of the stock. */
      readonly reason: string
      readonly by: string | null
      readonly now: number
    },
  ): Promise<boolean>
}

/** `search` where the items are chosen from a list. */
export interface SoldKind
  extends Selling,
    Pick<ContentKind, 'items' | 'visible'>,
    Partial<Pick<ContentKind, 'search'>> {
  readonly businessType: number
  readonly label: Readonly<Record<Language, string>>
  readonly stocked?: Stocked
}

export const soldKind = extensionPoint<SoldKind>('entitlements.kind')

/** The facet of a kind of content whose items have prices. */
export function sold(selling: Selling): Facet {
  return ({ businessType, label, items, visible }): Extension =>
    soldKind({ businessType, label, items, visible, ...selling })
}

export function findSoldKind(businessType: number): SoldKind | undefined {
  return soldKind.all().find((kind) => kind.businessType === businessType)
}

/** The kind; 403004 where nothing of it is sold. */
export function getSoldKind(businessType: number): SoldKind {
  const kind = findSoldKind(businessType)
  if (!kind) throw refuse(KIND_NOT_SOLD)
  return kind
}

export interface ItemRef {
  readonly businessType: number
  readonly itemId: string
}

/** When what members get of an item now ends; null: never. */
export async function endOf(
  db: Connection,
  companyId: string,
  { businessType, itemId }: ItemRef,
  now: number,
): Promise<number | null> {
  const validity = (await findSoldKind(businessType)?.validity?.(db, companyId, itemId)) ?? null
  return validity === null ? null : now + validity
}

const refKey = ({ businessType, itemId }: ItemRef): string => `${businessType} ${itemId}`

type Named = (ref: ItemRef) => { readonly kind: SoldKind | undefined; readonly item: ContentItem | undefined }

async function nameBy(
  refs: readonly ItemRef[],
  read: (kind: SoldKind, ids: readonly string[]) => Promise<readonly ContentItem[]>,
): Promise<Named> {
  const found = new Map<string, ContentItem>()
  for (const kind of soldKind.all()) {
    const { businessType } = kind
    const ids = new Set(refs.flatMap((ref) => (ref.businessType === businessType ? [ref.itemId] : [])))
    if (ids.size === 0) continue
    for (const item of await read(kind, [...ids])) found.set(refKey({ businessType, itemId: item.id }), item)
  }
  return (ref) => ({ kind: findSoldKind(ref.businessType), item: found.get(refKey(ref)) })
}

/** What these items are called and where they open. One statement a kind. */
export function namedItems(db: Connection, companyId: string, refs: readonly ItemRef[]): Promise<Named> {
  return nameBy(refs, (kind, ids) => kind.items(db, companyId, ids))
}

/** The same of those items alone that the caller may open. One statement a kind. */
export function visibleItems(db: Connection, caller: Caller, refs: readonly ItemRef[]): Promise<Named> {
  return nameBy(refs, (kind, ids) => kind.visible(db, caller, ids))
}
