/** Training plans over HTTP: written, imported, handed in, and the classes that are made from them. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { IMPORT_INCORRECT } from '#kit/import-rows.ts'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { classes } from '#modules/training/classes/contract.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { sheetBytes, uploadFile } from '#test/sheet-upload.ts'
import {
  COURSE_CODE_USED,
  ITEM_HAS_CLASSES,
  PLAN_CHANGED,
  PLAN_EMPTY,
  PLAN_STATE,
  TOO_MANY_LINES,
  TOO_MANY_ROWS,
} from '../contract/codes.ts'
import {
  costHundredthsMax,
  headcountMax,
  type ItemInput,
  importedRowsMax,
  itemsMax,
  newItem,
  noCosts,
  quotaMax,
} from '../contract/fields.ts'
import type { ItemColumn } from '../contract/plans.ts'
import { planApproval, plans } from '../contract.ts'
import { type BuiltPlan, buildPlan } from './plans.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
const roles = testRoles(platform, {
  ...{ owner: ['admin'], administrator: ['admin'], colleague: ['class-teacher'], otherCompany: ['super-admin'] },
})
const as = (member: BuiltMember | undefined) => platform.client(plans, member)
const build = (input: Partial<BuiltPlan> = {}) =>
  buildPlan(platform.db, { author: roles.owner, now: platform.now, ...input })
const at = (id: string) => ({ params: { id } })
const itemsOf = async (id: string) => (await as(roles.owner).planItems({ ...at(id), query: { pageSize: 100 } })).items
const item = (change: Partial<ItemInput> = {}): ItemInput => ({
  ...{ ...newItem, name: '新任经理训练营', headcount: 30, quota: 30, ...change },
})
const add = (id: string, change: Partial<ItemInput> = {}, member: BuiltMember | undefined = roles.owner) =>
  as(member).addItem({ ...at(id), body: item(change) })
const submit = (id: string, member = roles.owner) => as(member).submitPlan(at(id))

const right = (change: Partial<Record<ItemColumn, string>> = {}): Record<ItemColumn, string> => ({
  ...{
    courseCode: '',
    name: '新任经理训练营',
    startsOn: '2026-03-09',
    endsOn: '2026/3/11',
    headcount: '30',
    quota: '25',
  },
  ...{ venue: '1200.50', trainer: '', material: '0', travel: '', catering: '', other: '100000', ...change },
})
type Cells = ReturnType<typeof right>
const write = (id: string, rows: readonly Cells[], member: BuiltMember | undefined = roles.owner, headers = {}) =>
  as(member).importItems({ ...at(id), body: { rows: rows.map((cells, n) => ({ row: n + 2, cells })) } }, { headers })
/** `[row, column, rule, value]` of each wrong cell. */
async function wrongCells(call: Promise<unknown>) {
  const refused = await refusal(call)
  expect(refused.errorCode).toBe(IMPORT_INCORRECT.code)
  const problems = refused.data?.problems as { row: number; column: string; rule: string; value: string }[]
  return problems.map(({ row, column, rule, value }) => [row, column, rule, value])
}
/** One wrong cell in a plan of its own. */
async function refuses(column: ItemColumn, values: readonly string[], rule: string) {
  const id = await build()
  const cells = await wrongCells(write(id, [right(), ...values.map((value) => right({ [column]: value }))]))
  expect(cells).toEqual(values.map((value, n) => [n + 3, column, rule, value]))
  expect(await itemsOf(id)).toEqual([])
}

