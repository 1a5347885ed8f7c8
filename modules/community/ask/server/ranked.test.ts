/** What makes a question hot, as the ranking counts it. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { rankings } from '#modules/insight/rankings/contract.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { ask } from '../contract.ts'
import { buildQuestion } from './ask.fixture.ts'

const platform = testPlatform({ poolSize: 4 })

it('[SYSTEM-239] answers of others count 3, followers 2 and votes 1; what is taken back counts no more', async () => {
  const companyId = await buildCompany(platform.db)
  const [asker, other] = [await buildMember(platform.db, { companyId }), await buildMember(platform.db, { companyId })]
  const id = await buildQuestion(platform.db, { companyId, authorId: asker.id, now: platform.now })
  const figure = async () => {
    const payload = JSON.stringify({ companyId })
    await sql`select graphile_worker.add_job('rankings.count', ${payload}::json)`.execute(platform.root)
    await platform.runJobs()
    return (await platform.client(rankings, other).hotQuestionsRanking()).items[0]?.figure
  }
  const params = { id }
  const calls = platform.client(ask, other)
  const answer = await calls.answerQuestion({ params, body: { content: '<p>三天</p>' } })
  await platform.client(ask, asker).answerQuestion({ params, body: { content: '<p>我自己知道了</p>' } })
  expect(await figure()).toBe(3)
  await calls.voteQuestion({ params, body: { value: 1 } })
  expect(await figure()).toBe(4)
  await calls.voteQuestion({ params, body: { value: -1 } })
  await calls.deleteAnswer({ params: { id: answer.id } })
  expect(await figure()).toBeUndefined()
})
