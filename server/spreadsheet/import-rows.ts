/** Reads the spreadsheet of a small import by its headings, in either language, and writes the template for it. */
import type { Language } from '#kit/caller.ts'
import { isCalendarDay } from '#kit/days.ts'
import { type ErrorCode, INVALID_INPUT, refuse } from '#kit/errors.ts'
import { IMPORT_INCORRECT, type ImportProblem, type ImportRow, type ImportRule } from '#kit/import-rows.ts'
import { cleanTitle, titlePattern } from '#kit/names.ts'
import type { StreamAnswer, UploadedFile } from '../module.ts'
import { sheetAnswer } from './answer.ts'
import { assertSpreadsheet, readSpreadsheet } from './reader.ts'

export interface ImportColumn<Column extends string> {
  readonly column: Column
  readonly cn: string
  readonly en: string
  readonly isRequired?: true
  /** What stands in the example row of the template. */
  readonly example: { readonly cn: string; readonly en: string } | string
}

interface Limits {
  readonly rowsMax: number
  readonly tooMany: ErrorCode
}

const heading = (column: ImportColumn<string>, language: Language) =>
  `${column[language]}${column.isRequired ? ' *' : ''}`
const isVisible = new RegExp(`^$|${titlePattern}`, 'u')

/** As the import takes it: one line without anything hidden; what only looks like a text is none. */
function visibleText(text: string): string {
  const line = cleanTitle(text.replace(/\p{Cc}+/gu, ' ')).trim()
  return isVisible.test(line)
    ? line
    : line.replace(/[\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu, '').trim()
}

const normal = (text: string) => text.replace(/\*/g, '').trim().toLowerCase()

/** Refuses what is no spreadsheet, one without a needed heading, and one with too many rows. Empty rows are left out. */
export async function readImport<Column extends string>(
  upload: UploadedFile | undefined,
  columns: readonly ImportColumn<Column>[],
  { rowsMax, tooMany }: Limits,
): Promise<{ rows: ImportRow<Column>[] }> {
  if (!upload) throw refuse(INVALID_INPUT)
  const { bytes } = upload
  assertSpreadsheet(bytes)
  const [first = [], ...lines] = await readSpreadsheet(bytes)
  const placeOf = ({ cn, en }: ImportColumn<Column>) =>
    first.findIndex((one) => normal(one) === normal(cn) || normal(one) === normal(en))
  const missing = columns.filter((one) => one.isRequired && placeOf(one) < 0)
  refuseProblems(missing.map(({ column }) => ({ row: 1, column, rule: 'heading' as const, value: '' })))
  const textAt = (line: readonly string[], at: number) => visibleText(at < 0 ? '' : (line[at] ?? ''))
  const rows = lines.flatMap((line, at) => {
    if (line.every((cell) => cell.trim() === '')) return []
    const cells = columns.map((one) => [one.column, textAt(line, placeOf(one))] as const)
    return [{ row: at + 2, cells: Object.fromEntries(cells) as Record<Column, string> }]
  })
  if (rows.length > rowsMax) throw refuse(tooMany, { max: rowsMax })
  return { rows }
}

export function importTemplate(
  name: string,
  columns: readonly ImportColumn<string>[],
  { language, plainName }: { readonly language: Language; readonly plainName: string },
): StreamAnswer {
  const example = columns.map(({ example: one }) => (typeof one === 'string' ? one : one[language]))
  return sheetAnswer(name, [columns.map((column) => heading(column, language)), example], { plainName })
}

/** Refuses an import with wrong cells. Nothing of it is written. */
export function refuseProblems(problems: readonly ImportProblem[]): void {
  if (problems.length > 0) throw refuse(IMPORT_INCORRECT, { problems: [...problems].sort((a, b) => a.row - b.row) })
}

/** A number of at most so many decimals, in units of the last of them; undefined for what is none. */
export function decimalOf(text: string, { decimals, max }: { decimals: number; max: number }): number | undefined {
  const pattern = decimals === 0 ? /^\d{1,9}$/ : new RegExp(`^\\d{1,9}(\\.\\d{1,${decimals}})?$`)
  if (!pattern.test(text)) return undefined
  const unit = 10 ** decimals
  const found = Math.round(Number(text) * unit)
  return found <= max * unit ? found : undefined
}

/** A calendar day written as `2026-11-27`, `2026/11/27` or `2026.11.27`; undefined for what is none. */
export function dayOf(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(20\d\d)[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDay(written) ? written : undefined
}

/** Notes what is wrong in the cells of a row. */
export function problemsOf<Column extends string>({ row, cells }: ImportRow<Column>) {
  const problems: ImportProblem[] = []
  return {
    problems,
    wrong(column: Column, rule: ImportRule): void {
      problems.push({ row, column, rule, value: cells[column] })
    },
  }
}
