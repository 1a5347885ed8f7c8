import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { MUTED, moderation } from '#modules/content/moderation/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { ask } from '../contract.ts'
import { buildQuestion } from './ask.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
let companyId: string
let asker: BuiltMember
let other: BuiltMember
let stranger: BuiltMember
const as = (one: BuiltMember) => platform.client(ask, one)

beforeEach(async () => {
  // All tests call from one address.
  await sql`delete from server.rate`.execute(platform.root)
  companyId = await buildCompany(platform.db)
  asker = await buildMember(platform.db, { companyId })
  other = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

const build = (more: object = {}) =>
  buildQuestion(platform.db, { companyId, authorId: asker.id, now: platform.now, ...more })
const add = (id: string, content: string, by = asker) => as(by).addFollowUp({ params: { id }, body: { content } })

it('of the asker stand below the question in their order, and are cleaned', async () => {
  const id = await build({ isAnonymous: true })
  await add(id, '<p>第一点</p><script>1</script>')
  platform.now += 1000
  await add(id, '第二点')
  const { followUps } = await as(other).question({ params: { id } })
  expect(followUps.map(({ content }) => content)).toEqual(['<p>第一点</p>', expect.stringContaining('第二点')])
  expect(followUps[1]?.createTime).toBe(platform.now)
})

it('are the asker’s alone, of an open question that the asker sees', async () => {
  const id = await build()
  expect(await refusal(add(id, '代补充', other))).toMatchObject({ errorCode: 10138 })
  expect(await refusal(add(id, '代补充', stranger))).toMatchObject({ errorCode: 900005 })
  expect(await refusal(add(await build({ state: 'withdrawn' }), '补充'))).toMatchObject({ errorCode: 70601 })
  for (const empty of ['<p></p>', ' ']) expect(await refusal(add(id, empty))).toMatchObject({ errorCode: 900001 })
})

it('are twenty at most, also where the last two come at once', async () => {
  const id = await build()
  for (let number = 1; number < 20; number += 1) await add(id, `第 ${number} 点`)
  const answers = await Promise.allSettled([add(id, '甲'), add(id, '乙')])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await refusal(add(id, '丙'))).toMatchObject({ errorCode: 70615 })
})

it('with words for review bring their question into the queue, and readers see them meanwhile', async () => {
  const id = await build({ isAnonymous: true })
  const words = [{ word: '加班', level: 'review' as const }]
  await buildWords(platform.db, { companyId, by: other.id, words, now: platform.now })
  await add(id, '也没有别的')
  const waiting = async () => (await platform.client(moderation, other).queue({ query: {} })).items
  expect(await waiting()).toEqual([])
  await add(id, '又要加班')
  expect(await waiting()).toMatchObject([{ businessId: id, causes: ['words'], author: null }])
  expect((await as(other).question({ params: { id } })).followUps).toHaveLength(2)
})

it('hold no sensitive words, and come from no muted member', async () => {
  const id = await build()
  const words = [{ word: '违禁词', level: 'refuse' as const }]
  await buildWords(platform.db, { companyId, by: other.id, words, now: platform.now })
  expect(await refusal(add(id, '违禁词'))).toMatchObject({ errorCode: 900010 })
  const body = { until: platform.now + 60_000, reason: '' }
  await platform.client(topics, other).muteMember({ params: { id: asker.id }, body })
  expect(await refusal(add(id, '补充'))).toMatchObject({ errorCode: MUTED.code })
})
