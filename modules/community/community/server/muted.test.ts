import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { community } from '../contract.ts'
import { buildAccount } from './accounts.fixture.ts'
import { buildCircleOf } from './circles.fixture.ts'

const platform = testPlatform()
let companyId: string
let chief: BuiltMember
let muted: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  muted = await buildMember(platform.db, { companyId })
})

it('a muted member names no circle and no account, announces nothing, and asks nobody in writing to be let in', async () => {
  const own = platform.client(community, muted)
  const circleId = await buildCircleOf(platform.db, { companyId, memberIds: [muted.id] })
  const asked = await buildCircleOf(platform.db, { companyId, memberIds: [chief.id], joinMode: 1 })
  const accountId = await buildAccount(platform.db, { companyId, memberIds: [muted.id] })
  const { id: headPortrait } = await buildFile(platform.db, { companyId, ownerId: muted.id, contentType: 'image/png' })
  const text = { title: '通知', content: '明天停机' }
  const { id } = await own.announceInCircle({ params: { id: circleId }, body: text })
  const until = platform.now + 60_000
  await platform.client(topics, chief).muteMember({ params: { id: muted.id }, body: { until, reason: '' } })
  const { id: topicIds } = await platform.client(topics, chief).quickAddTopic({ body: { name: '焊接' } })
  const account = { name: '新名字', headPortrait, desc: '简介', topicIds }
  for (const call of [
    () => own.createCircle({ body: { name: '新圈子', desc: '简介' } }),
    () => own.changeCircle({ params: { id: circleId }, body: { name: '改名', desc: '简介' } }),
    () => own.announceInCircle({ params: { id: circleId }, body: text }),
    () => own.changeCircleAnnouncement({ params: { id }, body: text }),
    () => own.joinCircle({ body: { circleId: asked, message: '让我进来' } }),
    () => own.apply({ body: { ...account, enjoyType: 1 } }),
    () => own.applyForEdit({ body: { ...account, id: accountId } }),
  ])
    expect(await refusal(call())).toMatchObject({ errorCode: 900034, data: { until } })
  expect(await own.joinCircle({ body: { circleId: asked } })).toEqual({ joinStatus: 2 })
})

it('a muted administrator of a circle writes no word to its members, and says who is let in without one', async () => {
  const own = platform.client(community, muted)
  const [asking, member] = [
    await buildMember(platform.db, { companyId }),
    await buildMember(platform.db, { companyId }),
  ]
  const id = await buildCircleOf(platform.db, { companyId, memberIds: [muted.id, member.id], joinMode: 1 })
  const relation = uuid()
  await sql`insert into community.circle_share (id, circle_id, company_id, item_type, item_id, shared_by, hot_score, created_at)
    values (${relation}, ${id}, ${companyId}, 16, ${uuid()}, ${member.id}, 0, 1)`.execute(platform.root)
  await platform.client(community, asking).joinCircle({ body: { circleId: id } })
  const until = platform.now + 60_000
  await platform.client(topics, chief).muteMember({ params: { id: muted.id }, body: { until, reason: '' } })
  const params = { id: (await own.joinRequests({ params: { id } })).items[0]?.id ?? '' }
  for (const call of [
    () => own.decideJoinRequest({ params, body: { agreed: false, message: '不欢迎' } }),
    () => own.removeCircleMember({ params: { id }, body: { memberId: member.id, reason: '不欢迎' } }),
    () => own.removeFromCircle({ params: { id: relation }, body: { reason: '不欢迎' } }),
  ])
    expect(await refusal(call())).toMatchObject({ errorCode: 900034, data: { until } })
  await own.decideJoinRequest({ params, body: { agreed: true } })
})

it('what an administrator of a circle writes to its members holds no sensitive words', async () => {
  const own = platform.client(community, chief)
  const [asking, member] = [
    await buildMember(platform.db, { companyId }),
    await buildMember(platform.db, { companyId }),
  ]
  const id = await buildCircleOf(platform.db, { companyId, memberIds: [chief.id, member.id], joinMode: 1 })
  const relation = uuid()
  await sql`insert into community.circle_share (id, circle_id, company_id, item_type, item_id, shared_by, hot_score, created_at)
    values (${relation}, ${id}, ${companyId}, 16, ${uuid()}, ${member.id}, 0, 1)`.execute(platform.root)
  await platform.client(community, asking).joinCircle({ body: { circleId: id } })
  await buildWords(platform.db, { companyId, by: chief.id, words: ['违禁词'], now: platform.now })
  const params = { id: (await own.joinRequests({ params: { id } })).items[0]?.id ?? '' }
  for (const call of [
    () => own.decideJoinRequest({ params, body: { agreed: false, message: '违禁词' } }),
    () => own.removeCircleMember({ params: { id }, body: { memberId: member.id, reason: '违禁词' } }),
    () => own.removeFromCircle({ params: { id: relation }, body: { reason: '违禁词' } }),
  ])
    expect(await refusal(call())).toMatchObject({ errorCode: 900010 })
})
