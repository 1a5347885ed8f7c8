/** Reports of external training over HTTP: from the to-do to the decision. */
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import {
  NO_REPORTER,
  REFUSAL_REASON_NEEDED,
  REPORT_CHANGED,
  REPORT_EXISTS,
  REPORT_INCOMPLETE,
  REPORT_STATE,
  REPORTING_CLOSED,
} from '../contract/codes.ts'
import {
  costHundredthsMax,
  evidenceMax,
  hourHundredthsMax,
  summaryLengthMax,
  titleLengthMax,
} from '../contract/fields.ts'
import { reportApproval } from '../contract.ts'
import { externalOn } from './external-on.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['admin'], administrator: ['admin'], otherCompany: ['super-admin'] })
const { as, complete, start, submit, activity, report, handedIn, reportOf, decide, todosOf, newsOf } = externalOn(
  platform,
  () => roles.owner,
)
const reporterIds = () => [roles.member.id, roles.colleague.id]
const evidence = (owner: BuiltMember) =>
  buildFile(platform.db, { ...owner, ownerId: owner.id, kind: 'attachment', contentType: 'application/pdf' })
const found = async (member: BuiltMember, ids: string) =>
  (await as(member).externalActivities({ query: { ids } })).items[0]
const todoOf = async (member: BuiltMember, id: string) =>
  (await todosOf(member, 'external.report')).find(({ businessId }) => businessId === id)
const change = (member: BuiltMember | undefined, id: string, revision: number, input: object = {}) =>
  as(member).changeReport({ params: { id }, body: { ...complete, ...input, revision } })

describe('an external activity', () => {
  it('is reported from the to-do list: started, continued, handed in', async () => {
    const id = await activity({ title: '质量大会', reporterIds: reporterIds() })
    await proves('TRAINING-047', async () => {
      expect(await todoOf(roles.member, id)).toMatchObject({
        ...{ title: '质量大会', action: 'start-reporting', link: `/external-training/report?activity=${id}` },
      })
      expect(await found(roles.member, id)).toMatchObject({ putforward: 0, isReporter: true, report: null })
      const started = await start(roles.member, {}, id)
      expect(await todoOf(roles.member, id)).toMatchObject({
        ...{ action: 'continue-reporting', link: `/external-training/report/${started.id}` },
      })
      expect(await found(roles.member, id)).toMatchObject({ putforward: 1, report: { id: started.id, state: 'draft' } })
      await submit(roles.member, started)
      expect(await todoOf(roles.member, id)).toBeUndefined()
      expect(await found(roles.member, id)).toMatchObject({ putforward: null, reporterCount: 2, reportedCount: 1 })
    })
    expect(await todoOf(roles.colleague, id)).toMatchObject({ action: 'start-reporting' })
    const all = await as(roles.owner).reporters({ params: { id } })
    expect(all.items.map(({ member, putforward }) => [member.fullName, putforward]).sort()).toEqual([
      ['colleague', 0],
      ['member', null],
    ])
  })

  it('[TRAINING-064] is listed for its reporters and those who manage it, by page and by ids', async () => {
    const mine = await activity({ title: '云南参访', reporterIds: [roles.member.id] })
    const other = await activity({ title: '云南参访（二）', reporterIds: [roles.colleague.id] })
    const listed = async (member: BuiltMember | undefined, query: object = { pageSize: 100 }) =>
      (await as(member).externalActivities({ query })).items.map((one) => one.id)
    expect(await listed(roles.member)).toContain(mine)
    expect(await listed(roles.member)).not.toContain(other)
    expect(await listed(roles.owner, { ids: `${mine},${other}` })).toEqual(expect.arrayContaining([mine, other]))
    expect(await listed(roles.member, { ids: `${mine},${other}` })).toEqual([mine])
    expect(await listed(roles.otherCompany, { ids: mine })).toEqual([])
    expect(await listed(roles.stranger, { ids: mine })).toEqual([])
    expect(await listed(roles.owner, { search: '云南 （二）' })).toEqual([other])
    expect(await listed(roles.owner, { page: 1, pageSize: 1 })).toHaveLength(1)
    // The second one looks like an id, and is none.
    for (const ids of ['x', '-'.repeat(36)])
      expect(await refusal(listed(roles.owner, { ids }))).toMatchObject({ errorCode: 900_001 })
  })

  it('takes reports of its reporters alone, each once, in its time', async () => {
    const id = await activity({ reporterIds: [roles.member.id] })
    expect(await refusal(start(roles.stranger, {}, id))).toMatchObject({ errorCode: NO_REPORTER.code })
    expect(await refusal(start(roles.otherCompany, {}, id))).toMatchObject({ errorCode: 900_005 })
    const started = await start(roles.member, {}, id)
    const again = await refusal(start(roles.member, {}, id))
    expect(again).toMatchObject({ errorCode: REPORT_EXISTS.code, data: { id: started.id } })
    const late = await activity({ reportUntil: platform.now, reporterIds: [roles.member.id] })
    const early = await activity({ reportFrom: platform.now + 1, reporterIds: [roles.member.id] })
    for (const closed of [late, early])
      expect(await refusal(start(roles.member, {}, closed))).toMatchObject({ errorCode: REPORTING_CLOSED.code })
    expect(await found(roles.member, late)).toMatchObject({ putforward: 2 })
    expect(await todoOf(roles.member, late)).toBeUndefined()
    expect(await todoOf(roles.member, early)).toMatchObject({ stage: 'upcoming' })
  })

  it('is reported by one of many windows', async () => {
    const id = await activity({ reporterIds: [roles.member.id] })
    const all = await race(platform, 8, () => start(roles.member, {}, id), { begin: () => Promise.resolve() })
    expect(all).toMatchObject({ accepted: 1, refused: { [REPORT_EXISTS.code]: 7 } })
  })

  it('takes no draft after its end, and a returned report all the same', async () => {
    const id = await activity({ reporterIds: reporterIds(), reportUntil: platform.now + 2000 })
    const draft = await start(roles.member, {}, id)
    const sent = await handedIn(roles.colleague, {}, id)
    await decide(roles.owner, [sent], 'return', '缺少证书')
    platform.now += 2000
    expect(await refusal(submit(roles.member, draft))).toMatchObject({ errorCode: REPORTING_CLOSED.code })
    expect(await found(roles.colleague, id)).toMatchObject({ putforward: 1 })
    expect(await submit(roles.colleague, { id: sent, revision: 2 })).toMatchObject({ state: 'pending' })
  })
})

