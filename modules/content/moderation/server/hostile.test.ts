/** What moderators with an interest of their own try, and what is typed into the queue’s address. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { moderation } from '#modules/content/moderation/contract.ts'
import { articlesModule } from '#modules/content/topics/server/articles.fixture.ts'
import { commentScene } from '#modules/content/topics/server/comments.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'

const platform = testPlatform({ poolSize: 5, modules: [...serverModules, articlesModule] })
const { scene, write } = commentScene(platform)
let second: BuiltMember

beforeEach(async () => {
  platform.now = Date.now()
  const { companyId } = scene
  second = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
})

const as = (member: BuiltMember) => platform.client(moderation, member)
const report = (businessId: string, by: BuiltMember) =>
  as(by).accuse({ body: { businessId, reason: '广告', reasonCode: 'spam' } })
const removal = { outcome: 'remove', reasonCode: 'spam', note: '广告', warn: false, muteDays: 0, revision: 0 } as const
const claim = (id: string, by: BuiltMember) => as(by).claim({ params: { id } })

/** A comment that is reported: its case. */
async function reported(author: BuiltMember, by: BuiltMember) {
  const { id: businessId } = await write('加微信', author)
  await report(businessId, by)
  const { items } = await as(scene.chief).queue({ query: {} })
  return items.find((row) => row.businessId === businessId)?.id ?? ''
}

describe('a moderator whose own comment is reported', () => {
  it('reads the case, and not who has reported it', async () => {
    const { chief, other } = scene
    const id = await reported(chief, other)
    const seen = await as(chief).details({ params: { id } })
    expect(seen).toMatchObject({ isOwn: true, reports: [{ reporter: null, reason: '广告' }] })
    expect(JSON.stringify(seen)).not.toContain(other.id)
    const others = await as(second).details({ params: { id } })
    expect(others.reports).toMatchObject([{ reporter: { memberId: other.id } }])
  })

  it('does not keep it from others by claiming it', async () => {
    const { chief, other } = scene
    const id = await reported(chief, other)
    expect(await refusal(claim(id, chief))).toMatchObject({ errorCode: 900012 })
    await as(second).decide({ params: { id }, body: removal })
  })

  it('neither does who has reported it, nor who has decided what is appealed', async () => {
    const { chief, learner } = scene
    const own = await reported(learner, chief)
    expect(await refusal(claim(own, chief))).toMatchObject({ errorCode: 900012 })
    await as(second).decide({ params: { id: own }, body: removal })
    await buildMember(platform.db, { companyId: scene.companyId, roles: ['super-admin'] })
    await as(learner).appeal({ params: { id: own }, body: { text: '不是' } })
    expect(await refusal(claim(own, second))).toMatchObject({ errorCode: 10208 })
  })
})

it('what the only moderator has reported is decided by them', async () => {
  const { chief, learner } = scene
  const id = await reported(learner, chief)
  expect(await refusal(as(chief).decide({ params: { id }, body: removal }))).toMatchObject({ errorCode: 900012 })
  await sql`delete from identity.role_grant where member_id = ${second.id}`.execute(platform.root)
  expect(await as(chief).decide({ params: { id }, body: removal })).toMatchObject({ revision: 1 })
  // What they have written is theirs to decide in no case.
  const own = await reported(chief, learner)
  expect(await refusal(as(chief).decide({ params: { id: own }, body: removal }))).toMatchObject({ errorCode: 900012 })
})

describe('an appeal', () => {
  it('is decided by whoever has decided, where all others have reported the content', async () => {
    const { chief, learner } = scene
    const id = await reported(learner, chief)
    await as(second).decide({ params: { id }, body: removal })
    await as(learner).appeal({ params: { id }, body: { text: '不是' } })
    const body = { revision: 2, outcome: 'upheld', note: '' } as const
    expect(await refusal(as(chief).decideAppeal({ params: { id }, body }))).toMatchObject({ errorCode: 900012 })
    expect(await as(second).decideAppeal({ params: { id }, body })).toMatchObject({ bySameModerator: true })
  })
})

it.each(['9'.repeat(60), '-1', '1e5', ' 7'])('the queue has no place %s', async (value) => {
  for (const state of ['waiting', 'decided'] as const)
    expect(await refusal(as(scene.chief).queue({ query: { state, after: `${value}_${uuid()}` } }))).toMatchObject({
      errorCode: 900001,
    })
  const after = `1_${'-'.repeat(36)}`
  expect(await refusal(as(scene.chief).queue({ query: { after } }))).toMatchObject({ errorCode: 900001 })
})
