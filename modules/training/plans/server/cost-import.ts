/** Costs of a class from a spreadsheet: all of its rows, or none. */
import type { Caller } from '#kit/caller.ts'
import type { ImportRow } from '#kit/import-rows.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { runClass } from '#modules/training/classes/server.ts'
import type { UploadedFile } from '#server/module.ts'
import {
  dayOf,
  decimalOf,
  type ImportColumn,
  problemsOf,
  readImport,
  refuseProblems,
} from '#server/spreadsheet/import-rows.ts'
import { moduleText } from '#server/texts.ts'
import { TOO_MANY_ROWS } from '../contract/codes.ts'
import type { LineColumn } from '../contract/costs.ts'
import {
  costCategories,
  costHundredthsMax,
  importedRowsMax,
  type LineInput,
  labelLengthMax,
  lineKinds,
} from '../contract/fields.ts'
import { insertLines } from './costs.ts'
import type { PlansDb } from './db.ts'

export const lineSheet: readonly ImportColumn<LineColumn>[] = [
  { column: 'kind', cn: '类型', en: 'Kind', example: { cn: '实际', en: 'Actual' } },
  { column: 'category', cn: '类别', en: 'Category', isRequired: true, example: { cn: '场地费', en: 'Venue' } },
  { column: 'label', cn: '名目', en: 'What for', example: { cn: '301 培训室', en: 'Room 301' } },
  { column: 'cost', cn: '金额', en: 'Cost', isRequired: true, example: '3500.00' },
  { column: 'spentOn', cn: '发生日期', en: 'Spent on', example: '2026-03-09' },
  { column: 'note', cn: '备注', en: 'Note', example: '' },
]

export const readCosts = (upload: UploadedFile | undefined) =>
  readImport(upload, lineSheet, { rowsMax: importedRowsMax, tooMany: TOO_MANY_ROWS })

/** A value by its label in either language, or by its own name. */
function labelled<Value extends string>(values: readonly Value[], map: string, text: string): Value | undefined {
  const says = (value: Value, language: 'cn' | 'en') =>
    moduleText('plans', `maps.${map}.${value}`, language)?.toLowerCase() === text.toLowerCase()
  return values.find((value) => value === text || says(value, 'cn') || says(value, 'en'))
}

function check(row: ImportRow<LineColumn>) {
  const { cells } = row
  const { problems, wrong } = problemsOf(row)
  const kind = cells.kind === '' ? 'actual' : labelled(lineKinds, 'lineKind', cells.kind)
  if (kind === undefined) wrong('kind', 'choice')
  const category = labelled(costCategories, 'category', cells.category)
  if (category === undefined) wrong('category', cells.category === '' ? 'required' : 'choice')
  if (cells.label.length > labelLengthMax) wrong('label', 'too-long')
  const costHundredths = decimalOf(cells.cost, { decimals: 2, max: costHundredthsMax / 100 })
  if (costHundredths === undefined) wrong('cost', 'cost')
  const spentOn = cells.spentOn === '' ? null : dayOf(cells.spentOn)
  if (spentOn === undefined) wrong('spentOn', 'date')
  const { label, note } = cells
  return { problems, input: { kind, category, label, note, costHundredths, spentOn, voucherFileId: null } as LineInput }
}

export async function importCosts(
  db: PlansDb,
  caller: Caller,
  classId: string,
  rows: readonly ImportRow<LineColumn>[],
  now: number,
) {
  await runClass(db, caller, classId, { forEdit: true })
  const found = rows.map(check)
  refuseProblems(found.flatMap(({ problems }) => problems))
  const texts = rows.map(({ cells }) => `${cells.label}\n${cells.note}`)
  await assertClean(db, caller.companyId, { rows: texts.join('\n') })
  await insertLines(
    db,
    caller,
    classId,
    found.map(({ input }) => input),
    now,
  )
  return { imported: rows.length }
}
