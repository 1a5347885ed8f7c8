/** Following accounts, topics, contents and whatever else registers for it. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOR_ONESELF, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, Page, PageQuery } from '#kit/schema.ts'

/** What one member may follow in all. */
export const followsMax = 2000

/** The list of what the member follows is full (COMMUNITY-092). */
export const TOO_MANY_FOLLOWS = errorCode(700530)

/** The kind of topics, for follows; the specification’s kinds end at 17. */
export const topicBusinessType = 105

const base = '/knowledge-operation/attention'

/** What kind of thing an id belongs to; the owning modules register their numbers. */
const BusinessType = Type.Integer({ minimum: 1, maximum: 32_767 })
const ref = { businessType: BusinessType, businessId: Id }
const Label = Type.Object({ cn: Type.String(), en: Type.String() })

const Followed = Type.Object({
  attentionId: Id,
  ...ref,
  /** Null where it is gone, or the caller may see it no longer. */
  item: Nullable(
    Type.Object({
      name: Type.String(),
      /** A hash path of the shell. */
      link: Type.String(),
      picture: Nullable(Type.String()),
    }),
  ),
  createTime: Instant,
})
export type Followed = Static<typeof Followed>

const FollowedTopic = Type.Object({
  attentionId: Id,
  topicId: Id,
  topicName: Type.String(),
  /** Followers of the topic. */
  attentionNum: Type.Integer(),
  createTime: Instant,
})
export type FollowedTopic = Static<typeof FollowedTopic>

export const following = contract({
  attention: {
    method: 'POST',
    path: base,
    summary:
      'Follows an object; the same call again unfollows it, unless `following` says what is wanted (COMMUNITY-097 to 099)',
    access: 'signed-in',
    body: Body({ ...ref, following: Type.Optional(Type.Boolean()) }),
    response: Type.Object({
      /** Null once it is not followed any more. */
      attentionId: Nullable(Id),
      following: Type.Boolean(),
      attentionNum: Type.Integer(),
    }),
    errors: [NOT_FOUND, NOT_FOR_ONESELF, TOO_MANY_FOLLOWS],
    rate: { max: 120, windowSeconds: 60 },
  },
  attentionState: {
    method: 'GET',
    path: `${base}/state`,
    summary: 'Whether the caller follows an object, and how many do',
    access: 'signed-in',
    query: Type.Object(ref),
    response: Type.Object({ attentionId: Nullable(Id), attentionNum: Type.Integer() }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  myAttention: {
    method: 'GET',
    path: `${base}/my-attention`,
    summary: 'What the caller follows, of one kind or all, the newest first (COMMUNITY-097)',
    access: 'signed-in',
    query: PageQuery({ businessType: Type.Optional(BusinessType) }),
    response: Page(Followed),
    cacheSeconds: 0,
  },
  myAttentionStatistic: {
    method: 'GET',
    path: `${base}/my-attention-statistic`,
    summary: 'How much the caller follows, in all and of each kind (COMMUNITY-182)',
    access: 'signed-in',
    response: Type.Object({
      attentionNum: Type.Integer(),
      /** What one member may follow. */
      max: Type.Integer(),
      items: Type.Array(Type.Object({ businessType: BusinessType, label: Label, count: Type.Integer() })),
    }),
    cacheSeconds: 0,
  },
  myAttentionTopics: {
    method: 'GET',
    path: '/knowledge-operation/topic/my-attention-topic',
    summary: 'The topics that the caller follows, the newest first (COMMUNITY-196)',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(FollowedTopic),
    cacheSeconds: 0,
  },
})