describe('a plan', () => {
  it('is of those who manage plans of its organization', async () => {
    const id = await build()
    const body = { name: '二季度', year: 2026, organizationId: roles.organizationId, note: '' }
    const no = { member: 10_138, colleague: 10_138, stranger: 10_138, nobody: 401 } as const
    const yes = { owner: 'accepted', administrator: 'accepted' } as const
    await expectRoles(roles, {
      create: { ...no, ...yes, otherCompany: 900_005, call: (caller) => as(caller).createPlan({ body }) },
      read: { ...no, ...yes, otherCompany: 900_005, call: (caller) => as(caller).plan(at(id)) },
      items: { ...no, ...yes, otherCompany: 900_005, call: (caller) => as(caller).planItems(at(id)) },
      add: { ...no, ...yes, otherCompany: 900_005, call: (caller) => as(caller).addItem({ ...at(id), body: item() }) },
      import: {
        ...{ ...no, ...yes, otherCompany: 900_005 },
        call: (caller) => as(caller).importItems({ ...at(id), body: { rows: [{ row: 2, cells: right() }] } }),
      },
    })
    const abroad = { ...body, organizationId: roles.stranger.organizationId }
    expect(await refusal(as(roles.owner).createPlan({ body: abroad }))).toMatchObject({ status: 403 })
    const listed = async (member: BuiltMember) =>
      (await as(member).plans({ query: { pageSize: 100 } })).items.map((one) => one.id)
    expect(await listed(roles.administrator)).toContain(id)
    expect(await listed(roles.otherCompany)).not.toContain(id)
  })

  it('is refused for other organizations and what is gone, by every call', async () => {
    const author = { ...roles.owner, organizationId: roles.stranger.organizationId }
    const elsewhere = await buildPlan(platform.db, { author, items: [{}], now: platform.now })
    const body = { name: '二季度', year: 2026, organizationId: roles.organizationId, note: '', revision: 0 }
    const calls = (id: string, itemId = roles.member.id) => [
      () => as(roles.owner).plan(at(id)),
      () => as(roles.owner).changePlan({ ...at(id), body }),
      () => as(roles.owner).deletePlan(at(id)),
      () => submit(id),
      () => as(roles.owner).reopenPlan(at(id)),
      () => as(roles.owner).planItems(at(id)),
      () => add(id),
      () => as(roles.owner).changeItem({ params: { id, itemId }, body: { ...item(), revision: 0 } }),
      () => as(roles.owner).deleteItem({ params: { id, itemId } }),
      () => as(roles.owner).makeClass({ params: { id, itemId }, body: { startsAt: null, endsAt: null } }),
      () => write(id, [right()]),
      () => as(roles.owner).exportPlan(at(id)),
    ]
    for (const call of calls(elsewhere)) expect(await refusal(call())).toMatchObject({ status: 403 })
    for (const call of calls(roles.member.id)) expect(await refusal(call())).toMatchObject({ errorCode: 900_005 })
  })

  it('is changed on what was read, and deleted while no class was made from it', async () => {
    const id = await build({ name: '一季度', year: 2027 })
    const body = { name: '一季度（修订）', year: 2027, organizationId: roles.organizationId, note: '含网点' }
    const change = (revision: number) => as(roles.owner).changePlan({ ...at(id), body: { ...body, revision } })
    expect(await change(0)).toEqual({ id, revision: 1 })
    expect(await refusal(change(0))).toMatchObject({ errorCode: PLAN_CHANGED.code, data: { revision: 1 } })
    const found = await as(roles.owner).plans({ query: { year: 2027, search: '修订', state: 'draft' } })
    expect(found.items).toMatchObject([{ id, name: '一季度（修订）', organizationName: '研发部', itemCount: 0 }])
    await as(roles.owner).deletePlan(at(id))
    expect(await refusal(as(roles.owner).plan(at(id)))).toMatchObject({ errorCode: 900_005 })
  })

  it('has items with headcount, quota and costs, and a budget by category', async () => {
    const id = await build()
    const costs = { ...noCosts, venue: 120_050, other: costHundredthsMax }
    const first = await add(id, { courseCode: 'LD-01', costs, startsOn: '2026-03-09', endsOn: '2026-03-11' })
    await add(id, { courseCode: 'LD-02', headcount: 0, quota: 0, costs: { ...noCosts, venue: 50 } })
    expect(await refusal(add(id, { courseCode: 'LD-01' }))).toMatchObject({
      ...{ errorCode: COURSE_CODE_USED.code, data: { code: 'LD-01' } },
    })
    const plan = await as(roles.owner).plan(at(id))
    expect(plan).toMatchObject({ itemCount: 2, headcount: 30, plannedHundredths: 10_120_100, actualHundredths: 0 })
    expect(plan.categories.map((one) => one.plannedHundredths)).toEqual([120_100, 0, 0, 0, 0, costHundredthsMax])
    const params = { id, itemId: first.id }
    const change = (revision: number, courseCode: string) =>
      as(roles.owner).changeItem({ params, body: { ...item({ courseCode }), revision } })
    expect(await refusal(change(0, 'LD-02'))).toMatchObject({ errorCode: COURSE_CODE_USED.code })
    expect(await change(0, 'LD-01')).toMatchObject({ revision: 1 })
    expect(await refusal(change(0, 'LD-03'))).toMatchObject({ errorCode: PLAN_CHANGED.code })
    await as(roles.owner).deleteItem({ params })
    expect(await refusal(as(roles.owner).deleteItem({ params }))).toMatchObject({ errorCode: 900_005 })
    const other = await build()
    const [left] = await itemsOf(id)
    const elsewhere = { id: other, itemId: left?.id ?? '' }
    expect(await refusal(as(roles.owner).deleteItem({ params: elsewhere }))).toMatchObject({ errorCode: 900_005 })
  })

  it('keeps to its bounds', async () => {
    const id = await build()
    await bounds(headcountMax, (n) => add(id, { headcount: n }), { refused: 900_001 })
    await bounds(quotaMax, (n) => add(id, { quota: n }), { refused: 900_001 })
    await bounds(costHundredthsMax, (n) => add(id, { costs: { ...noCosts, venue: n } }), { refused: 900_001 })
    expect(await refusal(add(id, { name: 'x'.repeat(1_000_000) }))).toMatchObject({ errorCode: 900_001 })
    expect(await refusal(add(id, { startsOn: '2026-02-30' }))).toMatchObject({ errorCode: 900_001 })
    const full = await build({ items: Array.from({ length: itemsMax - 1 }, () => ({})) })
    await add(full)
    expect(await refusal(add(full))).toMatchObject({ errorCode: TOO_MANY_LINES.code, data: { max: itemsMax } })
    expect(await refusal(write(full, [right()]))).toMatchObject({ errorCode: TOO_MANY_LINES.code })
  })

  it('holds once it is handed in, and then stays as it is until it is written again', async () => {
    const id = await build()
    expect(await refusal(submit(id))).toMatchObject({ errorCode: PLAN_EMPTY.code })
    const { id: itemId } = await add(id)
    expect(await submit(id)).toEqual({ id, state: 'approved' })
    const inForce = { errorCode: PLAN_STATE.code, data: { state: 'approved' } }
    expect(await refusal(add(id))).toMatchObject(inForce)
    expect(await refusal(write(id, [right()]))).toMatchObject(inForce)
    expect(await refusal(submit(id))).toMatchObject(inForce)
    expect(await refusal(as(roles.owner).deletePlan(at(id)))).toMatchObject(inForce)
    const params = { id, itemId }
    expect(await refusal(as(roles.owner).deleteItem({ params }))).toMatchObject(inForce)
    const changed = as(roles.owner).changeItem({ params, body: { ...item(), revision: 0 } })
    expect(await refusal(changed)).toMatchObject(inForce)
    const body = { name: '改名', year: 2026, organizationId: roles.organizationId, note: '', revision: 0 }
    expect(await refusal(as(roles.owner).changePlan({ ...at(id), body }))).toMatchObject(inForce)
    expect(await as(roles.owner).reopenPlan(at(id))).toEqual({ id, state: 'draft' })
    expect(await refusal(as(roles.owner).reopenPlan(at(id)))).toMatchObject({ errorCode: PLAN_STATE.code })
    await add(id)
  })
})

