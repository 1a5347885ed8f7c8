/** The home of the community: what is shown of contents and why, figures of the caller, and what the caller hides. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { ContentCard } from '#modules/community/contents/contract.ts'

/** What the caller follows in any way, everything by heat or time, and the circles of the caller. */
export const feedTabs = ['followed', 'hot', 'newest', 'circles'] as const
export type FeedTab = (typeof feedTabs)[number]
const Tab = OneOf(feedTabs)
/** `home`: what the caller follows, or by heat where that is nothing. */
const AskedTab = OneOf([...feedTabs, 'home'] as const)
export type AskedTab = Static<typeof AskedTab>

export const FEED_PAGE_SIZE = 20
/** New items are counted up to this; the screen says 99+ then. */
export const NEW_ITEMS_MAX = 100

/** A member hides so many accounts and topics together: each tab reads all of them. */
export const HIDDEN_MAX = 200
/** The caller hides as many as that already. */
export const TOO_MANY_HIDDEN = errorCode(70317)

const base = '/knowledge-operation/feed'

/** Why a content is shown: the followed account or topic, the subscribed column, the circle that was joined. */
const Reason = Type.Object({
  kind: OneOf(['account', 'topic', 'column', 'circle'] as const),
  id: Id,
  name: Type.String(),
})
export type FeedReason = Static<typeof Reason>

const FeedItem = Type.Object({
  content: ContentCard,
  /** When it came into the feed: its publication, or its release or sharing after that. */
  at: Instant,
  /** Empty where everything is shown. */
  reasons: Type.Array(Reason),
  /** The id of the caller’s collection; null where it is not collected. */
  collectId: Nullable(Id),
})
export type FeedItem = Static<typeof FeedItem>

const HiddenKind = OneOf(['account', 'topic'] as const)
export type HiddenKind = Static<typeof HiddenKind>
const Hidden = Type.Object({ kind: HiddenKind, id: Id, name: Type.String(), createTime: Instant })
export type Hidden = Static<typeof Hidden>

export const feed = contract({
  items: {
    method: 'GET',
    path: base,
    summary: 'A part of the feed, each content once; `next` may lead on where a part has few items',
    access: 'signed-in',
    query: Type.Object({
      tab: AskedTab,
      /** `next` of the part before, which names the answered tab. */
      after: Type.Optional(Type.String({ maxLength: 100 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: FEED_PAGE_SIZE })),
    }),
    response: Type.Object({ tab: Tab, items: Type.Array(FeedItem), next: Nullable(Type.String()) }),
    cacheSeconds: 0,
  },
  newItems: {
    method: 'GET',
    path: `${base}/new-items`,
    summary: `How many items came after an instant, ${NEW_ITEMS_MAX} at most; by heat nothing is new`,
    access: 'signed-in',
    query: Type.Object({ tab: Tab, since: Instant }),
    response: Type.Object({ count: Type.Integer() }),
    cacheSeconds: 0,
  },
  hidden: {
    method: 'GET',
    path: `${base}/hidden`,
    summary: 'The accounts and topics that the caller hides, the newest first',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(Hidden) }),
    cacheSeconds: 0,
  },
  hide: {
    method: 'PUT',
    path: `${base}/hidden`,
    summary: 'Hides contents of an account or about a topic in the feed of the caller, or shows them again',
    access: 'signed-in',
    body: Body({ kind: HiddenKind, id: Id, hidden: Type.Boolean() }),
    response: Done,
    errors: [NOT_FOUND, TOO_MANY_HIDDEN],
    rate: { max: 60, windowSeconds: 60 },
  },
  myStatistic: {
    method: 'GET',
    path: '/knowledge-operation/attention/my-statistic',
    summary: 'The figures of the caller in the community (COMMUNITY-181)',
    access: 'signed-in',
    response: Type.Object({
      /** Contents of the caller that readers find, with their reads and likes. */
      published: Type.Integer(),
      drafts: Type.Integer(),
      reads: Type.Integer(),
      likes: Type.Integer(),
      /** Of the personal share account. */
      followers: Type.Integer(),
      following: Type.Integer(),
      /** Subscribed ones. */
      columns: Type.Integer(),
      circles: Type.Integer(),
      questions: Type.Integer(),
      answers: Type.Integer(),
    }),
    cacheSeconds: 0,
  },
})
