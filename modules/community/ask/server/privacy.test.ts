import { beforeAll, expect, it } from 'vitest'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { balanceOf } from '#modules/platform/currency/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { personalData } from '#server/personal-data.ts'
import { testPlatform } from '#test/harness.ts'
import { ask } from '../contract.ts'
import { questionBody } from './ask.fixture.ts'
import { dueBountiesJob } from './bounties.ts'

const platform = testPlatform()
let leaver: BuiltMember
let colleague: BuiltMember
const as = (one: BuiltMember) => platform.client(ask, one)

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  leaver = await buildMember(platform.db, { companyId, fullName: '林知远' })
  colleague = await buildMember(platform.db, { companyId })
})

it('an erased member leaves texts without a name, no vote, and no reserved coins', async () => {
  const { companyId, id: memberId } = leaver
  const owner = { kind: 'person', id: memberId } as const
  await inTransaction(platform.db, (db) => buildIssue(db, { companyId, owner, amount: 500n }))
  const { id } = await as(leaver).askQuestion({ body: questionBody({ bounty: '500', title: '离职前的提问' }) })
  const other = await as(colleague).askQuestion({ body: questionBody() })
  await as(leaver).voteQuestion({ params: other, body: { value: 1 } })
  await as(leaver).answerQuestion({ params: other, body: { content: '三天' } })
  const data = personalData.all().find(({ module }) => module === 'ask')
  const kept = await data?.collect(platform.db, { companyId, memberId, now: platform.now })
  expect(kept?.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['ask-questions', 1],
    ['ask-follow-ups', 0],
    ['ask-answers', 1],
    ['ask-votes', 1],
    ['ask-invitations', 0],
    ['ask-cards', 0],
    ['ask-promise', 0],
  ])
  const erase = () =>
    inTransaction(platform.db, async (db) => data?.erase(db, { companyId, memberId, now: platform.now }))
  await erase()
  await erase()
  expect(await as(colleague).question({ params: { id } })).toMatchObject({ title: '离职前的提问', author: null })
  expect(await as(colleague).question({ params: other })).toMatchObject({ score: 0, answerCount: 1 })
  const { items } = await as(colleague).listAnswers({ params: other })
  expect(items).toMatchObject([{ content: '三天', author: null }])
  await enqueue(platform.db, dueBountiesJob, {})
  await platform.runJobs()
  expect(await balanceOf(platform.db, companyId, owner, 1)).toMatchObject({ totalAmount: '500', reserved: '0' })
})
