import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { study } from '#modules/content/study/contract.ts'
import {
  announceFinished,
  type Retake,
  type StudyRef,
  setCreditRule,
  studyKind,
} from '#modules/content/study/server.ts'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { setCertificateRule } from '#modules/learning/certificates/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { retrainingJob } from './retraining.ts'
import { buildTemplate, type exampleTemplate } from './templates.fixture.ts'

const dayMs = 86_400_000
const businessType = 6
/** What was opened again, by item; and what can't be studied any more. */
const retakes = new Map<string, Retake[]>()
const registered = new Map<string, string[]>()
const finishedBy = new Set<string>()
const gone = new Set<string>()
const kind: Parameters<typeof studyKind>[0] = {
  businessType,
  label: { cn: '培训班', en: 'Class' },
  items: async (_db, _companyId, ids) =>
    ids.map((id) => ({ id, name: '安全员复训', link: `/class/${id}`, coverFileId: null, isAvailable: !gone.has(id) })),
  visible: async () => new Set<string>(),
  search: async () => [],
  states: async (_db, _companyId, memberIds, ids) =>
    memberIds.flatMap((memberId) =>
      ids.map((businessId) => ({
        ...{ memberId, businessId, isRegistered: true, finishStatus: 2, isStarted: true, percent: 100 },
        ...{ isFinished: finishedBy.has(`${memberId} ${businessId}`), finishedAt: 1 },
      })),
    ),
  register: async (_db, _companyId, memberIds, ids) => {
    for (const id of ids) registered.set(id, [...(registered.get(id) ?? []), ...memberIds])
  },
  reopen: async (_db, _companyId, businessId, some) => {
    retakes.set(businessId, [...(retakes.get(businessId) ?? []), ...some])
  },
}
const classes = studyKind(kind)
/** A kind that knows one round only. */
const onceType = 5
const { reopen: _, ...withoutRetakes } = kind
const once = studyKind({ ...withoutRetakes, businessType: onceType })
const fixture = { name: 'classes', contract: {}, routes: {}, extensions: [classes, once] }
const platform = testPlatform({ poolSize: 6, modules: [fixture, ...serverModules] })
/** Years pass in these tests; whoever is signed in stays so. */
const lasting = Date.now() + 20 * 365 * dayMs
let [began, companyId] = [0, '']
let chief: BuiltMember

beforeAll(async () => {
  began = platform.now
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: lasting })
})

afterEach(() => {
  platform.now = began
})

const inTransaction = (run: (db: Connection) => Promise<void>) =>
  platform.root.transaction().execute((transaction) => run(transaction as unknown as Connection))

const finish = (memberId: string, ref: StudyRef, roundId?: string) =>
  inTransaction((db) => {
    finishedBy.add(`${memberId} ${ref.businessId}`)
    const retake = roundId !== undefined && { roundId }
    return announceFinished(db, {
      companyId,
      memberId,
      ...ref,
      name: '安全员培训',
      finishedAt: platform.now,
      ...retake,
    })
  })

async function look() {
  await enqueue(platform.db, retrainingJob, {})
  await platform.runJobs()
}

async function earn(values: Partial<typeof exampleTemplate> = {}) {
  const member = await buildMember(platform.db, { companyId, now: lasting })
  const name = `安全员证书 ${uuid().slice(-8)}`
  const templateId = await buildTemplate(platform.db, { author: chief, renewalDays: 60, ...values, name })
  const ref: StudyRef = { businessType, businessId: uuid() }
  await inTransaction((db) => setCertificateRule(db, { companyId, ref, templateId, now: platform.now }))
  await finish(member.id, ref)
  const calls = platform.client(certificates, member)
  const [certificate] = (await calls.myCertificates()).items
  if (!certificate?.expiresAt) throw new Error('no certificate that ends was given')
  const titles = async () => {
    const { items } = await platform.client(messages, member).listNotifications({ query: { pageSize: 100 } })
    return items.map(({ title }) => title)
  }
  return { member, calls, ref, templateId, certificate, expiresAt: certificate.expiresAt, titles }
}

