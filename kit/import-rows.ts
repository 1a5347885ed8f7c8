/**
 * Small imports: a spreadsheet of some rows is read, shown with what is wrong in each cell, corrected there, and imported as a
 * whole or not at all. Reading keeps nothing; the import itself takes the rows as texts and can be tried (`X-Dry-Run`).
 */
import { type Static, Type } from 'typebox'
import { errorCode } from './errors.ts'
import { Body, OptionalTitle } from './schema.ts'

/** Some cells are wrong, and nothing was imported. `data.problems`: which, and why */
export const IMPORT_INCORRECT = errorCode(900014)

export const importCellLengthMax = 300

/** Why a cell is wrong, and the text in kit's messages that says it. Those under `dict` are the specification's. */
export const importRuleTexts = {
  heading: 'import-rules.heading',
  required: 'import-rules.required',
  'too-long': 'import-rules.too-long',
  date: 'import-rules.date',
  order: 'import-rules.order',
  choice: 'import-rules.choice',
  number: 'import-rules.number',
  'unknown-member': 'import-rules.unknown-member',
  'ambiguous-member': 'import-rules.ambiguous-member',
  'disabled-member': 'import-rules.disabled-member',
  'other-name': 'import-rules.other-name',
  audience: 'import-rules.audience',
  twice: 'import-rules.twice',
  'duplicate-course': 'dict.import-duplicate-course',
  score: 'dict.import-score',
  cost: 'dict.import-cost',
  quota: 'dict.import-quota',
  headcount: 'dict.import-headcount',
} as const
export type ImportRule = keyof typeof importRuleTexts

/** A wrong cell, as `data.problems` of the refusal lists it; its answer says the rule in words as well (`message`). */
export interface ImportProblem {
  /** As the spreadsheet counts: the heading is row 1. */
  readonly row: number
  readonly column: string
  readonly rule: ImportRule
  readonly value: string
}

export interface ImportRow<Column extends string> {
  readonly row: number
  readonly cells: Readonly<Record<Column, string>>
}

export const ImportResult = Type.Object({ imported: Type.Integer() })
export type ImportResult = Static<typeof ImportResult>

/** What reading a spreadsheet with these columns answers, and the body of its import: its rows as texts. */
export function importSchemas<const Column extends string>(columns: readonly Column[], rowsMax: number) {
  const cells = Object.fromEntries(columns.map((column) => [column, OptionalTitle(importCellLengthMax)]))
  const shape = Type.Object(
    {
      row: Type.Integer({ minimum: 2, maximum: 1_000_000 }),
      cells: Type.Object(cells, { additionalProperties: false }),
    },
    { additionalProperties: false },
  )
  const rows = (limits: { minItems?: number; maxItems?: number }) =>
    Type.Unsafe<ImportRow<Column>[]>(Type.Array(shape, limits))
  return {
    Read: Type.Object({ rows: rows({}) }),
    Written: Body({ rows: rows({ minItems: 1, maxItems: rowsMax }) }),
  }
}
