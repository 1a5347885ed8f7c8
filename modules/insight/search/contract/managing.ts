/** What administrators do: synonyms, the words of the company, quality, and the rebuild. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, Page, PageQuery, Text } from '#kit/schema.ts'
import { managesSearch } from './access.ts'
import { REBUILD_RUNNING, SEARCH_WORD_EMPTY, SEARCH_WORD_TAKEN, SEARCH_WORDS_FULL } from './codes.ts'

export const searchWordLengthMax = 30
export const synonymsPerGroupMax = 20
export const synonymGroupsMax = 2000
export const dictionaryMax = 20_000
const importLengthMax = 400_000

const Word = Text(searchWordLengthMax)

const SynonymGroup = Type.Object({
  id: Id,
  words: Type.Array(Type.String()),
  updatedAt: Instant,
  updatedBy: Type.String(),
})
export type SynonymGroup = Static<typeof SynonymGroup>

const DictionaryWord = Type.Object({ id: Id, word: Type.String(), updatedAt: Instant })
export type DictionaryWord = Static<typeof DictionaryWord>

/** Rows from 1; the first 200 that were left out, and why. */
const ImportAnswer = Type.Object({
  addedCount: Type.Integer(),
  sameCount: Type.Integer(),
  problems: Type.Array(
    Type.Object({
      row: Type.Integer(),
      value: Type.String(),
      problem: Type.Union([
        Type.Literal('too-long'),
        Type.Literal('too-few'),
        Type.Literal('too-many'),
        Type.Literal('taken'),
        Type.Literal('empty'),
      ]),
    }),
  ),
  problemCount: Type.Integer(),
})
export type SearchImport = Static<typeof ImportAnswer>

const Day = Type.Object({
  /** Of the company’s calendar. */
  day: Type.String({ description: 'YYYY-MM-DD' }),
  searches: Type.Integer(),
  /** Found nothing. */
  empty: Type.Integer(),
  /** At least one hit was opened. */
  clicked: Type.Integer(),
})

const SearchedText = Type.Object({
  text: Type.String(),
  count: Type.Integer(),
  lastAt: Instant,
})

export const Quality = Type.Object({
  days: Type.Array(Day),
  /** Texts that found nothing, the most frequent first; at most 50. */
  empty: Type.Array(SearchedText),
  /** Texts that found something which nobody opened; at most 50. */
  notOpened: Type.Array(SearchedText),
  /** Hot words as members see them, and those that are hidden from them. */
  hot: Type.Array(Type.Object({ text: Type.String(), count: Type.Integer(), isHidden: Type.Boolean() })),
  /** The slowest searches; at most 20. */
  slow: Type.Array(Type.Object({ text: Type.String(), tookMs: Type.Integer(), at: Instant })),
  /** The mean place of opened hits, from 1; null while none was opened. */
  openedPlace: Nullable(Type.Number()),
  index: Type.Object({
    documents: Type.Array(Type.Object({ kind: Type.String(), kindName: Type.String(), count: Type.Integer() })),
    passages: Type.Integer(),
    /** Changes that are not in the index yet, and since when the oldest of them waits. */
    waiting: Type.Integer(),
    /** A rebuild that is running; null: none. */
    rebuildTaskId: Nullable(Id),
  }),
})
export type Quality = Static<typeof Quality>

const ById = Type.Object({ id: Id })

export const managingContract = contract({
  synonyms: {
    method: 'GET',
    path: '/system/search/synonyms',
    summary: 'Groups of words that mean the same in a search',
    access: managesSearch,
    query: PageQuery({ search: Type.Optional(Type.String({ maxLength: 50 })) }),
    response: Page(SynonymGroup),
  },
  saveSynonyms: {
    method: 'POST',
    path: '/system/search/synonyms',
    summary: 'Adds a group, or changes the one of this id',
    access: managesSearch,
    body: Body({
      id: Type.Optional(Id),
      words: Type.Array(Word, { minItems: 2, maxItems: synonymsPerGroupMax }),
    }),
    response: ById,
    errors: [NOT_FOUND, SEARCH_WORD_TAKEN, SEARCH_WORDS_FULL, SEARCH_WORD_EMPTY],
  },
  deleteSynonyms: {
    method: 'DELETE',
    path: '/system/search/synonyms/{id}',
    summary: 'Deletes a group of synonyms',
    access: managesSearch,
    params: ById,
    response: Done,
    errors: [NOT_FOUND],
  },
  importSynonyms: {
    method: 'POST',
    path: '/system/search/synonyms/import',
    summary: 'Adds groups: one a line, its words separated by commas',
    access: managesSearch,
    body: Body({ text: Text(importLengthMax) }),
    response: ImportAnswer,
    errors: [SEARCH_WORDS_FULL],
  },
  dictionary: {
    method: 'GET',
    path: '/system/search/dictionary',
    summary: 'Words of the company: names and terms that are not cut in two',
    access: managesSearch,
    query: PageQuery({ search: Type.Optional(Type.String({ maxLength: 50 })) }),
    response: Page(DictionaryWord),
  },
  saveDictionaryWord: {
    method: 'POST',
    path: '/system/search/dictionary',
    summary: 'Adds a word, or changes the one of this id',
    access: managesSearch,
    body: Body({ id: Type.Optional(Id), word: Word }),
    response: ById,
    errors: [NOT_FOUND, SEARCH_WORD_TAKEN, SEARCH_WORDS_FULL, SEARCH_WORD_EMPTY],
  },
  deleteDictionaryWord: {
    method: 'DELETE',
    path: '/system/search/dictionary/{id}',
    summary: 'Deletes a word of the company',
    access: managesSearch,
    params: ById,
    response: Done,
    errors: [NOT_FOUND],
  },
  importDictionary: {
    method: 'POST',
    path: '/system/search/dictionary/import',
    summary: 'Adds words: one a line',
    access: managesSearch,
    body: Body({ text: Text(importLengthMax) }),
    response: ImportAnswer,
    errors: [SEARCH_WORDS_FULL],
  },
  searchQuality: {
    method: 'GET',
    path: '/system/search/quality',
    summary: 'What members searched, what they did not find, and how the index is',
    access: managesSearch,
    query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 30 })) }),
    response: Quality,
  },
  hideHotWord: {
    method: 'PUT',
    path: '/system/search/hot-words',
    summary: 'Hides a text from the hot words, or shows it again',
    access: managesSearch,
    body: Body({ text: Text(200), isHidden: Type.Boolean() }),
    response: Done,
  },
  rebuildIndex: {
    method: 'POST',
    path: '/system/search/rebuild',
    summary: 'Reads everything of the company again, while the search goes on',
    access: managesSearch,
    body: Body({}),
    response: Type.Object({ taskId: Id }),
    errors: [REBUILD_RUNNING],
  },
})
