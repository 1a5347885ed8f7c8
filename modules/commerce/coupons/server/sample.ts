/** A row of a company in every table of coupons: what hostile calls of another company are not to reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildCoupon, buildOwnCoupon } from './coupons.fixture.ts'
import { couponsTables } from './db.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const items = [{ businessType: 1, itemId: null }]
  const { id: couponId } = await buildCoupon(connection, {
    ...{ companyId, name: marker, scope: 'kinds', items, memberMax: 10, now },
  })
  await couponsTables(connection)
    .updateTable('coupons.coupon')
    .set({ created_by: chief.id })
    .where('id', '=', couponId)
    .execute()
  await buildOwnCoupon(connection, { companyId, memberId: learner.id, couponId, now })
}
