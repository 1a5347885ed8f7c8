/** The own graduation from a class with a price is closed to who has still to buy the class. */
import { expect, it } from 'vitest'
import { tradeOf } from '#modules/commerce/orders/server/trade.fixture.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { graduationsOn } from './graduations-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['class-teacher'], administrator: ['super-admin'] })
const { as, build } = graduationsOn(platform, roles)
const trade = tradeOf(platform, () => roles.administrator)

it('opens when the class is bought', async () => {
  const { params } = await build()
  const item = { businessType: 6, itemId: params.id }
  await trade.sells(item)
  expect((await refusal(as(roles.member).ownGraduation({ params }))).errorCode).toBe(NOT_BOUGHT.code)
  await trade.buys(roles.member, item)
  expect(await as(roles.member).ownGraduation({ params })).toMatchObject({ graduation: 1 })
})
