/** What members do: search, and type. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, PageQuery } from '#kit/schema.ts'
import { searchFilters } from './filters.ts'

/** A longer text is refused (900001): nobody types it, and it would cost as much as a hundred searches. */
export const queryLengthMax = 200
/** Hits are counted no further, for each filter and for all of them. */
export const hitsCountedMax = 1000
export const suggestedMax = 8
export const passagesPerHitMax = 3

const Query = Type.String({ maxLength: queryLengthMax })

/** A part of the text beside it: the first UTF-16 unit, and the one after the last. */
const Mark = Type.Tuple([Type.Integer({ minimum: 0 }), Type.Integer({ minimum: 0 })])
export type Mark = Static<typeof Mark>
const Marks = Type.Array(Mark)

const Passage = Type.Object({
  text: Type.String(),
  marks: Marks,
  /** What it is of: the name of the section. */
  source: Type.String(),
  /** `at` is a second of a video, a page from 1, or without a meaning. */
  kind: OneOf(['second', 'page', 'text']),
  at: Type.Integer(),
  /** Opens the item at this place, as a path of the hash router: with `&at=` or `?at=` for a second, `page=` for a page. */
  link: Type.String(),
})
export type HitPassage = Static<typeof Passage>

const Hit = Type.Object({
  /** `course`, `subject`, `path`, `class`, `exam`, `survey`, `live`, `external-live`, `content`, `column`, … */
  kind: Type.String(),
  kindName: Type.String(),
  filter: OneOf([...searchFilters.slice(1), 'other']),
  /** Map `business-type`; null for what is no content. */
  businessType: Nullable(Type.Integer()),
  id: Id,
  title: Type.String(),
  titleMarks: Marks,
  /** Of the summary or of the text, around the first match; empty where there is none. */
  excerpt: Type.String(),
  excerptMarks: Marks,
  /** Where in the item it stands, at most three places. */
  passages: Type.Array(Passage),
  link: Type.String(),
  coverFileId: Nullable(Id),
  authorId: Nullable(Id),
  authorName: Type.String(),
  publishedAt: Nullable(Instant),
  startsAt: Nullable(Instant),
  endsAt: Nullable(Instant),
})
export type SearchHit = Static<typeof Hit>

const Count = Type.Object({ filter: OneOf(searchFilters), count: Type.Integer({ maximum: hitsCountedMax }) })

export const SearchAnswer = Type.Object({
  items: Type.Array(Hit),
  /** At most 1000; `isMore`: more match. */
  recordCount: Type.Integer({ minimum: 0, maximum: hitsCountedMax }),
  isMore: Type.Boolean(),
  /** Of every filter, whichever is chosen. */
  counts: Type.Array(Count),
  /** What was searched instead, because nothing matched what was typed; null: it is what was typed. */
  shownInstead: Nullable(
    Type.Object({
      /** `homophone`: what sounds alike; `pinyin`: what is pronounced so; `words`: the words, whatever stands between; `any`: some of them. */
      by: OneOf(['homophone', 'pinyin', 'words', 'any']),
      /** The spelling that the titles found have, as a hint; empty where there is none. */
      text: Type.String(),
    }),
  ),
  /** For `click`; null for an empty text. */
  searchId: Nullable(Id),
})
export type SearchAnswer = Static<typeof SearchAnswer>

export const Suggestions = Type.Object({
  /** Of the caller, the last ones first; while nothing is typed, or those that begin so. */
  recent: Type.Array(Type.String()),
  /** What many have found something by; only while nothing is typed. */
  hot: Type.Array(Type.String()),
  titles: Type.Array(
    Type.Object({
      kind: Type.String(),
      kindName: Type.String(),
      id: Id,
      title: Type.String(),
      marks: Marks,
      link: Type.String(),
    }),
  ),
})

export const searchingContract = contract({
  search: {
    method: 'GET',
    path: '/system/search',
    summary: 'What the caller may open and that contains all words of the text (SYSTEM-219, SYSTEM-220)',
    access: 'signed-in',
    query: PageQuery({
      query: Query,
      filter: Type.Optional(OneOf(searchFilters)),
      /** Kinds with commas, within the filter. */
      kinds: Type.Optional(Type.String({ maxLength: 200, pattern: '^[a-z-]+(,[a-z-]+)*$' })),
    }),
    response: SearchAnswer,
    writes: true,
    noDryRun: 'reading',
    cacheSeconds: 0,
  },
  suggest: {
    method: 'GET',
    path: '/system/search/suggest',
    summary: 'While somebody types: earlier texts, hot words, and titles, also by pinyin and initials',
    access: 'signed-in',
    query: Type.Object({ query: Type.Optional(Query) }),
    response: Suggestions,
    cacheSeconds: 0,
  },
  forgetSearches: {
    method: 'DELETE',
    path: '/system/search/recent',
    summary: 'Takes one text, or all, from the earlier texts of the caller',
    access: 'signed-in',
    query: Type.Object({ query: Type.Optional(Query) }),
    response: Done,
    rate: { max: 60, windowSeconds: 60 },
  },
  click: {
    method: 'POST',
    path: '/system/search/click',
    summary: 'Notes that the caller opened a hit, for the quality of the search',
    access: 'signed-in',
    body: Body({
      searchId: Id,
      kind: Type.String({ maxLength: 40 }),
      id: Id,
      /** The place of the hit, from 1. */
      place: Type.Integer({ minimum: 1, maximum: hitsCountedMax }),
    }),
    response: Done,
    errors: [NOT_FOUND],
    rate: { max: 1500, windowSeconds: 60 },
  },
})