describe('a class that is made from an item', () => {
  it('is a draft with the quota as its capacity and the planned costs', async () => {
    const id = await build({ items: [{ quota: 25, costs: { ...noCosts, venue: 120_000, catering: 3050 } }] })
    const [first] = await itemsOf(id)
    const params = { id, itemId: first?.id ?? '' }
    const body = { startsAt: platform.now, endsAt: platform.now + 86_400_000 }
    const make = (member = roles.owner) => as(member).makeClass({ params, body })
    expect(await refusal(make())).toMatchObject({ errorCode: PLAN_STATE.code })
    await submit(id)
    const { classId } = await make()
    const made = await platform.client(classes, roles.owner).editedClass({ params: { id: classId } })
    expect(made).toMatchObject({ name: '新任经理训练营', capacity: 25, state: 1, startsAt: platform.now })
    expect(await itemsOf(id)).toMatchObject([{ classes: [{ id: classId, name: '新任经理训练营' }] }])
    const costs = await as(roles.owner).classCosts({ params: { id: classId } })
    expect(costs).toMatchObject({ plannedHundredths: 123_050, actualHundredths: 0, plan: { id } })
    const line = { category: 'venue', label: '', costHundredths: 99_900, spentOn: null, note: '', voucherFileId: null }
    await as(roles.owner).addCost({
      params: { id: classId },
      body: { ...line, kind: 'actual', category: 'venue' },
    })
    const plan = await as(roles.owner).plan(at(id))
    expect(plan).toMatchObject({ classCount: 1, plannedHundredths: 123_050, actualHundredths: 99_900 })
    expect(plan.categories[0]).toMatchObject({ category: 'venue', actualHundredths: 99_900 })
    await as(roles.owner).reopenPlan(at(id))
    expect(await refusal(as(roles.owner).deleteItem({ params }))).toMatchObject({ errorCode: ITEM_HAS_CLASSES.code })
    expect(await refusal(as(roles.owner).deletePlan(at(id)))).toMatchObject({ errorCode: ITEM_HAS_CLASSES.code })
    // A class that is deleted for good holds its item no longer.
    await sql`delete from classes.class where id = ${classId}`.execute(platform.root)
    await as(roles.owner).deleteItem({ params })
    await as(roles.owner).deletePlan(at(id))
  })
})

