/** What the modules above let members follow. */
import type { Caller, Language } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

/** What is followed, as lists show it. */
export interface FollowedItem {
  readonly id: string
  readonly name: string
  /** A hash path of the shell. */
  readonly link: string
  /** A path that `pictureUrl` of the shell takes. */
  readonly picture?: string
}

/** A kind of thing that members follow; the module that owns the things registers it with `followKind({ … })`. */
export interface FollowKind {
  readonly businessType: number
  readonly label: Readonly<Record<Language, string>>
  /** The things of these ids that the caller may see; others count as not there. One statement for all ids. */
  visible(db: Connection, caller: Caller, ids: readonly string[]): Promise<readonly FollowedItem[]>
  /** Whether the thing is the caller’s own, which nobody follows (900012). */
  isOwn?(db: Connection, caller: Caller, id: string): Promise<boolean>
  /** Called in the transaction of each new follow. */
  followed?(db: Connection, caller: Caller, id: string, now: number): Promise<void>
  /** Followers won and lost are counted by day, for `followersByDay`. */
  readonly byDay?: true
}

export const followKind = extensionPoint<FollowKind>('following.kind')

/** Something by the number of its kind and its id. */
export interface FollowRef {
  readonly businessType: number
  readonly businessId: string
}

export const findKind = (businessType: number): FollowKind | undefined =>
  followKind.all().find((kind) => kind.businessType === businessType)

/** Refuses a kind that no module has registered (900001), and a thing that the caller may not see (900005). */
export async function getFollowable(
  db: Connection,
  caller: Caller,
  { businessType, businessId }: FollowRef,
): Promise<FollowKind> {
  const kind = findKind(businessType)
  if (!kind) {
    const fields = [{ path: 'businessType', rule: 'known', message: 'is nothing that members follow' }]
    throw refuse(INVALID_INPUT, { fields })
  }
  const visible = await kind.visible(db, caller, [businessId])
  if (!visible.some(({ id }) => id === businessId)) throw refuse(NOT_FOUND)
  return kind
}

const keyOf = ({ businessType, businessId }: FollowRef) => `${businessType} ${businessId}`

/** Those that the caller sees among things of any kinds: one question a kind. */
export async function visibleAmong(
  db: Connection,
  caller: Caller,
  refs: readonly FollowRef[],
): Promise<(ref: FollowRef) => FollowedItem | undefined> {
  const seen = new Map<string, FollowedItem>()
  for (const [businessType, ofKind] of Map.groupBy(refs, (ref) => ref.businessType)) {
    const ids = ofKind.map(({ businessId }) => businessId)
    const items = (await findKind(businessType)?.visible(db, caller, ids)) ?? []
    for (const item of items) seen.set(keyOf({ businessType, businessId: item.id }), item)
  }
  return (ref) => seen.get(keyOf(ref))
}
