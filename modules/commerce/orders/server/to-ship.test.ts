/** Those who send parcels are notified once a day how many of theirs wait. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { testShop } from './shop.fixture.ts'

const platform = testPlatform()
const shop = testShop(platform)
const { as, bought, newBuyer, newCourse } = shop

const receiver = JSON.stringify({ name: '林知远', phone: '13800138000', address: '深圳市', postalCode: '' })
/** As if what was bought were sent by post, from an organization. */
async function parcelOf(buyer: BuiltMember, organizationId: string, hasAddress = true): Promise<string> {
  const { id } = await bought(buyer, [(await newCourse()).id])
  await sql`update orders.order set status = 'paid', delivery = 'not-shipped', done_at = null,
    organization_id = ${organizationId}, receiver = ${hasAddress ? receiver : null}::jsonb
    where id = ${id}`.execute(platform.root)
  return id
}
async function nextMorning() {
  await sql`select graphile_worker.add_job('orders.to-ship', '{}'::json)`.execute(platform.root)
  await platform.runJobs()
}
const noticesOf = async (member: BuiltMember) =>
  (
    await sql<{ body: string; link: string }>`select m.body_cn as body, m.link
      from messages.message m join messages.notification n on n.message_id = m.id
      where n.member_id = ${member.id} and m.type = 'order.to-ship'`.execute(platform.root)
  ).rows

it('one message says how many orders wait to be sent in the organizations that somebody runs', async () => {
  const { companyId, staff } = shop
  const branch = await buildOrganization(platform.db, { companyId, parentId: companyId })
  const desk = await buildMember(platform.db, { companyId, organizationId: branch, roles: ['admin'] })
  const buyer = await newBuyer()
  const parcels = [await parcelOf(buyer, branch), await parcelOf(buyer, companyId), await parcelOf(buyer, companyId)]
  // Its winner has not said where to.
  await parcelOf(buyer, companyId, false)
  await nextMorning()
  const link = '/manage/orders?delivery=not-shipped'
  expect(await noticesOf(staff)).toMatchObject([{ body: '待发货的订单：3 个', link }])
  expect(await noticesOf(desk)).toMatchObject([{ body: '待发货的订单：1 个', link }])
  expect(await noticesOf(buyer)).toEqual([])
  const parcel = { shippingCompany: '顺丰', trackingNumber: 'SF1' }
  await as(staff).shipOrder({ params: { id: parcels[0] ?? '' }, body: parcel })
  await nextMorning()
  // What was not read yesterday is the message of today.
  expect(await noticesOf(staff)).toMatchObject([{ body: '待发货的订单：2 个' }])
  expect(await noticesOf(desk)).toMatchObject([{ body: '待发货的订单：1 个' }])
})