describe('a report', () => {
  it('needs what it says, and evidence where the activity asks for it', async () => {
    const id = await activity({ reporterIds: [roles.member.id], needsEvidence: true })
    const empty = { provider: '', startsOn: null, endsOn: null, hourHundredths: null }
    const { id: reportId } = await start(roles.member, empty, id)
    const refused = await refusal(submit(roles.member, { id: reportId, revision: 0 }))
    expect(refused).toMatchObject({
      errorCode: REPORT_INCOMPLETE.code,
      data: { missing: ['provider', 'startsOn', 'endsOn', 'hourHundredths', 'fileIds'] },
    })
    const file = await evidence(roles.member)
    const { revision } = await change(roles.member, reportId, 0, { fileIds: [file.id] })
    expect(await submit(roles.member, { id: reportId, revision })).toMatchObject({ state: 'pending' })
    const seen = await reportOf(roles.owner, reportId)
    expect(seen).toMatchObject({ evidenceCount: 1, needsEvidence: true, evidence: [{ id: file.id, name: file.name }] })
    const opened = await platform.app.inject({ url: seen.evidence[0]?.url ?? '' })
    expect(opened.statusCode).not.toBe(403)
  })

  it('takes evidence that its member has uploaded, and no other', async () => {
    const [own, others, abroad] = await Promise.all([
      evidence(roles.member),
      evidence(roles.colleague),
      evidence(roles.otherCompany),
    ])
    for (const fileIds of [[others.id], [abroad.id], [own.id, others.id], [roles.member.id]])
      expect(await refusal(start(roles.member, { fileIds }))).toMatchObject({ errorCode: 900_005 })
    const many = await Promise.all(Array.from({ length: evidenceMax + 1 }, () => evidence(roles.member)))
    const files = (count: number) => start(roles.member, { fileIds: many.slice(0, count).map((one) => one.id) })
    await bounds(evidenceMax, files, { refused: 900_001, path: 'fileIds' })
  })

  it('keeps to its bounds, and to the calendar', async () => {
    const of = (input: object) => start(roles.member, input)
    await bounds(titleLengthMax, (n) => of({ title: '课'.repeat(n) }), { refused: 900_001, path: 'title' })
    await bounds(summaryLengthMax, (n) => of({ summary: '课'.repeat(n) }), { refused: 900_001, path: 'summary' })
    await bounds(hourHundredthsMax, (n) => of({ hourHundredths: n }), { refused: 900_001 })
    await bounds(costHundredthsMax, (n) => of({ costHundredths: n }), { refused: 900_001 })
    await bounds(0, (n) => of({ costHundredths: n }), { refused: 900_001, beyond: -1 })
    expect(await refusal(of({ summary: 'x'.repeat(1_000_000) }))).toMatchObject({ errorCode: 900_001 })
    for (const days of [
      { startsOn: '2026-02-30' },
      { endsOn: '2026-06-31' },
      { startsOn: '2026-05-12', endsOn: '2026-05-11' },
    ])
      expect(await refusal(of(days))).toMatchObject({ errorCode: 900_001 })
  })

  it('is of its member until it is handed in, and then of those who decide as well', async () => {
    const { id } = await start(roles.member)
    const hidden = { colleague: 900_005, stranger: 900_005, otherCompany: 900_005, nobody: 401 } as const
    await expectRoles(roles, {
      draft: {
        ...{ ...hidden, owner: 900_005, administrator: 900_005, member: 'accepted' },
        call: (caller) => reportOf(caller, id),
      },
    })
    const managed = async () => (await as(roles.owner).managedReports({ query: { pageSize: 100 } })).items
    expect((await managed()).map((one) => one.id)).not.toContain(id)
    await submit(roles.member, { id, revision: 0 })
    expect((await managed()).map((one) => one.id)).toContain(id)
    await expectRoles(roles, {
      handedIn: {
        ...{ ...hidden, owner: 'accepted', administrator: 'accepted', member: 'accepted' },
        call: (caller) => reportOf(caller, id),
      },
    })
  })

  it('is changed by its member alone, on what was read, until it is handed in', async () => {
    const { id } = await start(roles.member)
    for (const other of [roles.owner, roles.colleague, roles.otherCompany]) {
      expect(await refusal(change(other, id, 0))).toMatchObject({ errorCode: 900_005 })
      expect(await refusal(submit(other, { id, revision: 0 }))).toMatchObject({ errorCode: 900_005 })
      expect(await refusal(as(other).deleteReport({ params: { id } }))).toMatchObject({ errorCode: 900_005 })
    }
    expect(await change(roles.member, id, 0, { title: '改名' })).toMatchObject({ revision: 1 })
    const late = await refusal(change(roles.member, id, 0))
    expect(late).toMatchObject({ errorCode: REPORT_CHANGED.code, data: { revision: 1 } })
    expect(await refusal(submit(roles.member, { id, revision: 0 }))).toMatchObject({ errorCode: REPORT_CHANGED.code })
    await submit(roles.member, { id, revision: 1 })
    const waits = { errorCode: REPORT_STATE.code, data: { state: 'pending' } }
    expect(await refusal(change(roles.member, id, 2))).toMatchObject(waits)
    expect(await refusal(submit(roles.member, { id, revision: 2 }))).toMatchObject(waits)
    expect(await refusal(as(roles.member).deleteReport({ params: { id } }))).toMatchObject(waits)
    expect(await as(roles.member).withdrawReport({ params: { id } })).toMatchObject({ state: 'draft' })
    const again = await refusal(as(roles.member).withdrawReport({ params: { id } }))
    expect(again).toMatchObject({ errorCode: REPORT_STATE.code })
    expect(await refusal(as(roles.colleague).withdrawReport({ params: { id } }))).toMatchObject({ errorCode: 900_005 })
    await as(roles.member).deleteReport({ params: { id } })
    expect(await refusal(reportOf(roles.member, id))).toMatchObject({ errorCode: 900_005 })
  })

  it('of what the member chose stands in the own list, with what was accepted in all', async () => {
    const { companyId, organizationId } = roles
    const member = await buildMember(platform.db, { companyId, organizationId, now: platform.now })
    const first = await handedIn(member, { hourHundredths: 800, costHundredths: 120_050 })
    const second = await handedIn(member, { hourHundredths: 450 })
    await start(member, { hourHundredths: 99 })
    await decide(roles.owner, [first, second], 'accept')
    const own = await as(member).ownReports({})
    expect(own).toMatchObject({
      recordCount: 3,
      totals: { acceptedCount: 2, hourHundredths: 1250, costHundredths: 120_050 },
    })
    expect((await as(member).ownReports({ query: { state: 'draft' } })).recordCount).toBe(1)
    expect(
      (await as(roles.colleague).ownReports({ query: { pageSize: 100 } })).items.map((one) => one.id),
    ).not.toContain(first)
  })
})

