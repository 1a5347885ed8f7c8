/** The attendance of a class with a price: who has still to buy the class does not get in by a code either. */
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { tradeOf } from '#modules/commerce/orders/server/trade.fixture.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { attendanceOn, deviceOf } from './attendance-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['class-teacher'], administrator: ['super-admin'] })
const { as, build, claim, enter, shownCode } = attendanceOn(platform, () => roles.owner)
const trade = tradeOf(platform, () => roles.administrator)

it('is closed to who has still to buy the class, and uses it up', async () => {
  const { member } = roles
  const at = await build([member])
  const item = { businessType: 6, itemId: at.classId }
  await trade.sells(item)
  const calls = as(member)
  const code = await shownCode(at)
  const signing = { claim: 'x', deviceKey: deviceOf(member), codeWord: '', place: null }
  const ways = [
    calls.ownAttendance(at.one),
    calls.ownCodes(at.one),
    calls.askLeave({ ...at.one, body: { checkInId: at.id, reason: '出差', fileIds: [] } }),
    calls.withdrawLeave({ params: { id: at.classId, leaveId: uuid() } }),
    claim(member, at, code),
    calls.checkIn({ ...at.sign, body: signing }),
  ]
  expect((await refusals(ways)).map(({ errorCode }) => errorCode)).toEqual(ways.map(() => NOT_BOUGHT.code))
  const bought = await trade.buys(member, item)
  await enter(member, at)
  expect((await refusal(trade.asksBack(member, bought))).errorCode).toBe(701_207)
})
