import { expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { personalData } from '#server/personal-data.ts'
import { testPlatform } from '#test/harness.ts'
import { buildApplication, buildOwner, buildStep, buildTemplate } from './templates.fixture.ts'

const platform = testPlatform({ modules: [buildOwner().module, ...serverModules] })

it('exports only the member’s applications, decisions and absences; the erasure deletes absences and keeps decisions', async () => {
  const companyId = await buildCompany(platform.db)
  const author = await buildMember(platform.db, { companyId })
  const decider = await buildMember(platform.db, { companyId })
  const { now } = platform
  await buildTemplate(platform.db, { companyId, now }, [buildStep([decider.id])])
  const { processId } = await platform.root
    .transaction()
    .execute((db) => buildApplication(db as never, { companyId, applicantId: author.id, name: '甲课', now }))
  const calls = platform.client(approvals, decider)
  const { taskId } = await calls.process({ params: { id: processId } })
  await calls.agree({ params: { id: taskId as string }, body: { opinion: '同意发布' } })
  const period = { startsAt: now, endsAt: now + 1000, reason: '年假' }
  await calls.createAbsence({ body: { substituteId: author.id, ...period } })
  const owner = personalData.all().find(({ module }) => module === 'approvals')
  const recordsOf = async (memberId: string) => {
    const records = await owner?.collect(platform.db, { companyId, memberId, now })
    return Object.fromEntries((records ?? []).map(({ name, rows }) => [name, rows]))
  }
  expect(await recordsOf(author.id)).toMatchObject({
    applications: [{ name: '甲课', result: 1 }],
    'approval-decisions': [],
    absences: [],
  })
  expect(await recordsOf(decider.id)).toMatchObject({
    applications: [],
    'approval-decisions': [{ state: 'agreed', opinion: '同意发布' }],
    absences: [{ reason: '年假' }],
  })
  for (let time = 0; time < 2; time++) await owner?.erase(platform.db, { companyId, memberId: decider.id, now })
  expect((await recordsOf(decider.id)).absences).toEqual([])
  const { events } = await platform.client(approvals, author).process({ params: { id: processId } })
  expect(events.find(({ kind }) => kind === 'agreed')?.opinion).toBe('同意发布')
})
