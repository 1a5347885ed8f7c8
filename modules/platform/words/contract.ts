/** Words: the sensitive words of a company, its exceptions, and how closely a text is looked at. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, OneOf, OptionalText, Page, PageQuery, Text } from '#kit/schema.ts'

/** The list has the word already, perhaps written another way. */
export const WORD_TAKEN = errorCode(900021)
/** A word of nothing but signs would be found nowhere. */
export const WORD_UNFINDABLE = errorCode(900022)
export const TOO_MANY_WORDS = errorCode(900023)

export const WORD_LENGTH_MAX = 50
export const CATEGORY_LENGTH_MAX = 20
export const PHRASE_LENGTH_MAX = 100
/** Words of one company. */
export const WORDS_MAX = 50_000
export const PHRASES_MAX = 5000
/** Lines or rows of one import. */
export const IMPORT_ROWS_MAX = 20_000
/** The longest text that is judged at once. */
export const JUDGED_LENGTH_MAX = 100_000

/** `refuse`: a text with it is not saved. `review`: it is saved, and a moderator is shown it. */
export const WordLevel = OneOf(['refuse', 'review'])
export type WordLevel = Static<typeof WordLevel>

export const Hit = Type.Object({
  /** First UTF-16 unit of the text as it was sent, and the one behind the last. */
  start: Type.Integer(),
  end: Type.Integer(),
  /** The word as the list has it. */
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

/** What stands between the characters of a word and is looked over. */
const Separators = OneOf(['none', 'spaces', 'all'])

const switches = {
  /** Full width, circled and other compatible forms are the plain character. */
  compatibleForms: Type.Boolean(),
  /** Zero-width and other invisible characters, and combining marks, are looked over. */
  invisible: Type.Boolean(),
  upperCase: Type.Boolean(),
  /** A traditional character is its simplified one. */
  traditional: Type.Boolean(),
  separators: Separators,
  /** A word of Latin letters or digits is found as a word of its own only, not inside another. */
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
  /** Rows that were, or with `dryRun` would be, new words. */
  addedCount: Type.Integer(),
  /** Rows whose word the list has; their category and level are taken over where they differ. */
  changedCount: Type.Integer(),
  sameCount: Type.Integer(),
  /** The first 200 rows that are refused; the others are imported without them. */
  problems: Type.Array(Type.Object({ row: Type.Integer(), value: Type.String(), problem: ImportProblem })),
  problemCount: Type.Integer(),
  dryRun: Type.Boolean(),
})
export type ImportReport = Static<typeof ImportReport>

/** The words are those of the whole company. */
const manage = { permission: 'word.manage', wholeCompany: true } as const
const WordId = Type.Object({ id: Id })
const Ids = Type.Array(Id, { minItems: 1, maxItems: 500 })
const WordText = Text(WORD_LENGTH_MAX)
const Category = OptionalText(CATEGORY_LENGTH_MAX)

export const words = contract({
  judgeText: {
    method: 'POST',
    path: '/system/sensitive/judge-str',
    summary: 'The sensitive words found in a text; an empty list when none (SYSTEM-125)',
    access: 'signed-in',
    body: Body({ text: Type.String({ maxLength: JUDGED_LENGTH_MAX }) }),
    response: Type.Array(Type.String()),
  },
  judgeTexts: {
    method: 'POST',
    path: '/system/sensitive/judge-texts',
    summary: 'Where the sensitive words stand in several texts of a form (SYSTEM-122)',
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
    access: manage,
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
    summary: 'The categories that the words have, each with its number of words',
    access: manage,
    response: Type.Object({ items: Type.Array(Type.Object({ category: Type.String(), wordCount: Type.Integer() })) }),
  },
  addWords: {
    method: 'POST',
    path: '/system/sensitive/words',
    summary: 'Adds words of one category and level; those that the list has already stay as they are',
    access: manage,
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
    summary: 'Changes a word, its category, its level, or whether it is looked for',
    access: manage,
    params: WordId,
    body: Body({ word: WordText, category: Category, level: WordLevel, enabled: Type.Boolean() }),
    response: Word,
    errors: [NOT_FOUND, WORD_TAKEN, WORD_UNFINDABLE],
  },
  switchWords: {
    method: 'PUT',
    path: '/system/sensitive/words-enabled',
    summary: 'Switches several words on or off',
    access: manage,
    body: Body({ ids: Ids, enabled: Type.Boolean() }),
    response: Type.Object({ changedCount: Type.Integer() }),
  },
  deleteWords: {
    method: 'POST',
    path: '/system/sensitive/words-deletion',
    summary: 'Deletes several words',
    access: manage,
    body: Body({ ids: Ids }),
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  importWords: {
    method: 'POST',
    path: '/system/sensitive/import',
    summary:
      'Words from a text file, a line each, or a spreadsheet: word, category, level. With dryRun nothing is written',
    access: manage,
    noDryRun: 'upload',
    kind: 'multipart',
    // Reading a spreadsheet takes its time, and holds no transaction.
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
    summary: 'All words as a spreadsheet that the import takes',
    access: manage,
    kind: 'stream',
    response: Type.Unknown(),
    timeoutMs: 120_000,
  },
  listPhrases: {
    method: 'GET',
    path: '/system/sensitive/allowed-phrases',
    summary: 'Phrases in which a sensitive word is meant otherwise and let through',
    access: manage,
    query: PageQuery({ keyword: Type.Optional(OptionalText(PHRASE_LENGTH_MAX)) }),
    response: Page(Phrase),
  },
  addPhrases: {
    method: 'POST',
    path: '/system/sensitive/allowed-phrases',
    summary: 'Adds phrases that are let through',
    access: manage,
    body: Body({ phrases: Type.Array(Text(PHRASE_LENGTH_MAX), { minItems: 1, maxItems: 500 }) }),
    response: Type.Object({ addedCount: Type.Integer(), sameCount: Type.Integer() }),
    errors: [WORD_UNFINDABLE, TOO_MANY_WORDS],
  },
  deletePhrase: {
    method: 'DELETE',
    path: '/system/sensitive/allowed-phrases/{id}',
    summary: 'The phrase is let through no longer',
    access: manage,
    params: WordId,
    response: Done,
    errors: [NOT_FOUND],
  },
  wordOptions: {
    method: 'GET',
    path: '/system/sensitive/options',
    summary: 'Which disguises are seen through',
    access: manage,
    response: WordOptions,
  },
  changeWordOptions: {
    method: 'PUT',
    path: '/system/sensitive/options',
    summary: 'Changes which disguises are seen through',
    access: manage,
    body: Body(switches),
    response: WordOptions,
  },
  tryText: {
    method: 'POST',
    path: '/system/sensitive/try',
    summary: 'What would be found in a text, with categories and levels; nothing is counted',
    access: manage,
    body: Body({ text: Type.String({ maxLength: 20_000 }) }),
    response: Type.Object({
      hits: Type.Array(Type.Object({ ...Hit.properties, category: Type.String(), level: WordLevel })),
      /** How long the search took, in microseconds. */
      tookMicroseconds: Type.Integer(),
    }),
  },
})
