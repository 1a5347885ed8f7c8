/** Simultaneous calls: exactly one decision, and a clear refusal of the other. */
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { CallRefused, testPlatform } from '#test/harness.ts'
import { buildApplication, buildOwner, buildStep, buildTemplate } from './templates.fixture.ts'

const owner = buildOwner()
const platform = testPlatform({ poolSize: 6, modules: [owner.module, ...serverModules] })
let companyId: string
let author: BuiltMember
let deciders: BuiltMember[]

const as = (member: BuiltMember) => platform.client(approvals, member)

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  author = await buildMember(platform.db, { companyId })
  deciders = await Promise.all([1, 2, 3].map(() => buildMember(platform.db, { companyId })))
  const steps = [buildStep(deciders.map(({ id }) => id))]
  await buildTemplate(platform.db, { companyId, now: platform.now }, steps, chief.id)
})

const application = (businessId: string) =>
  platform.root
    .transaction()
    .execute((db) =>
      buildApplication(db as never, { companyId, applicantId: author.id, businessId, now: platform.now }),
    )

/** The number of accepted calls, and the codes of the refused ones. */
async function outcomes(calls: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls)
  const codes = settled.flatMap((one) =>
    one.status === 'rejected' ? [one.reason instanceof CallRefused ? one.reason.errorCode : String(one.reason)] : [],
  )
  return { accepted: settled.length - codes.length, codes }
}

it('[SYSTEM-194] simultaneous decisions give one decision, by several approvers and by one in several tabs', async () => {
  for (let round = 0; round < 6; round++) {
    owner.outcomes.length = 0
    const { processId } = await application(uuid())
    const details = await Promise.all(deciders.map((member) => as(member).process({ params: { id: processId } })))
    const calls = deciders.flatMap((member, at) => {
      const params = { id: details[at]?.taskId as string }
      return [as(member).agree({ params, body: {} }), as(member).refuse({ params, body: { opinion: '不同意' } })]
    })
    expect(await outcomes(calls)).toEqual({ accepted: 1, codes: Array(5).fill(46004) })
    expect(owner.outcomes).toHaveLength(1)
    const { events } = await as(author).process({ params: { id: processId } })
    expect(events.filter(({ kind }) => kind === 'agreed' || kind === 'refused')).toHaveLength(1)
  }
})

it('of a simultaneous withdrawal and agreement, one succeeds', async () => {
  for (let round = 0; round < 6; round++) {
    owner.outcomes.length = 0
    const { processId } = await application(uuid())
    const [first] = deciders as [BuiltMember]
    const { taskId } = await as(first).process({ params: { id: processId } })
    const { accepted } = await outcomes([
      as(author).withdraw({ params: { id: processId }, body: {} }),
      as(first).agree({ params: { id: taskId as string }, body: {} }),
    ])
    expect([accepted, owner.outcomes.length]).toEqual([1, 1])
  }
})

it('two simultaneous applications make one process', async () => {
  const businessId = uuid()
  const tries = await Promise.allSettled([1, 2, 3, 4].map(() => application(businessId)))
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ error: { code: 46002 } })
})

it('of two members who simultaneously name each other as substitute, one succeeds', async () => {
  const [first, second] = deciders as [BuiltMember, BuiltMember]
  const { now } = platform
  const period = { startsAt: now, endsAt: now + 3_600_000, reason: '' }
  const result = await outcomes([
    as(first).createAbsence({ body: { substituteId: second.id, ...period } }),
    as(second).createAbsence({ body: { substituteId: first.id, ...period } }),
  ])
  expect(result).toEqual({ accepted: 1, codes: [46011] })
})