describe('an import of items', () => {
  const path = '/training/plan-item-file'

  it('adds all rows, and can be tried', async () => {
    const id = await build()
    const rows = [
      right({ courseCode: 'A-1' }),
      right({ courseCode: 'A-2', name: '=cmd|calc', headcount: '0', quota: '0' }),
    ]
    await write(id, rows, roles.owner, { 'x-dry-run': '1' })
    expect(await itemsOf(id)).toEqual([])
    expect(await write(id, rows)).toEqual({ imported: 2 })
    expect(await itemsOf(id)).toMatchObject([
      {
        ...{ courseCode: 'A-1', startsOn: '2026-03-09', endsOn: '2026-03-11', headcount: 30, quota: 25 },
        costs: { ...noCosts, venue: 120_050, other: 10_000_000 },
      },
      { courseCode: 'A-2', name: '=cmd|calc', headcount: 0, quota: 0 },
    ])
  })

  it('[TRAINING-051] refuses a course code that occurs twice, in the file or in the plan, and names it', async () => {
    const id = await build({ items: [{ courseCode: 'LD-01' }] })
    const rows = [right({ courseCode: 'LD-02' }), right({ courseCode: 'LD-02' }), right({ courseCode: 'LD-01' })]
    expect(await wrongCells(write(id, rows))).toEqual([
      [3, 'courseCode', 'duplicate-course', 'LD-02'],
      [4, 'courseCode', 'duplicate-course', 'LD-01'],
    ])
    expect(await itemsOf(id)).toHaveLength(1)
    expect(await write(id, [right(), right()])).toEqual({ imported: 2 })
  })

  it('[TRAINING-053] refuses a cost outside of 0–100,000 or with three decimals', async () => {
    await refuses('venue', ['100000.01', '-1', '1.005', '1e3', 'abc', '１２'], 'cost')
    const id = await build()
    expect(await write(id, [right({ venue: '0' }), right({ venue: '100000' }), right({ venue: '99999.99' })])).toEqual({
      imported: 3,
    })
  })

  it('a quota that is not a whole number of 0–10,000 is refused; none yet is 0', async () => {
    await proves('TRAINING-054', () => refuses('quota', ['10001', '-1', '1.5', '', 'x'], 'quota'))
    await proves('TRAINING-055', async () => {
      const id = await build()
      expect(await write(id, [right({ quota: '0' }), right({ quota: '10000' })])).toEqual({ imported: 2 })
      expect((await itemsOf(id)).map(({ quota }) => quota)).toEqual([0, 10_000])
    })
  })

  it('[TRAINING-056] refuses a planned headcount outside of 0–10,000', async () => {
    await refuses('headcount', ['10001', '-1', '2.5', ''], 'headcount')
    const id = await build()
    expect(await write(id, [right({ headcount: '0' }), right({ headcount: '10000' })])).toEqual({ imported: 2 })
  })

  it('says what else is wrong', async () => {
    await refuses('name', [''], 'required')
    await refuses('name', ['课'.repeat(101)], 'too-long')
    await refuses('courseCode', ['x'.repeat(41)], 'too-long')
    await refuses('startsOn', ['2026-02-30', 'yesterday'], 'date')
    await refuses('endsOn', ['2026-03-08'], 'order')
    const id = await build()
    const long = write(id, [right({ name: 'x'.repeat(1_000_000) })])
    expect(await refusal(long)).toMatchObject({ errorCode: 900_001 })
  })

  it('reads a hundred rows, and refuses a hundred and one', async () => {
    const answer = (await as(roles.owner).itemTemplate({})) as unknown as { rawPayload: Buffer }
    const [heading = []] = await readSpreadsheet(answer.rawPayload)
    const read = async (count: number) => {
      const rows = Array.from({ length: count }, () => Object.values(right()))
      return uploadFile(platform, roles.owner, path, await sheetBytes([heading, ...rows]))
    }
    expect((await read(importedRowsMax)).rows[99]).toEqual({ row: 101, cells: right() })
    expect(await refusal(read(importedRowsMax + 1))).toMatchObject({
      errorCode: TOO_MANY_ROWS.code,
      data: { max: 100 },
    })
    const wrong = uploadFile(platform, roles.owner, path, await sheetBytes([['班级名称']]))
    expect(await refusal(wrong)).toMatchObject({ errorCode: IMPORT_INCORRECT.code })
    const large = uploadFile(platform, roles.owner, path, Buffer.alloc(11 * 1024 * 1024))
    expect(await refusal(large)).toMatchObject({ errorCode: 900_003 })
    const none = uploadFile(platform, roles.owner, path, Buffer.from('PK'))
    expect(await refusal(none)).toMatchObject({ errorCode: 900_004 })
  })
})