describe('retraining', () => {
  it('opens what earned the certificate once more when it may be renewed, once, and tells its holder', async () => {
    const { ref, member, certificate, expiresAt, titles } = await earn()
    platform.now = expiresAt - 60 * dayMs - 1
    await look()
    expect(retakes.has(ref.businessId)).toBe(false)
    platform.now = expiresAt - 60 * dayMs
    await look()
    platform.now += dayMs
    await look()
    expect(retakes.get(ref.businessId)).toEqual([
      { roundId: certificate.id, memberId: member.id, dueAt: certificate.expiresAt },
    ])
    expect((await titles()).filter((title) => title === '《结业证书》可以复训了')).toHaveLength(1)
  })

  it('renews it when the round is finished: from the last day of the old one on, and with class hours once more', async () => {
    const { ref, member, calls, certificate, expiresAt } = await earn()
    await inTransaction((db) =>
      setCreditRule(db, { companyId, ref, classHourHundredths: 400, creditHundredths: 0, now: platform.now }),
    )
    await finish(member.id, ref)
    platform.now = expiresAt - 10 * dayMs
    await look()
    for (let received = 0; received < 2; received += 1) await finish(member.id, ref, certificate.id)
    const { items } = await calls.myCertificates()
    expect(items).toMatchObject([{ origin: 'renewed', validity: 'valid' }])
    expect(items[0]?.expiresAt).toBeGreaterThan(expiresAt + 700 * dayMs)
    const hours = await platform.client(study, member).creditRecords({ query: { type: 1 } })
    expect(hours.items.map(({ score }) => score)).toEqual(['400', '400'])
    expect(await platform.client(study, member).creditYears({ query: { type: 1 } })).toMatchObject({ total: '800' })
    // The next one has a cycle of its own.
    platform.now = (items[0]?.expiresAt ?? 0) - 1
    await look()
    expect(retakes.get(ref.businessId)?.map(({ roundId }) => roundId)).toEqual([certificate.id, items[0]?.id])
  })

  it('registers for another renewing item, with a retake only for holders who have finished it', async () => {
    const businessId = uuid()
    const { member, expiresAt } = await earn({ renewal: { businessType, businessId } })
    platform.now = expiresAt - 60 * dayMs
    await look()
    expect(registered.get(businessId)).toEqual([member.id])
    expect(retakes.has(businessId)).toBe(false)
  })

  it('leaves alone who is gone, what is revoked, what never ends, and an item that is off the shelf', async () => {
    const off = await earn()
    gone.add(off.ref.businessId)
    const revoked = await earn()
    await platform
      .client(certificates, chief)
      .revokeCertificate({ params: { id: revoked.certificate.id }, body: { reason: '信息有误' } })
    const left = await earn()
    await sql`update identity.member set enabled = false where id = ${left.member.id}`.execute(platform.root)
    platform.now = off.expiresAt + dayMs
    await look()
    for (const { ref } of [off, revoked, left]) expect(retakes.has(ref.businessId)).toBe(false)
    expect((await off.titles()).filter((title) => title.includes('复训'))).toEqual([])
  })

  it('notifies about an item without retakes only holders who have not finished it', async () => {
    const [again, first] = [await earn({ renewal: { businessType: onceType, businessId: uuid() } }), await earn()]
    const renewal = { businessType: onceType, businessId: uuid() }
    const finished = await earn({ renewal })
    finishedBy.add(`${finished.member.id} ${renewal.businessId}`)
    platform.now = first.expiresAt - 60 * dayMs
    await look()
    const received = await Promise.all(
      [again, first, finished].map(async ({ titles }) => (await titles()).filter((title) => title.includes('复训'))),
    )
    expect(received.map((some) => some.length)).toEqual([1, 1, 0])
  })

  const values = { validityMonths: 6, reminderDays: [90, 7, 30] }
  const remindersOf = async ({ titles }: { titles: () => Promise<string[]> }) => {
    // The minute's look of messages: the clock of the queue is the database's own.
    const remind = serverModules.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'messages.remind')
    if (!remind) throw new Error('nobody reminds')
    await enqueue(platform.db, remind, {})
    await platform.runJobs()
    return (await titles()).filter((title) => title.includes('到期')).sort()
  }

  it.each([
    [91, []],
    [90, ['《结业证书》将在 90 天后到期']],
    [8, ['《结业证书》将在 30 天后到期', '《结业证书》将在 90 天后到期']],
    [
      0,
      [
        '《结业证书》将在 30 天后到期',
        '《结业证书》将在 7 天后到期',
        '《结业证书》将在 90 天后到期',
        '《结业证书》已到期',
      ],
    ],
  ])('reminds on each of the days that the template names: %i days before the end', async (days, expected) => {
    const earned = await earn(values)
    platform.now = earned.expiresAt - days * dayMs
    expect(await remindersOf(earned)).toEqual(expected)
  })

  it('reminds of nothing any more once it is renewed', async () => {
    const earned = await earn(values)
    platform.now = earned.expiresAt - 40 * dayMs
    await finish(earned.member.id, earned.ref)
    platform.now = earned.expiresAt
    expect(await remindersOf(earned)).toEqual([])
  })
})
