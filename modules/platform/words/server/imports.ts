/** Import of words from a file, and export to a spreadsheet. */

import type { Caller, Language } from '#kit/caller.ts'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Context, StreamAnswer, UploadedFile } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import { assertSpreadsheet, readSpreadsheet } from '#server/spreadsheet/reader.ts'
import {
  CATEGORY_LENGTH_MAX,
  IMPORT_ROWS_MAX,
  type ImportProblem,
  type ImportReport,
  TOO_MANY_WORDS,
  WORD_LENGTH_MAX,
  type WordLevel,
} from '../contract.ts'
import { type WordsDb, wordsTables } from './db.ts'
import { keyOf, type WordRow, writeWords } from './words.ts'

const PROBLEMS_SHOWN = 200
const TEXT_BYTES_MAX = 5 * 1024 * 1024

const headings: Readonly<Record<Language, readonly string[]>> = {
  cn: ['敏感词', '分类', '处理方式', '状态'],
  en: ['Word', 'Category', 'Level', 'State'],
}
const levelNames: Readonly<Record<Language, Readonly<Record<WordLevel, string>>>> = {
  cn: { refuse: '拦截', review: '人工复核' },
  en: { refuse: 'refuse', review: 'review' },
}
const stateNames = { cn: { on: '启用', off: '停用' }, en: { on: 'on', off: 'off' } } as const

/** Every name of a level, in both languages; an empty cell means `refuse`. */
const levels: ReadonlyMap<string, WordLevel> = new Map([
  ['', 'refuse'],
  ...Object.values(levelNames).flatMap((names) =>
    Object.entries(names).map(([level, name]): [string, WordLevel] => [name, level as WordLevel]),
  ),
])
const headingNames = new Set([headings.cn[0], headings.en[0]?.toLowerCase()])

/** Valid UTF-8 is read as such, all else as GB18030, because older Chinese spreadsheets and editors write it. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** One word per line, followed by its category and level after tabs or commas. */
function textRows(bytes: Buffer): string[][] {
  if (bytes.includes(0)) throw refuse(FILE_TYPE_UNSUPPORTED)
  const lines = decode(bytes).split(/\r\n|\r|\n/)
  return lines.map((line) => line.split(/[\t,，]/).map((cell) => cell.trim()))
}

async function readRows({ name, bytes }: UploadedFile): Promise<string[][]> {
  if (/\.xlsx$/i.test(name)) {
    assertSpreadsheet(bytes)
    return readSpreadsheet(bytes).catch(() => {
      throw refuse(FILE_TYPE_UNSUPPORTED)
    })
  }
  if (!/\.(txt|csv)$/i.test(name)) throw refuse(FILE_TYPE_UNSUPPORTED)
  if (bytes.length > TEXT_BYTES_MAX) throw refuse(FILE_TOO_LARGE, { sizeBytesMax: TEXT_BYTES_MAX })
  return textRows(bytes)
}

function problemOf(word: string, category: string, level: WordLevel | undefined): ImportProblem | undefined {
  if (word === '') return 'empty'
  if ([...word].length > WORD_LENGTH_MAX) return 'too-long'
  if ([...category].length > CATEGORY_LENGTH_MAX) return 'category-too-long'
  if (level === undefined) return 'level-unknown'
  return keyOf(word) === '' ? 'unfindable' : undefined
}

interface Checked {
  readonly rowCount: number
  readonly words: readonly WordRow[]
  readonly problems: ImportReport['problems']
}

/** Numbers rows as the file does. Empty lines and the heading do not count as rows. */
function check(rows: readonly (readonly string[])[]): Checked {
  const words = new Map<string, WordRow>()
  const problems: ImportReport['problems'] = []
  let rowCount = 0
  for (const [index, cells] of rows.entries()) {
    const [word = '', category = '', levelName = ''] = cells
    if (cells.every((cell) => cell === '')) continue
    if (index === 0 && headingNames.has(word.toLowerCase())) continue
    rowCount += 1
    const level = levels.get(levelName.toLowerCase())
    const key = keyOf(word)
    const problem = problemOf(word, category, level) ?? (words.has(key) ? 'repeated' : undefined)
    if (problem) problems.push({ row: index + 1, value: (word || category || levelName).slice(0, 100), problem })
    else words.set(key, { word, key, category: category || null, level: levelName === '' ? null : (level ?? null) })
  }
  return { rowCount, words: [...words.values()], problems }
}

class DryRun extends Error {}

/** Writes the words; a dry run rolls them back and keeps the counts. */
async function write(db: WordsDb, caller: Caller, words: readonly WordRow[], dryRun: boolean, now: number) {
  let outcome = { addedCount: 0, changedCount: 0 }
  try {
    await inTransaction(db, async (transaction) => {
      outcome = await writeWords(transaction, caller, words, { overwrite: true, now })
      if (dryRun) throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  return outcome
}

export async function importWords(
  connection: Connection,
  { caller, now, upload, audit }: Context,
  dryRun: boolean,
): Promise<ImportReport> {
  const rows = await readRows(upload as UploadedFile)
  if (rows.length > IMPORT_ROWS_MAX) throw refuse(TOO_MANY_WORDS, { max: IMPORT_ROWS_MAX })
  const { rowCount, words, problems } = check(rows)
  const { addedCount, changedCount } = await write(wordsTables(connection), caller, words, dryRun, now)
  audit({ type: 'sensitive-word', name: upload?.name, after: { dryRun, addedCount, changedCount } })
  return {
    rowCount,
    addedCount,
    changedCount,
    sameCount: words.length - addedCount - changedCount,
    problems: problems.slice(0, PROBLEMS_SHOWN),
    problemCount: problems.length,
    dryRun,
  }
}

/** All words as a spreadsheet that can be imported again. */
export async function exportWords(connection: Connection, { caller, language }: Context): Promise<StreamAnswer> {
  const words = await wordsTables(connection)
    .selectFrom('words.word')
    .select(['word', 'category', 'level', 'enabled'])
    .where('company_id', '=', caller.companyId)
    .orderBy('category')
    .orderBy('word')
    .execute()
  const rows = words.map(({ word, category, level, enabled }) => {
    return [word, category, levelNames[language][level as WordLevel], stateNames[language][enabled ? 'on' : 'off']]
  })
  const title = language === 'cn' ? '敏感词' : 'Sensitive words'
  return sheetAnswer(title, [headings[language], ...rows], { sheetName: title, plainName: 'words' })
}
