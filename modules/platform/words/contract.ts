/** Words: a company's sensitive words, its allowed phrases, and the options of the search. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, OneOf, OptionalText, Page, PageQuery, Text } from '#kit/schema.ts'
import { managesWords } from './contract/access.ts'

/** The list already has the word, perhaps in another spelling. */
export const WORD_TAKEN = errorCode(900021)
/** A word of punctuation alone can never be found. */
export const WORD_UNFINDABLE = errorCode(900022)
export const TOO_MANY_WORDS = errorCode(900023)

export const WORD_LENGTH_MAX = 50
export const CATEGORY_LENGTH_MAX = 20
export const PHRASE_LENGTH_MAX = 100
/** The limit of one company. */
export const WORDS_MAX = 50_000
export const PHRASES_MAX = 5000
/** Lines or rows of one import. */
export const IMPORT_ROWS_MAX = 20_000
/** The longest text of one check. */
export const CHECKED_LENGTH_MAX = 100_000

/** `refuse`: a text with the word is not saved. `review`: the text is saved and shown to a moderator. */
export const WordLevel = OneOf(['refuse', 'review'])
export type WordLevel = Static<typeof WordLevel>

export const Hit = Type.Object({
  /** The first UTF-16 unit of the hit in the original text, and the unit after the last. */
  start: Type.Integer(),
  end: Type.Integer(),
  /** The word as it is in the list. */
  word: Type.String(),
})
export type Hit = Static<typeof Hit>

const Word = Type.Object({
  id: Id,
  word: Type.String(),
  category: Type.String(),
  level: WordLevel,
  enabled: Type.Boolean(),
  updatedAt: Instant,
})
export type Word = Static<typeof Word>

const Phrase = Type.Object({ id: Id, phrase: Type.String(), updatedAt: Instant })
export type Phrase = Static<typeof Phrase>

/** Which characters between those of a word the search ignores. */
const Separators = OneOf(['none', 'spaces', 'all'])

const switches = {
  /** Full-width, circled and other compatible forms equal the plain character. */
  compatibleForms: Type.Boolean(),
  /** The search ignores zero-width and other invisible characters and combining marks. */
  invisible: Type.Boolean(),
  upperCase: Type.Boolean(),
  /** A traditional character equals its simplified form. */
  traditional: Type.Boolean(),
  separators: Separators,
  /** A word of Latin letters or digits is found as a whole word only, not inside another. */
  wholeLatinWords: Type.Boolean(),
  /** Chinese words of this many characters or more are found by their pinyin initials; 0: none. */
  pinyinInitialsFrom: OneOf([0, 2, 3, 4]),
  /** Chinese words of two characters or more are found in full pinyin. */
  pinyin: Type.Boolean(),
}
export const WordOptions = Type.Object(switches)
export type WordOptions = Static<typeof WordOptions>

export const ImportProblem = OneOf([
  'empty',
  'too-long',
  'unfindable',
  'repeated',
  'level-unknown',
  'category-too-long',
])
export type ImportProblem = Static<typeof ImportProblem>

const ImportReport = Type.Object({
  rowCount: Type.Integer(),
  /** Rows with new words; with `dryRun`, rows that would be added. */
  addedCount: Type.Integer(),
  /** Rows with a known word whose category or level changes. */
  changedCount: Type.Integer(),
  sameCount: Type.Integer(),
  /** The first 200 refused rows; the other rows are imported. */
  problems: Type.Array(Type.Object({ row: Type.Integer(), value: Type.String(), problem: ImportProblem })),
  problemCount: Type.Integer(),
  dryRun: Type.Boolean(),
})
export type ImportReport = Static<typeof ImportReport>

/** The list belongs to the whole company. */
const WordId = Type.Object({ id: Id })
const Ids = Type.Array(Id, { minItems: 1, maxItems: 500 })
const WordText = Text(WORD_LENGTH_MAX)
const Category = OptionalText(CATEGORY_LENGTH_MAX)

