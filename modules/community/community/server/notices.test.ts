import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { following } from '#modules/community/following/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { noticesMax } from '../contract/accounts.ts'
import { community } from '../contract.ts'
import { accountBusinessType, accountNotice } from '../server.ts'
import { buildAccount } from './accounts.fixture.ts'
import { removeOldNotices } from './notices.ts'

const platform = testPlatform()
let companyId: string
let reader: BuiltMember
let accountId: string

const someone = () => buildMember(platform.db, { companyId })
const account = async (name: string) =>
  buildAccount(platform.db, { companyId, name, memberIds: [(await someone()).id], now: platform.now })

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  reader = await someone()
  accountId = await account('安全先锋')
})

const as = (member: BuiltMember) => platform.client(community, member)
const follow = (id = accountId, member = reader) =>
  platform.client(following, member).attention({ body: { businessType: accountBusinessType, businessId: id } })
/** What is published is an account itself: a kind that says who may see it. */
const publish = (businessId: string, from = accountId) =>
  accountNotice(
    platform.db,
    { companyId, accountId: from, businessType: 101, businessId, title: '旧标题', link: `/somewhere/${businessId}` },
    platform.now,
  )
const unread = async (member = reader) => (await as(member).accountNotices()).items

describe('news of followed accounts', () => {
  it('are unread until they are cleared; what comes later is unread again', async () => {
    await follow()
    const [first, second] = [await account('第一篇'), await account('第二篇')]
    await publish(first)
    platform.now += 1000
    await publish(second)
    // A second time is no news.
    await publish(second)
    await proves('COMMUNITY-149', async () => {
      expect(await as(reader).accountNotices()).toEqual({
        recordCount: 2,
        items: [
          expect.objectContaining({
            title: '第二篇',
            accountName: '安全先锋',
            accountId,
            link: `/somewhere/${second}`,
          }),
          expect.objectContaining({ title: '第一篇', businessType: 101, businessId: first }),
        ],
      })
    })
    expect(await unread(await someone())).toEqual([])
    await proves('COMMUNITY-150', async () => {
      expect(await as(reader).clearNotices()).toEqual({})
      expect(await unread()).toEqual([])
    })
    await proves('COMMUNITY-109', async () => {
      platform.now += 1000
      await publish(await account('第三篇'))
      expect(await unread()).toMatchObject([{ title: '第三篇' }])
      await as(reader).clearNotices()
      await as(reader).clearNotices()
      expect(await unread()).toEqual([])
    })
  })

  it('begin with the follow, and end with it and with a frozen account', async () => {
    await publish(await account('关注之前'))
    platform.now += 1000
    await follow()
    expect(await unread()).toEqual([])
    await publish(await account('关注之后'))
    expect(await unread()).toMatchObject([{ title: '关注之后' }])
    await follow()
    expect(await unread()).toEqual([])
    await follow()
    const admin = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    await publish(await account('再次关注'))
    await as(admin).freezeAccount({ params: { id: accountId }, body: { reason: '广告' } })
    expect(await unread()).toEqual([])
    await as(admin).activateAccount({ params: { id: accountId } })
    expect(await unread()).not.toEqual([])
  })

  it('name nothing that the follower may not see', async () => {
    await follow()
    const elsewhere = await buildCompany(platform.db)
    const owner = await buildMember(platform.db, { companyId: elsewhere })
    await publish(await buildAccount(platform.db, { companyId: elsewhere, name: '别家', memberIds: [owner.id] }))
    await accountNotice(
      platform.db,
      { companyId, accountId, businessType: 9999, businessId: accountId, title: '未知', link: '/' },
      platform.now,
    )
    expect(await unread()).toEqual([])
  })

  it('are found behind many that the follower may not see, also where all come at one moment', async () => {
    await follow()
    const old = [await account('较早的'), await account('也是较早的')]
    for (const id of old) await publish(id)
    platform.now += 1000
    const hidden = (count: number) =>
      sql`insert into community.account_notice (id, company_id, account_id, business_type, business_id, title, link, created_at)
        select gen_random_uuid(), ${companyId}, ${accountId}, 101, gen_random_uuid(), '看不到', '/', ${platform.now}
        from generate_series(1, ${count}::int)`.execute(platform.root)
    await hidden(2 * noticesMax + 7)
    expect((await unread()).map(({ title }) => title).toSorted()).toEqual(['也是较早的', '较早的'].toSorted())
    platform.now += 1000
    await publish(await account('最新的'))
    expect(await as(reader).accountNotices()).toMatchObject({ recordCount: 3, items: [{ title: '最新的' }, {}, {}] })
    await hidden(3 * noticesMax)
    // A company that hides so much from one member costs five rounds, and no more.
    expect((await unread()).map(({ title }) => title)).toEqual(['最新的'])
  })

  it('are no more than the newest fifty, and none older than ninety days', async () => {
    await follow()
    for (let count = 0; count <= noticesMax; count += 1) {
      platform.now += 1
      await publish(await account(`第 ${count} 篇`))
    }
    const items = await unread()
    expect(items).toHaveLength(noticesMax)
    expect(items[0]).toMatchObject({ title: `第 ${noticesMax} 篇` })
    platform.now += 90 * 86_400_000
    // The session has ended by then: the job is what is left to see.
    await removeOldNotices.run(platform.db, {}, { now: platform.now, outside: platform.outside })
    platform.now -= 90 * 86_400_000 - 1
    expect(await unread()).toHaveLength(1)
  })
})
