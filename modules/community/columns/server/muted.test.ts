import { expect, it } from 'vitest'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { columns } from '../contract.ts'

const platform = testPlatform()

it('a column is neither added nor changed by a muted member', async () => {
  const companyId = await buildCompany(platform.db)
  const muted = await buildMember(platform.db, { companyId })
  const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  const comeEnjoyId = await buildAccount(platform.db, { companyId, memberIds: [muted.id] })
  const as = platform.client(columns, muted)
  const params = await as.createColumn({ body: { title: '三十讲', introduce: '', comeEnjoyId } })
  const until = platform.now + 60_000
  const mute = { params: { id: muted.id }, body: { until, reason: '' } }
  await platform.client(topics, chief).muteMember(mute)
  const body = { title: '四十讲', introduce: '' }
  for (const call of [
    () => as.createColumn({ body: { ...body, comeEnjoyId } }),
    () => as.changeColumn({ params, body }),
  ])
    expect(await refusal(call())).toMatchObject({ errorCode: 900034, data: { until } })
  await platform.client(topics, chief).unmuteMember({ params: { id: muted.id } })
  await as.changeColumn({ params, body })
})