describe('a decision', () => {
  it('accepts a report, and its member hears of it', async () => {
    const id = await handedIn(roles.member)
    expect(await newsOf(roles.owner)).toContain('external.submitted')
    expect(await todosOf(roles.owner, 'external.decide')).toMatchObject([{ action: 'go-review' }])
    expect(await decide(roles.owner, [id], 'accept')).toEqual({ decided: 1 })
    expect(await reportOf(roles.member, id)).toMatchObject({ state: 'accepted', decidedBy: 'owner', possible: [] })
    expect(await newsOf(roles.member)).toContain('external.accepted')
    expect(await decide(roles.administrator, [id], 'return', '晚了')).toEqual({ decided: 0 })
    expect(await refusal(change(roles.member, id, 2))).toMatchObject({ errorCode: REPORT_STATE.code })
  })

  it('returns a report with a reason, and the member continues', async () => {
    const id = await handedIn(roles.member)
    const silent = await refusal(decide(roles.owner, [id], 'return', ' '))
    expect(silent).toMatchObject({ errorCode: REFUSAL_REASON_NEEDED.code })
    expect(await decide(roles.owner, [id], 'return', '缺少证书')).toEqual({ decided: 1 })
    expect(await reportOf(roles.member, id)).toMatchObject({
      ...{ state: 'returned', reason: '缺少证书', possible: ['change', 'submit', 'delete'] },
    })
    expect(await todoOf(roles.member, id)).toMatchObject({
      ...{ action: 'continue-reporting', link: `/external-training/report/${id}` },
    })
    expect(await newsOf(roles.member)).toContain('external.returned')
    const { revision } = await change(roles.member, id, 2, { certificateNumber: 'ZL-31' })
    await submit(roles.member, { id, revision })
    expect(await todoOf(roles.member, id)).toBeUndefined()
    expect(await reportOf(roles.owner, id)).toMatchObject({ state: 'pending', reason: '', decidedBy: null })
  })

  it('is not about the own report, nor by anyone else', async () => {
    const own = await report(roles.owner)
    expect(await decide(roles.owner, [own], 'accept')).toEqual({ decided: 0 })
    const elsewhere = await report(roles.stranger)
    expect(await decide(roles.owner, [elsewhere], 'accept')).toEqual({ decided: 0 })
    expect(await decide(roles.otherCompany, [own, elsewhere], 'accept')).toEqual({ decided: 0 })
    for (const other of [roles.member, roles.colleague, roles.stranger])
      expect(await refusal(decide(other, [own], 'accept'))).toMatchObject({ status: 403 })
    expect(await decide(roles.administrator, [own], 'accept')).toEqual({ decided: 1 })
  })

  it('is made once by two at once', async () => {
    const id = await handedIn(roles.member)
    const both = await Promise.all([
      decide(roles.owner, [id], 'accept'),
      decide(roles.administrator, [id], 'return', '重复'),
    ])
    expect(both.map(({ decided }) => decided).sort()).toEqual([0, 1])
  })
})

