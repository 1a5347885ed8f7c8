/** Items of a plan from a spreadsheet: all of its rows, or none. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { ImportRow } from '#kit/import-rows.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { UploadedFile } from '#server/module.ts'
import {
  dayOf,
  decimalOf,
  type ImportColumn,
  problemsOf,
  readImport,
  refuseProblems,
} from '#server/spreadsheet/import-rows.ts'
import { TOO_MANY_ROWS } from '../contract/codes.ts'
import {
  type CostCategory,
  type Costs,
  codeLengthMax,
  costCategories,
  costHundredthsMax,
  headcountMax,
  type ItemInput,
  importedRowsMax,
  nameLengthMax,
  newItem,
  noCosts,
  quotaMax,
} from '../contract/fields.ts'
import type { ItemColumn } from '../contract/plans.ts'
import type { PlansDb } from './db.ts'
import { insertItems } from './items.ts'
import { lockWritten } from './policy.ts'

const costHeadings: Readonly<Record<CostCategory, { readonly cn: string; readonly en: string }>> = {
  venue: { cn: '场地费', en: 'Venue' },
  trainer: { cn: '讲师费', en: 'Trainer' },
  material: { cn: '教材费', en: 'Material' },
  travel: { cn: '差旅费', en: 'Travel' },
  catering: { cn: '餐饮费', en: 'Catering' },
  other: { cn: '其他费用', en: 'Other' },
}

export const itemSheet: readonly ImportColumn<ItemColumn>[] = [
  { column: 'courseCode', cn: '课程编码', en: 'Course code', example: 'LD-01' },
  {
    ...{ column: 'name', cn: '班级名称', en: 'Class', isRequired: true },
    example: { cn: '新任经理训练营', en: 'New managers' },
  },
  { column: 'startsOn', cn: '开始日期', en: 'From', example: '2026-03-09' },
  { column: 'endsOn', cn: '结束日期', en: 'To', example: '2026-03-11' },
  { column: 'headcount', cn: '计划人数', en: 'Headcount', isRequired: true, example: '30' },
  { column: 'quota', cn: '名额', en: 'Quota', isRequired: true, example: '30' },
  ...costCategories.map((category) => ({ column: category, ...costHeadings[category], example: '0' })),
]

export const readItems = (upload: UploadedFile | undefined) =>
  readImport(upload, itemSheet, { rowsMax: importedRowsMax, tooMany: TOO_MANY_ROWS })

/** Codes that the rows before it and the plan have. */
function check(row: ImportRow<ItemColumn>, codes: Set<string>) {
  const { cells } = row
  const { problems, wrong } = problemsOf(row)
  if (cells.name === '') wrong('name', 'required')
  if (cells.name.length > nameLengthMax) wrong('name', 'too-long')
  const code = cells.courseCode
  if (code.length > codeLengthMax) wrong('courseCode', 'too-long')
  if (code !== '' && codes.has(code)) wrong('courseCode', 'duplicate-course')
  codes.add(code)
  const [startsOn, endsOn] = [dayOf(cells.startsOn) ?? null, dayOf(cells.endsOn) ?? null]
  for (const column of ['startsOn', 'endsOn'] as const)
    if (cells[column] !== '' && dayOf(cells[column]) === undefined) wrong(column, 'date')
  if (startsOn !== null && endsOn !== null && endsOn < startsOn) wrong('endsOn', 'order')
  const headcount = decimalOf(cells.headcount, { decimals: 0, max: headcountMax })
  if (headcount === undefined) wrong('headcount', 'headcount')
  const quota = decimalOf(cells.quota, { decimals: 0, max: quotaMax })
  if (quota === undefined) wrong('quota', 'quota')
  const costs: Record<CostCategory, number> = { ...noCosts }
  for (const category of costCategories) {
    const cost = cells[category] === '' ? 0 : decimalOf(cells[category], { decimals: 2, max: costHundredthsMax / 100 })
    if (cost === undefined) wrong(category, 'cost')
    costs[category] = cost ?? 0
  }
  const written = { name: cells.name, courseCode: code, startsOn, endsOn, costs: costs as Costs }
  const input: ItemInput = { ...newItem, ...written, headcount: headcount ?? 0, quota: quota ?? 0 }
  return { problems, input }
}

/** TRAINING-051, 053, 054 and 056: what is wrong is named by row and column, and nothing is written. */
export async function importItems(
  db: PlansDb,
  caller: Caller,
  id: string,
  rows: readonly ImportRow<ItemColumn>[],
  now: number,
) {
  await lockWritten(db, caller, id)
  const { rows: known } = await sql<{ code: string }>`
    select i.course_code as code from plans.item i where i.plan_id = ${id} and i.course_code <> ''`.execute(db)
  const codes = new Set(known.map(({ code }) => code))
  const found = rows.map((row) => check(row, codes))
  refuseProblems(found.flatMap(({ problems }) => problems))
  await assertClean(db, caller.companyId, { rows: rows.map(({ cells }) => cells.name).join('\n') })
  await insertItems(
    db,
    caller,
    id,
    found.map(({ input }) => input),
    now,
  )
  return { imported: rows.length }
}
