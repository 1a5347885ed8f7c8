/** Catalog: what can be chosen, of every kind of content. All else is said through the calls of the modules that own it. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { Id, Instant, Nullable, OptionalText } from '#kit/schema.ts'
import { articleCalls } from './contract/article.ts'

export { ImportedArticle } from './contract/article.ts'

const BusinessType = Type.Integer({ minimum: 1, maximum: 1000 })
const Kinds = Type.Array(BusinessType, { minItems: 1, maxItems: 20, uniqueItems: true })

/** An item to choose, with what tells it from others of the same name. */
export const ContentChoice = Type.Object({
  businessType: Type.Integer(),
  businessId: Id,
  name: Type.String(),
  /** The label of the kind, in the caller's language. */
  kind: Type.String(),
  coverPath: Nullable(Type.String()),
  author: Nullable(Type.String()),
  category: Nullable(Type.String()),
  /** Where a kind has states that matter to the choice: a live session has not started, or can be watched again. */
  status: Nullable(Type.String()),
  /** When it was published; of a live session, when it starts. */
  at: Nullable(Instant),
})
export type ContentChoice = Static<typeof ContentChoice>

export const ContentChoices = Type.Object({
  /** Every kind that was asked for, with the number of its matches; `hasMore`: there are more than that. */
  kinds: Type.Array(
    Type.Object({
      businessType: Type.Integer(),
      label: Type.String(),
      count: Type.Integer(),
      hasMore: Type.Boolean(),
    }),
  ),
  /** The category tree of the chosen kind, parents before their children. */
  categories: Type.Array(Type.Object({ id: Id, parentId: Nullable(Id), name: Type.String() })),
  items: Type.Array(ContentChoice),
  /** There are more items than these. */
  hasMore: Type.Boolean(),
})
export type ContentChoices = Static<typeof ContentChoices>

export const catalog = contract({
  ...articleCalls,
  contentOpening: {
    method: 'GET',
    path: '/content/{businessType}/{id}/opening',
    summary: 'The screen on which the caller opens the content; null where they may not open it now',
    access: 'signed-in',
    params: Type.Object({ businessType: BusinessType, id: Id }),
    response: Type.Object({
      link: Nullable(Type.String()),
      /** The label of the kind, in the caller's language. */
      kind: Type.String(),
    }),
    cacheSeconds: 0,
  },
  contentChoices: {
    method: 'GET',
    path: '/content/choices',
    summary: 'Content that the caller may choose for others, of one kind or of all, by name; at most 50 items',
    access: 'signed-in',
    query: Type.Object({
      /** Only these kinds, or all but these. */
      kinds: Type.Optional(Kinds),
      without: Type.Optional(Kinds),
      /** Only kinds with which this module does something: `study` for what can be studied. */
      facet: Type.Optional(OptionalText(30)),
      /** The kind whose items are listed; without it, items of all kinds take turns. */
      businessType: Type.Optional(BusinessType),
      categoryId: Type.Optional(Id),
      search: Type.Optional(OptionalText(100)),
    }),
    response: ContentChoices,
    cacheSeconds: 0,
  },
})