describe('the export of a plan', () => {
  it('has a row an item, and no cell of it is a formula', async () => {
    const id = await build({ items: [{ name: '=1+1', courseCode: '@x', costs: { ...noCosts, venue: 123_450 } }] })
    const answer = (await as(roles.owner).exportPlan(at(id))) as unknown as { rawPayload: Buffer }
    const [heading, row] = await readSpreadsheet(answer.rawPayload)
    expect(heading?.slice(0, 2)).toEqual(['课程编码', '班级名称'])
    expect(row?.slice(0, 2)).toEqual(['@x', '=1+1'])
    expect(row?.[6]).toBe('1234.5')
    expect(await refusal(as(roles.otherCompany).exportPlan(at(id)))).toMatchObject({ errorCode: 900_005 })
  })
})

// The last: where approval is switched on, it stays so.
describe('a plan with approvers', () => {
  let approver: BuiltMember
  const calls = () => platform.client(approvals, approver)
  const task = async () => ({ params: { id: (await calls().waitingTasks({})).items[0]?.taskId ?? '' } })
  const stateOf = async (id: string) => (await as(roles.owner).plan(at(id))).state
  beforeAll(async () => {
    const { companyId } = roles
    approver = await buildMember(platform.db, { companyId, organizationId: companyId })
    const place = { companyId, businessType: planApproval, now: platform.now }
    await buildTemplate(platform.db, place, [buildStep([approver.id])])
  })

  it('holds once they agree, and is written again once they refuse', async () => {
    const id = await build({ items: [{}] })
    expect(await submit(id)).toEqual({ id, state: 'pending' })
    expect(await refusal(add(id))).toMatchObject({ errorCode: PLAN_STATE.code, data: { state: 'pending' } })
    await calls().refuse({ ...(await task()), body: { opinion: '预算过高' } })
    expect(await as(roles.owner).plan(at(id))).toMatchObject({ state: 'returned', reason: '预算过高' })
    await add(id)
    await submit(id)
    await calls().agree({ ...(await task()), body: {} })
    expect(await stateOf(id)).toBe('approved')
  })

  it('is taken back from them', async () => {
    const id = await build({ items: [{}] })
    await submit(id)
    expect(await as(roles.owner).reopenPlan(at(id))).toEqual({ id, state: 'draft' })
    expect((await calls().waitingTasks({})).items).toEqual([])
  })
})
