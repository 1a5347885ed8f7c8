/** The homework of a class with a price is closed to who has still to buy the class, and handing in uses it up. */
import { expect, it } from 'vitest'
import { tradeOf } from '#modules/commerce/orders/server/trade.fixture.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { homeworkOn } from './homework-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['class-teacher'], administrator: ['super-admin'] })
const { as, build, handIn } = homeworkOn(platform, () => ({ author: roles.owner, participants: [roles.member] }))
const trade = tradeOf(platform, () => roles.administrator)

it('is closed to who has still to buy the class', async () => {
  const { member } = roles
  const one = await build()
  const item = { businessType: 6, itemId: one.params.id }
  await trade.sells(item)
  const calls = as(member)
  const ways = [
    calls.ownHomework({ params: { id: one.params.id } }),
    calls.homework(one),
    calls.saveHomeworkDraft({ ...one, body: { text: '草稿', fileIds: [] } }),
    handIn(member, one),
  ]
  expect((await refusals(ways)).map(({ errorCode }) => errorCode)).toEqual(ways.map(() => NOT_BOUGHT.code))
  const bought = await trade.buys(member, item)
  await handIn(member, one)
  expect((await refusal(trade.asksBack(member, bought))).errorCode).toBe(701_207)
})
