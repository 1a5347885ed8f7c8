/** The costs of a class: planned and actual, line by line. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { assertDays } from '#kit/days.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { grantFiles, ownsFile } from '#modules/platform/files/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { enrolledSql, runClass } from '#modules/training/classes/server.ts'
import { PLAN_CHANGED, TOO_MANY_LINES } from '../contract/codes.ts'
import type { ClassCosts, CostLine } from '../contract/costs.ts'
import { costCategories, type LineInput, linesMax } from '../contract/fields.ts'
import type { plans } from '../contract.ts'
import type { PlansDb } from './db.ts'

const columnsOf = (input: LineInput) => ({
  kind: input.kind,
  category: input.category,
  label: input.label,
  cost_hundredths: input.costHundredths,
  spent_on: input.spentOn,
  note: input.note.trim(),
  voucher_file_id: input.voucherFileId,
})

type LineRow = Omit<CostLine, 'voucher'>

export async function linesOf(db: PlansDb, { id, companyId }: { id: string; companyId: string }): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.id, l.kind, l.category, l.label, l.cost_hundredths as "costHundredths", l.spent_on::text as "spentOn", l.note,
      l.voucher_file_id as "voucherFileId", d.full_name as "enteredBy", l.entered_at as "enteredAt", l.revision
    from plans.cost_line l left join ${directorySql(companyId)} d on d.id = l.entered_by
    where l.class_id = ${id} and l.company_id = ${companyId} order by l.entered_at, l.id`.execute(db)
  return rows
}

const addressSeconds = 4 * 3600

/** Vouchers at addresses for the reader alone; what is gone is missing. */
async function withVouchers(db: PlansDb, { companyId, memberId }: Caller, rows: readonly LineRow[], now: number) {
  const ids = rows.flatMap(({ voucherFileId }) => voucherFileId ?? [])
  const files = await grantFiles(db, { companyId, memberId, seconds: addressSeconds, now }, ids)
  const vouchers = new Map(files.flatMap(({ id, name, url }) => (url === null ? [] : [[id, { name, url }] as const])))
  return rows.map((row): CostLine => ({ ...row, voucher: vouchers.get(row.voucherFileId ?? '') ?? null }))
}

const sumOf = (rows: readonly LineRow[], kind: LineRow['kind'], category?: string) =>
  rows
    .filter((one) => one.kind === kind && (category === undefined || one.category === category))
    .reduce((sum, one) => sum + one.costHundredths, 0)

const amountsOf = (rows: readonly LineRow[], category?: string) => ({
  plannedHundredths: sumOf(rows, 'planned', category),
  actualHundredths: sumOf(rows, 'actual', category),
})

export async function getCosts(db: PlansDb, caller: Caller, classId: string, now: number): Promise<ClassCosts> {
  const { id, companyId, name, closedAt } = await runClass(db, caller, classId)
  const rows = await linesOf(db, { id, companyId })
  const { rows: facts } = await sql<Pick<ClassCosts, 'plan' | 'participants'>>`
    select (select count(*)::int from ${enrolledSql(companyId, id)} e) as participants,
      (select json_build_object('id', p.id, 'name', p.name, 'item', i.name) from plans.item_class c
        join plans.item i on i.id = c.item_id join plans.plan p on p.id = i.plan_id
        where c.class_id = ${id} and c.company_id = ${companyId}) as plan`.execute(db)
  return {
    ...{ className: name, isClosed: closedAt !== null, lines: await withVouchers(db, caller, rows, now) },
    categories: costCategories.map((category) => ({ category, ...amountsOf(rows, category) })),
    ...amountsOf(rows),
    ...(facts[0] as Pick<ClassCosts, 'plan' | 'participants'>),
  }
}

/** A voucher is one that the caller has uploaded; the one that stood there stays. */
async function assertInput(db: PlansDb, caller: Caller, input: LineInput, before: string | null): Promise<void> {
  const { voucherFileId, spentOn, label, note } = input
  assertDays({ spentOn })
  const isNew = voucherFileId !== null && voucherFileId !== before
  if (isNew && !(await ownsFile(db, caller, voucherFileId))) throw refuse(NOT_FOUND)
  await assertClean(db, caller.companyId, { label, note })
}

export async function insertLines(
  db: PlansDb,
  caller: Caller,
  classId: string,
  inputs: readonly LineInput[],
  now: number,
): Promise<string[]> {
  const { count } = await db
    .selectFrom('plans.cost_line')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('class_id', '=', classId)
    .executeTakeFirstOrThrow()
  if (count + inputs.length > linesMax) throw refuse(TOO_MANY_LINES, { max: linesMax })
  const ids = inputs.map(() => uuid())
  const row = { class_id: classId, company_id: caller.companyId, entered_by: caller.memberId, entered_at: now }
  await db
    .insertInto('plans.cost_line')
    .values(inputs.map((input, at) => ({ ...row, id: ids[at] ?? uuid(), ...columnsOf(input) })))
    .execute()
  return ids
}

export async function addCost(db: PlansDb, caller: Caller, classId: string, input: LineInput, now: number) {
  await runClass(db, caller, classId, { forEdit: true })
  await assertInput(db, caller, input, null)
  const [id = ''] = await insertLines(db, caller, classId, [input], now)
  return { id, revision: 0 }
}

interface LineRef {
  readonly id: string
  readonly lineId: string
}

async function lockLine(db: PlansDb, { companyId }: Caller, { id, lineId }: LineRef) {
  const found = await db
    .selectFrom('plans.cost_line')
    .select(['revision', 'voucher_file_id'])
    .where('id', '=', lineId)
    .where('class_id', '=', id)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  return found
}

export async function changeCost(
  db: PlansDb,
  caller: Caller,
  ref: LineRef,
  { revision, ...input }: Input<typeof plans.changeCost>['body'],
) {
  await runClass(db, caller, ref.id, { forEdit: true })
  const found = await lockLine(db, caller, ref)
  if (found.revision !== revision) throw refuse(PLAN_CHANGED, { revision: found.revision })
  await assertInput(db, caller, input, found.voucher_file_id)
  const columns = { ...columnsOf(input), revision: revision + 1 }
  await db.updateTable('plans.cost_line').set(columns).where('id', '=', ref.lineId).execute()
  return { id: ref.lineId, revision: revision + 1 }
}

export async function deleteCost(db: PlansDb, caller: Caller, ref: LineRef) {
  await runClass(db, caller, ref.id, { forEdit: true })
  await lockLine(db, caller, ref)
  await db.deleteFrom('plans.cost_line').where('id', '=', ref.lineId).execute()
  return {}
}
