/** The tables of docs/spec, the requirements that quote their rows, and the rows that nothing serves yet. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RequirementId } from '#test/proves.ts'
import { readRequirements } from '#tools/check/requirements.ts'

const specification = join(import.meta.dirname, '../../docs/spec')

export type Table = 'calls' | 'codes' | 'maps' | 'limits' | 'screens'

function readTsv<Column extends string>(file: string, columns: readonly Column[]): Record<Column, string>[] {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  const names = header.split('\t')
  const places = columns.map((column) => names.indexOf(column))
  if (places.includes(-1)) throw new Error(`${file} has not the columns ${columns.join(', ')}`)
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(columns.map((column, index) => [column, cells[places[index] ?? 0] ?? ''])) as Record<
      Column,
      string
    >
  })
}

/** The rows of a table of docs/spec, with the columns that are asked for. */
export function readTable<Column extends string>(table: Table, columns: readonly Column[]): Record<Column, string>[] {
  return readTsv(join(specification, `${table}.tsv`), columns)
}

const pending = readTsv(join(import.meta.dirname, 'pending.tsv'), ['table', 'domain', 'row'])

/** The rows of a table that nothing serves yet, by their key. */
function pendingRows(table: Table): ReadonlySet<string> {
  return new Set(pending.filter((one) => one.table === table).map(({ row }) => row))
}

/** What there is of each in a table whose rows are all served or pending. */
export const inStep = { pendingButNotInTheTable: [], pendingAndServed: [], neitherPendingNorServed: [] }

/**
 * Each row of a table is served or stands in pending.tsv, never both and never neither. So the list can only shrink, and
 * no row is forgotten. To be expected to equal `inStep`, by the tests of either runner.
 */
export function outOfStep(table: Table, rows: readonly string[], isServed: (row: string) => boolean) {
  const waiting = pendingRows(table)
  return {
    pendingButNotInTheTable: [...waiting].filter((row) => !rows.includes(row)),
    // Built meanwhile: delete them in pending.tsv.
    pendingAndServed: [...waiting].filter(isServed),
    neitherPendingNorServed: rows.filter((row) => !waiting.has(row) && !isServed(row)),
  }
}

export interface QuotingRequirement {
  readonly id: RequirementId
  readonly text: string
}

/** The requirements whose text matches, by the quoted row: the first group of the pattern. */
export function requirementsThatQuote(pattern: RegExp): Map<string, QuotingRequirement[]> {
  const quoting = new Map<string, QuotingRequirement[]>()
  for (const { id, text } of readRequirements()) {
    const row = pattern.exec(text)?.[1]
    if (row === undefined) continue
    quoting.set(row, [...(quoting.get(row) ?? []), { id: id as RequirementId, text }])
  }
  return quoting
}