describe('the export', () => {
  it('holds what was handed in, and no cell of it is a formula', async () => {
    await report(roles.member, { title: '=HYPERLINK("http://x")', provider: '+1', startsOn: '2026-05-11' })
    const sheet = async (query: object, member = roles.owner) => {
      const answer = await as(member).exportReports({ query })
      const bytes = (answer as unknown as { rawPayload: Buffer }).rawPayload
      return { rows: await readSpreadsheet(bytes), bytes }
    }
    const { rows, bytes } = await sheet({ search: 'HYPERLINK' })
    expect(rows).toHaveLength(2)
    expect([rows[1]?.[3], rows[1]?.[5]]).toEqual(['=HYPERLINK("http://x")', '+1'])
    expect(strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).not.toContain('<f>')
    expect((await sheet({ month: '2026-05', search: 'HYPERLINK' })).rows).toHaveLength(2)
    expect((await sheet({ month: '2026', search: 'HYPERLINK' })).rows).toHaveLength(2)
    expect((await sheet({ month: '2026-06', search: 'HYPERLINK' })).rows).toHaveLength(1)
    expect((await sheet({ search: 'HYPERLINK' }, roles.otherCompany)).rows).toHaveLength(1)
  })
})

// The last: where approval is switched on, it stays so.
describe('a report with approvers', () => {
  let approver: BuiltMember
  const waiting = async () => (await platform.client(approvals, approver).waitingTasks({})).items
  beforeAll(async () => {
    const { companyId } = roles
    approver = await buildMember(platform.db, { companyId, organizationId: companyId, fullName: 'approver' })
    const place = { companyId, businessType: reportApproval, now: platform.now }
    await buildTemplate(platform.db, place, [buildStep([approver.id])])
  })

  it('is decided by them, who read its evidence, and by nobody else', async () => {
    const file = await evidence(roles.member)
    const id = await handedIn(roles.member, { fileIds: [file.id] })
    expect(await reportOf(roles.owner, id)).toMatchObject({ isInApproval: true, possible: [] })
    expect(await decide(roles.owner, [id], 'accept')).toEqual({ decided: 0 })
    expect(await reportOf(approver, id)).toMatchObject({ evidence: [{ id: file.id }] })
    const [task] = await waiting()
    await platform.client(approvals, approver).agree({ params: { id: task?.taskId ?? '' }, body: {} })
    expect(await reportOf(roles.member, id)).toMatchObject({ state: 'accepted', decidedBy: 'approver' })
  })

  it('that they refuse is continued by its member, and handed in again', async () => {
    const activityId = await activity({ reporterIds: [roles.member.id] })
    const id = await handedIn(roles.member, {}, activityId)
    const [task] = await waiting()
    const opinion = { opinion: '与岗位无关' }
    await platform.client(approvals, approver).refuse({ params: { id: task?.taskId ?? '' }, body: opinion })
    await proves('TRAINING-047', async () => {
      expect(await found(roles.member, activityId)).toMatchObject({ putforward: 1, report: { id, state: 'returned' } })
      expect(await todoOf(roles.member, activityId)).toMatchObject({ action: 'continue-reporting' })
    })
    expect(await reportOf(roles.member, id)).toMatchObject({ reason: '与岗位无关' })
    await submit(roles.member, { id, revision: 2 })
    expect(await waiting()).toHaveLength(1)
  })

  it('is taken back from them', async () => {
    const before = (await waiting()).length
    const id = await handedIn(roles.member)
    expect(await waiting()).toHaveLength(before + 1)
    expect(await as(roles.member).withdrawReport({ params: { id } })).toMatchObject({ state: 'draft' })
    expect(await waiting()).toHaveLength(before)
    expect(await refusal(reportOf(approver, id))).toMatchObject({ errorCode: 900_005 })
    expect(await submit(roles.member, await reportOf(roles.member, id))).toMatchObject({ state: 'pending' })
  })
})