export const words = contract({
  checkText: {
    method: 'POST',
    path: '/system/sensitive/judge-str',
    summary: 'The sensitive words in a text; an empty list if there are none (SYSTEM-125)',
    access: 'signed-in',
    body: Body({ text: Type.String({ maxLength: CHECKED_LENGTH_MAX }) }),
    response: Type.Array(Type.String()),
  },
  checkTexts: {
    method: 'POST',
    path: '/system/sensitive/judge-texts',
    summary: 'The positions of sensitive words in the texts of a form (SYSTEM-122)',
    access: 'signed-in',
    body: Body({
      texts: Type.Array(Body({ path: Type.String({ maxLength: 200 }), text: Type.String({ maxLength: 20_000 }) }), {
        maxItems: 50,
      }),
    }),
    response: Type.Object({
      words: Type.Array(Type.String()),
      fields: Type.Array(Type.Object({ path: Type.String(), hits: Type.Array(Hit) })),
    }),
  },
  listWords: {
    method: 'GET',
    path: '/system/sensitive/words',
    summary: 'The sensitive words of the company, by text, category, level and state',
    access: managesWords,
    query: PageQuery({
      keyword: Type.Optional(OptionalText(WORD_LENGTH_MAX)),
      category: Type.Optional(Category),
      level: Type.Optional(WordLevel),
      enabled: Type.Optional(Type.Boolean()),
    }),
    response: Page(Word),
  },
  wordCategories: {
    method: 'GET',
    path: '/system/sensitive/categories',
    summary: 'The categories of the words, each with its number of words',
    access: managesWords,
    response: Type.Object({ items: Type.Array(Type.Object({ category: Type.String(), wordCount: Type.Integer() })) }),
  },
  addWords: {
    method: 'POST',
    path: '/system/sensitive/words',
    summary: 'Adds words of one category and level; known words stay unchanged',
    access: managesWords,
    body: Body({
      words: Type.Array(WordText, { minItems: 1, maxItems: 500 }),
      category: Category,
      level: WordLevel,
    }),
    response: Type.Object({ addedCount: Type.Integer(), sameCount: Type.Integer() }),
    errors: [WORD_UNFINDABLE, TOO_MANY_WORDS],
  },
  changeWord: {
    method: 'PUT',
    path: '/system/sensitive/words/{id}',
    summary: 'Changes a word: its text, category, level or switch',
    access: managesWords,
    params: WordId,
    body: Body({ word: WordText, category: Category, level: WordLevel, enabled: Type.Boolean() }),
    response: Word,
    errors: [NOT_FOUND, WORD_TAKEN, WORD_UNFINDABLE],
  },
  switchWords: {
    method: 'PUT',
    path: '/system/sensitive/words-enabled',
    summary: 'Switches several words on or off',
    access: managesWords,
    body: Body({ ids: Ids, enabled: Type.Boolean() }),
    response: Type.Object({ changedCount: Type.Integer() }),
  },
  deleteWords: {
    method: 'POST',
    path: '/system/sensitive/words-deletion',
    summary: 'Deletes several words',
    access: managesWords,
    body: Body({ ids: Ids }),
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  importWords: {
    method: 'POST',
    path: '/system/sensitive/import',
    summary:
      'Imports words from a text file (one per line) or a spreadsheet: word, category, level. With dryRun nothing is written',
    access: managesWords,
    noDryRun: 'upload',
    kind: 'multipart',
    // Reading a spreadsheet is slow, so no transaction is open meanwhile.
    outside: true,
    body: Body({ dryRun: Type.Optional(Type.Boolean()) }),
    uploadBytesMax: 10 * 1024 * 1024,
    timeoutMs: 120_000,
    response: ImportReport,
    errors: [FILE_TYPE_UNSUPPORTED, FILE_TOO_LARGE, TOO_MANY_WORDS],
  },
  exportWords: {
    method: 'GET',
    path: '/system/sensitive/export',
    summary: 'All words as a spreadsheet that can be imported again',
    access: managesWords,
    kind: 'stream',
    response: Type.Unknown(),
    timeoutMs: 120_000,
  },
  listPhrases: {
    method: 'GET',
    path: '/system/sensitive/allowed-phrases',
    summary: 'Allowed phrases: a sensitive word inside one is no hit',
    access: managesWords,
    query: PageQuery({ keyword: Type.Optional(OptionalText(PHRASE_LENGTH_MAX)) }),
    response: Page(Phrase),
  },
  addPhrases: {
    method: 'POST',
    path: '/system/sensitive/allowed-phrases',
    summary: 'Adds allowed phrases',
    access: managesWords,
    body: Body({ phrases: Type.Array(Text(PHRASE_LENGTH_MAX), { minItems: 1, maxItems: 500 }) }),
    response: Type.Object({ addedCount: Type.Integer(), sameCount: Type.Integer() }),
    errors: [WORD_UNFINDABLE, TOO_MANY_WORDS],
  },
  deletePhrase: {
    method: 'DELETE',
    path: '/system/sensitive/allowed-phrases/{id}',
    summary: 'Deletes an allowed phrase',
    access: managesWords,
    params: WordId,
    response: Done,
    errors: [NOT_FOUND],
  },
  wordOptions: {
    method: 'GET',
    path: '/system/sensitive/options',
    summary: 'The disguises that the search recognizes',
    access: managesWords,
    response: WordOptions,
  },
  changeWordOptions: {
    method: 'PUT',
    path: '/system/sensitive/options',
    summary: 'Changes the disguises that the search recognizes',
    access: managesWords,
    body: Body(switches),
    response: WordOptions,
  },
  tryText: {
    method: 'POST',
    path: '/system/sensitive/try',
    summary: 'The hits in a test text, with categories and levels; nothing is counted',
    access: managesWords,
    body: Body({ text: Type.String({ maxLength: 20_000 }) }),
    response: Type.Object({
      hits: Type.Array(Type.Object({ ...Hit.properties, category: Type.String(), level: WordLevel })),
      /** How long the search took, in microseconds. */
      tookMicroseconds: Type.Integer(),
    }),
  },
})
