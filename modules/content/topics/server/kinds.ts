/** What the modules above let members collect, comment and score, and who may. */
import type { Caller, Language } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import type { ContentItem, Facet } from '#modules/content/catalog/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

/** An item as a list of other things shows it. */
export interface VisibleItem {
  readonly id: string
  readonly name: string
  /** A hash path of the shell: `/study/course/detail/…`. */
  readonly link: string
  /** A path that `pictureUrl` of the shell takes. */
  readonly picture?: string
}

/** A kind of item; the module that owns the items registers it with `itemKind({ … })`. */
export interface ItemKind {
  readonly businessType: number
  readonly label: Readonly<Record<Language, string>>
  /** The items of these ids that the caller may see; others count as not there. One statement for all ids. */
  visible(db: Connection, caller: Caller, ids: readonly string[]): Promise<readonly VisibleItem[]>
  /**
   * Throws the owner's own refusal where the caller, who sees the item, may neither read nor write what is said about it now: it has
   * still to be bought.
   */
  assertOpen?(db: Connection, caller: Caller, id: string, now: number): Promise<void>
  /** Everybody who sees it, where nothing is said. */
  mayComment?(db: Connection, caller: Caller, id: string): Promise<boolean>
  /** Besides who holds `comment.manage` for the author's organization; nobody, where nothing is said. */
  mayModerate?(db: Connection, caller: Caller, id: string): Promise<boolean>
  /** Everybody who sees it, where nothing is said. */
  mayScore?(db: Connection, caller: Caller, id: string): Promise<boolean>
  /** Marks one comment as the best: who wrote the item; nobody, where nothing is said. */
  mayMarkBest?(db: Connection, caller: Caller, id: string): Promise<boolean>
  /** Characters of a comment (500) and of a reply (300). */
  readonly commentLengthMax?: number
  readonly replyLengthMax?: number
}

export const itemKind = extensionPoint<ItemKind>('topics.item-kind')

/** What a module above keeps about topics themselves. Called in the transaction that takes topics away. */
export interface TopicReference {
  /** `into` has taken the place of these topics; null where they were deleted. */
  replaced(db: Connection, companyId: string, ids: readonly string[], into: string | null): Promise<void>
}

export const topicReference = extensionPoint<TopicReference>('topics.reference')

const visibleItem = ({ id, name, link, coverFileId }: ContentItem): VisibleItem => ({
  ...{ id, name, link },
  ...(coverFileId !== null && { picture: `files/${coverFileId}` }),
})

/** Makes a kind of content one that members collect, comment and score. */
export function discussed(facet: Omit<ItemKind, 'businessType' | 'label' | 'visible'>): Facet {
  return ({ businessType, label, visible }) =>
    itemKind({
      ...{ businessType, label, ...facet },
      visible: async (db, caller, ids) => (await visible(db, caller, ids)).map(visibleItem),
    })
}

/** An item by the number of its kind and its id. */
export interface ItemRef {
  readonly businessType: number
  readonly businessId: string
}

export function findKind(businessType: number): ItemKind | undefined {
  return itemKind.all().find((kind) => kind.businessType === businessType)
}

/** Refuses a business type that no module has registered with 900001. */
export function getKind(businessType: number): ItemKind {
  const kind = findKind(businessType)
  if (kind) return kind
  const fields = [{ path: 'businessType', rule: 'known', message: 'is no kind of item' }]
  throw refuse(INVALID_INPUT, { fields })
}

/** The item as the caller sees it; one that the caller may not see is not there (900005). */
export async function getItem(
  db: Connection,
  caller: Caller,
  { businessType, businessId }: ItemRef,
): Promise<{ kind: ItemKind; item: VisibleItem }> {
  const kind = getKind(businessType)
  const item = (await kind.visible(db, caller, [businessId])).find(({ id }) => id === businessId)
  if (!item) throw refuse(NOT_FOUND)
  return { kind, item }
}

/** As `getItem`, for who may read what is said about the item, and write. */
export async function getOpenItem(
  db: Connection,
  caller: Caller,
  ref: ItemRef,
  now: number,
): Promise<{ kind: ItemKind; item: VisibleItem }> {
  const found = await getItem(db, caller, ref)
  await found.kind.assertOpen?.(db, caller, ref.businessId, now)
  return found
}

const keyOf = ({ businessType, businessId }: ItemRef) => `${businessType} ${businessId}`

/** The items among these, of any kinds, that the caller sees: one question a kind. */
export async function visibleItems(
  db: Connection,
  caller: Caller,
  items: readonly ItemRef[],
): Promise<(item: ItemRef) => VisibleItem | undefined> {
  const seen = new Map<string, VisibleItem>()
  for (const [businessType, ofKind] of Map.groupBy(items, (item) => item.businessType)) {
    const ids = [...new Set(ofKind.map(({ businessId }) => businessId))]
    const visible = (await findKind(businessType)?.visible(db, caller, ids)) ?? []
    for (const item of visible) seen.set(keyOf({ businessType, businessId: item.id }), item)
  }
  return (item) => seen.get(keyOf(item))
}

/** An item as the wire shows it. */
export function shownItem(item: VisibleItem | undefined) {
  return item ? { name: item.name, link: item.link, picture: item.picture ?? null } : null
}
