/** The costs of classes and the scores of their members, over HTTP. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { IMPORT_INCORRECT } from '#kit/import-rows.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { CLASS_CLOSED, CLASS_MISSING } from '#modules/training/classes/contract.ts'
import { type BuiltClass, buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { sheetBytes, uploadFile } from '#test/sheet-upload.ts'
import { NO_SUCH_PARTICIPANT, PLAN_CHANGED, TOO_MANY_LINES, TOO_MANY_ROWS } from '../contract/codes.ts'
import type { LineColumn, ScoreColumn } from '../contract/costs.ts'
import { costHundredthsMax, type LineInput, linesMax, scoreTenthsMax } from '../contract/fields.ts'
import { plans } from '../contract.ts'
import { buildCost } from './plans.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
const roles = testRoles(platform, {
  ...{
    owner: ['class-teacher'],
    administrator: ['admin'],
    colleague: ['class-teacher'],
    otherCompany: ['super-admin'],
  },
})
const as = (member: BuiltMember | undefined) => platform.client(plans, member)
const at = (id: string) => ({ params: { id } })
const build = (input: Partial<BuiltClass> = {}) =>
  buildClass(platform.db, { author: roles.owner, now: platform.now, participants: [roles.member.id], ...input })
const line = (change: Partial<LineInput> = {}): LineInput => ({
  ...{ kind: 'actual', category: 'venue', label: '301 培训室', costHundredths: 350_000, spentOn: '2026-03-09' },
  ...{ note: '', voucherFileId: null, ...change },
})
const add = (id: string, change: Partial<LineInput> = {}, member: BuiltMember | undefined = roles.owner) =>
  as(member).addCost({ ...at(id), body: line(change) })
const costsOf = (id: string, member: BuiltMember | undefined = roles.owner) => as(member).classCosts(at(id))

async function wrongCells(call: Promise<unknown>) {
  const refused = await refusal(call)
  expect(refused.errorCode).toBe(IMPORT_INCORRECT.code)
  const problems = refused.data?.problems as { row: number; column: string; rule: string }[]
  return problems.map(({ row, column, rule }) => [row, column, rule])
}

describe('the costs of a class', () => {
  it('are of those who run it', async () => {
    const id = await build()
    const no = { member: 10_138, stranger: 10_138, nobody: 401, otherCompany: CLASS_MISSING.code } as const
    const yes = { owner: 'accepted', administrator: 'accepted' } as const
    const other = await refusal(costsOf(id, roles.colleague))
    const table = { ...no, ...yes, colleague: other.errorCode ?? 0 }
    expect([10_138, CLASS_MISSING.code]).toContain(other.errorCode)
    await expectRoles(roles, {
      read: { ...table, call: (caller) => as(caller).classCosts(at(id)) },
      add: { ...table, call: (caller) => as(caller).addCost({ ...at(id), body: line() }) },
      scores: { ...table, call: (caller) => as(caller).classScores(at(id)) },
      export: { ...table, call: (caller) => as(caller).exportCosts(at(id)) },
    })
  })

  it('and its scores are refused to those who run another class, and of what is gone, by every call', async () => {
    const id = await build()
    const { id: lineId } = await add(id)
    const cells = { kind: '', category: '场地费', label: '', cost: '1', spentOn: '', note: '' }
    const calls = (member: BuiltMember, classId: string) => [
      () => add(classId, {}, member),
      () => as(member).changeCost({ params: { id: classId, lineId }, body: { ...line(), revision: 0 } }),
      () => as(member).deleteCost({ params: { id: classId, lineId } }),
      () => as(member).importCosts({ ...at(classId), body: { rows: [{ row: 2, cells }] } }),
      () => as(member).setScore({ params: { id: classId, memberId: roles.member.id }, body: { scoreTenths: 1 } }),
      () =>
        as(member).importScores({
          ...at(classId),
          body: { rows: [{ row: 2, cells: { member: roles.member.name, score: '1' } }] },
        }),
    ]
    for (const call of calls(roles.colleague, id)) expect(await refusal(call())).toMatchObject({ status: 403 })
    for (const call of calls(roles.owner, roles.member.id))
      expect(await refusal(call())).toMatchObject({ errorCode: CLASS_MISSING.code })
    const lost = { params: { id, lineId: roles.member.id }, body: { ...line(), revision: 0 } }
    expect(await refusal(as(roles.owner).changeCost(lost))).toMatchObject({ errorCode: 900_005 })
  })

  it('add up by kind and category, exactly', async () => {
    const id = await build({ participants: [roles.member.id, roles.colleague.id] })
    await add(id, { kind: 'planned', costHundredths: costHundredthsMax })
    await add(id, { costHundredths: 10 })
    await add(id, { costHundredths: 20 })
    await add(id, { category: 'other', label: '证书打印', costHundredths: 1999 })
    const costs = await costsOf(id)
    expect(costs).toMatchObject({ plannedHundredths: costHundredthsMax, actualHundredths: 2029, participants: 2 })
    expect(costs.categories).toMatchObject([
      { category: 'venue', plannedHundredths: costHundredthsMax, actualHundredths: 30 },
      ...['trainer', 'material', 'travel', 'catering'].map((category) => ({ category, actualHundredths: 0 })),
      { category: 'other', plannedHundredths: 0, actualHundredths: 1999 },
    ])
    expect(costs.lines.map(({ label, enteredBy }) => [label, enteredBy])[3]).toEqual(['证书打印', 'owner'])
  })

  it('are changed on what was read, and deleted', async () => {
    const id = await build()
    const { id: lineId } = await add(id)
    const params = { id, lineId }
    const change = (revision: number) =>
      as(roles.owner).changeCost({ params, body: { ...line({ costHundredths: 1 }), revision } })
    expect(await change(0)).toMatchObject({ revision: 1 })
    expect(await refusal(change(0))).toMatchObject({ errorCode: PLAN_CHANGED.code, data: { revision: 1 } })
    const other = { id: await build(), lineId }
    expect(await refusal(as(roles.owner).deleteCost({ params: other }))).toMatchObject({ errorCode: 900_005 })
    await as(roles.owner).deleteCost({ params })
    expect(await refusal(as(roles.owner).deleteCost({ params }))).toMatchObject({ errorCode: 900_005 })
    expect((await costsOf(id)).lines).toEqual([])
  })

  it('keep to their bounds', async () => {
    const id = await build()
    await bounds(costHundredthsMax, (n) => add(id, { costHundredths: n }), { refused: 900_001 })
    await bounds(0, (n) => add(id, { costHundredths: n }), { refused: 900_001, beyond: -1 })
    expect(await refusal(add(id, { spentOn: '2026-02-30' }))).toMatchObject({ errorCode: 900_001 })
    expect(await refusal(add(id, { note: 'x'.repeat(1_000_000) }))).toMatchObject({ errorCode: 900_001 })
    const full = await build()
    for (let n = 1; n < linesMax; n++) await buildCost(platform.db, { classId: full, author: roles.owner, now: n })
    await add(full)
    expect(await refusal(add(full))).toMatchObject({ errorCode: TOO_MANY_LINES.code, data: { max: linesMax } })
  })

  it('take vouchers that the caller has uploaded, and show them to others who run the class', async () => {
    const id = await build()
    const file = (owner: BuiltMember) =>
      buildFile(platform.db, { ...owner, ownerId: owner.id, kind: 'attachment', contentType: 'application/pdf' })
    const own = await file(roles.owner)
    for (const other of [await file(roles.member), await file(roles.otherCompany)])
      expect(await refusal(add(id, { voucherFileId: other.id }))).toMatchObject({ errorCode: 900_005 })
    const { id: lineId } = await add(id, { voucherFileId: own.id })
    const seen = (await costsOf(id, roles.administrator)).lines[0]
    expect(seen?.voucher?.name).toBe(own.name)
    const kept = { ...line({ voucherFileId: own.id, note: '已核对' }), revision: 0 }
    expect(await as(roles.administrator).changeCost({ params: { id, lineId }, body: kept })).toMatchObject({
      revision: 1,
    })
  })

  it('and scores of a closed class stay as they are, by every call', async () => {
    const id = await build()
    const { id: lineId } = await add(id)
    const closed = await build({ closedAt: platform.now })
    await sql`update plans.cost_line set class_id = ${closed} where id = ${lineId}`.execute(platform.root)
    const rows = [{ row: 2, cells: { kind: '', category: '场地费', label: '', cost: '1', spentOn: '', note: '' } }]
    const scores = [{ row: 2, cells: { member: roles.member.name, score: '1' } }]
    const params = { id: closed, lineId }
    const calls = [
      () => add(closed),
      () => as(roles.owner).changeCost({ params, body: { ...line(), revision: 0 } }),
      () => as(roles.owner).deleteCost({ params }),
      () => as(roles.owner).importCosts({ ...at(closed), body: { rows } }),
      () => as(roles.owner).setScore({ params: { id: closed, memberId: roles.member.id }, body: { scoreTenths: 1 } }),
      () => as(roles.owner).importScores({ ...at(closed), body: { rows: scores } }),
    ]
    for (const call of calls) expect(await refusal(call())).toMatchObject({ errorCode: CLASS_CLOSED.code })
    expect(await costsOf(closed)).toMatchObject({ isClosed: true, lines: [{ id: lineId }] })
  })
})

describe('an import of costs', () => {
  const right = (change: Partial<Record<LineColumn, string>> = {}): Record<LineColumn, string> => ({
    ...{ kind: '实际', category: '场地费', label: '', cost: '3500.5', spentOn: '2026/3/9', note: '', ...change },
  })
  const write = (id: string, rows: readonly ReturnType<typeof right>[]) =>
    as(roles.owner).importCosts({ ...at(id), body: { rows: rows.map((cells, n) => ({ row: n + 2, cells })) } })

  it('[TRAINING-053] takes costs of 0–100,000 with two decimals, and refuses others', async () => {
    const id = await build()
    const rows = [
      right(),
      right({ kind: 'Planned', category: 'trainer', cost: '100000' }),
      right({ kind: '', cost: '0' }),
    ]
    expect(await write(id, rows)).toEqual({ imported: 3 })
    expect((await costsOf(id)).lines).toMatchObject([
      { kind: 'actual', category: 'venue', costHundredths: 350_050, spentOn: '2026-03-09' },
      { kind: 'planned', category: 'trainer', costHundredths: 10_000_000 },
      { kind: 'actual', costHundredths: 0 },
    ])
    const wrong = ['100000.01', '-0.01', '1.001', ''].map((cost) => right({ cost }))
    expect(await wrongCells(write(id, wrong))).toEqual(wrong.map((_, n) => [n + 2, 'cost', 'cost']))
    expect((await costsOf(id)).lines).toHaveLength(3)
  })

  it('says what else is wrong', async () => {
    const id = await build()
    const wrong = [
      right({ kind: '估计' }),
      right({ category: '' }),
      right({ category: '烟酒' }),
      right({ label: '名'.repeat(31) }),
      right({ spentOn: '2026-02-30' }),
    ]
    expect(await wrongCells(write(id, wrong))).toEqual([
      [2, 'kind', 'choice'],
      [3, 'category', 'required'],
      [4, 'category', 'choice'],
      [5, 'label', 'too-long'],
      [6, 'spentOn', 'date'],
    ])
    const full = await build()
    for (let n = 1; n < linesMax; n++) await buildCost(platform.db, { classId: full, author: roles.owner, now: n })
    expect(await refusal(write(full, [right(), right()]))).toMatchObject({ errorCode: TOO_MANY_LINES.code })
  })

  it('is read from the template, and its export is no formula', async () => {
    const answer = (await as(roles.owner).costTemplate({})) as unknown as { rawPayload: Buffer }
    const [heading = []] = await readSpreadsheet(answer.rawPayload)
    const read = async (count: number) => {
      const rows = Array.from({ length: count }, () => Object.values(right()))
      return uploadFile(platform, roles.owner, '/training/class-cost-file', await sheetBytes([heading, ...rows]))
    }
    expect((await read(1)).rows).toEqual([{ row: 2, cells: right() }])
    expect(await refusal(read(101))).toMatchObject({ errorCode: TOO_MANY_ROWS.code })
    const nothing = uploadFile(platform, roles.owner, '/training/class-cost-file', await sheetBytes([['金额']]))
    expect(await refusal(nothing)).toMatchObject({ errorCode: IMPORT_INCORRECT.code })
    const none = uploadFile(platform, roles.owner, '/training/class-cost-file', Buffer.from('x'))
    expect(await refusal(none)).toMatchObject({ errorCode: 900_004 })
    const large = Buffer.alloc(11 * 1024 * 1024)
    for (const path of ['/training/class-cost-file', '/training/class-score-file'])
      expect(await refusal(uploadFile(platform, roles.owner, path, large))).toMatchObject({ errorCode: 900_003 })
    const id = await build()
    await add(id, { label: '=1+1', note: '@SUM(A1)' })
    const file = (await as(roles.owner).exportCosts(at(id))) as unknown as { rawPayload: Buffer }
    expect((await readSpreadsheet(file.rawPayload))[1]).toEqual(expect.arrayContaining(['=1+1', '@SUM(A1)', '3500']))
  })
})

describe('scores', () => {
  const write = (id: string, rows: readonly Record<ScoreColumn, string>[]) =>
    as(roles.owner).importScores({ ...at(id), body: { rows: rows.map((cells, n) => ({ row: n + 2, cells })) } })
  const scoresOf = async (id: string) =>
    (await as(roles.owner).classScores(at(id))).items.map(({ member, scoreTenths }) => [member.fullName, scoreTenths])

  it('[TRAINING-052] are imported from 0 to 1000 with one decimal, and refused otherwise', async () => {
    const id = await build({ participants: [roles.member.id, roles.administrator.id] })
    const [member, other] = [roles.member.name.toUpperCase(), roles.administrator.name]
    const good = [
      { member, score: '86.5' },
      { member: other, score: '1000' },
    ]
    expect(await write(id, good)).toEqual({ imported: 2 })
    expect(await scoresOf(id)).toEqual(
      expect.arrayContaining([
        ['member', 865],
        ['administrator', 10_000],
      ]),
    )
    expect(await write(id, [{ member, score: '0' }])).toEqual({ imported: 1 })
    for (const score of ['1000.1', '-1', '86.55', '', 'A', '1e2'])
      expect(await wrongCells(write(id, [{ member, score }]))).toEqual([[2, 'score', 'score']])
    expect(await scoresOf(id)).toEqual(
      expect.arrayContaining([
        ['member', 0],
        ['administrator', 10_000],
      ]),
    )
  })

  it('are of those who take part, each once', async () => {
    const id = await build()
    const score = '60'
    const rows = [roles.member.name, roles.member.name, roles.colleague.name, roles.otherCompany.name, ''].map(
      (member) => ({ member, score }),
    )
    expect(await wrongCells(write(id, rows))).toEqual([
      [3, 'member', 'twice'],
      [4, 'member', 'unknown-member'],
      [5, 'member', 'unknown-member'],
      [6, 'member', 'required'],
    ])
    const set = (memberId: string, scoreTenths: number | null) =>
      as(roles.owner).setScore({ params: { id, memberId }, body: { scoreTenths } })
    expect(await refusal(set(roles.colleague.id, 1))).toMatchObject({ errorCode: NO_SUCH_PARTICIPANT.code })
    expect(await refusal(set(roles.otherCompany.id, 1))).toMatchObject({ errorCode: NO_SUCH_PARTICIPANT.code })
    await bounds(scoreTenthsMax, (n) => set(roles.member.id, n), { refused: 900_001 })
    expect(await scoresOf(id)).toEqual([['member', scoreTenthsMax]])
    await set(roles.member.id, null)
    expect(await scoresOf(id)).toEqual([['member', null]])
  })

  it('are corrected with what they were before, in the list of changes and in the audit log', async () => {
    const id = await build({ name: '更正班' })
    const set = (scoreTenths: number | null, by = roles.owner) =>
      as(by).setScore({ params: { id, memberId: roles.member.id }, body: { scoreTenths } })
    const changes = async () =>
      (await as(roles.owner).scoreChanges({ ...at(id), query: {} })).items.map(
        ({ member, beforeTenths, afterTenths, changedBy }) => [member.fullName, beforeTenths, afterTenths, changedBy],
      )
    expect(await changes()).toEqual([])
    await set(600)
    await set(600)
    platform.now += 1
    await write(id, [{ member: roles.member.name, score: '86.5' }])
    platform.now += 1
    await set(null)
    await set(null)
    expect(await changes()).toEqual([
      ['member', 865, null, 'owner'],
      ['member', 600, 865, 'owner'],
      ['member', null, 600, 'owner'],
    ])
    const auditor = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
    const log = await platform.client(operations, auditor).listAudit({ query: { pageSize: 100 } })
    const logged = log.items.filter(
      ({ subjectType, subjectName }) => subjectType === 'class-score' && subjectName?.startsWith('更正班'),
    )
    expect(logged.map(({ before, after }) => [before?.score, after?.score])).toEqual([
      [86.5, null],
      [60, 86.5],
      [null, 60],
    ])
    for (const stranger of [roles.stranger, roles.member])
      expect(await refusal(as(stranger).scoreChanges({ ...at(id), query: {} }))).toMatchObject({ errorCode: 10_138 })
    expect(await refusal(as(roles.otherCompany).scoreChanges({ ...at(id), query: {} }))).toMatchObject({
      errorCode: 64_104,
    })
  })

  it('are corrected at once by two, and each says what it was before', async () => {
    const id = await build()
    const set = (scoreTenths: number) =>
      as(roles.owner).setScore({ params: { id, memberId: roles.member.id }, body: { scoreTenths } })
    await Promise.all([10, 20, 30, 40].map(set))
    const { items } = await as(roles.owner).scoreChanges({ ...at(id), query: {} })
    const befores = items.map(({ beforeTenths }) => beforeTenths)
    const afters = items.map(({ afterTenths }) => afterTenths)
    expect(afters.toSorted()).toEqual([10, 20, 30, 40])
    // One after the other: each began where another had ended, but for the first.
    expect(new Set(befores).size).toBe(4)
    expect(befores).toContain(null)
  })

  it('are read from the template, a hundred rows at most', async () => {
    const answer = (await as(roles.owner).scoreTemplate({})) as unknown as { rawPayload: Buffer }
    const [heading = []] = await readSpreadsheet(answer.rawPayload)
    const read = async (count: number, head = heading) => {
      const rows = Array.from({ length: count }, () => ['zhangsan', '86.5'])
      return uploadFile(platform, roles.owner, '/training/class-score-file', await sheetBytes([head, ...rows]))
    }
    expect((await read(100)).rows).toHaveLength(100)
    await proves('TRAINING-052', async () => {
      expect((await read(1)).rows).toEqual([{ row: 2, cells: { member: 'zhangsan', score: '86.5' } }])
    })
    expect(await refusal(read(101))).toMatchObject({ errorCode: TOO_MANY_ROWS.code })
    expect(await refusal(read(1, ['姓名']))).toMatchObject({ errorCode: IMPORT_INCORRECT.code })
    const none = uploadFile(platform, roles.owner, '/training/class-score-file', Buffer.from('x'))
    expect(await refusal(none)).toMatchObject({ errorCode: 900_004 })
  })
})
