/** Member cards and redeem cards of the demonstration company. */
import { buildCard } from '#modules/commerce/cards/server/cards.fixture.ts'
import { memberCardType } from '#modules/commerce/prices/contract.ts'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildCards } from '#modules/commerce/redeem/server/redeem.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { demoCompanyId as companyId, memberIdOf } from './companies.ts'

const dayMs = 86_400_000

/** Answers the card that opens what is sold. */
export async function seedMemberCards(db: Connection, now: number): Promise<string> {
  const made = now - 70 * dayMs
  const year = await buildCard(db, {
    ...{ companyId, name: '年度学习卡', promise: '一年之内，全部付费课程随心学', color: 'jade' },
    ...{ validityDays: 365, now: made },
  })
  await buildPrice(db, {
    companyId,
    businessType: memberCardType,
    itemId: year.id,
    original: 19_900,
    unit: 9900,
    now: made,
  })
  const team = await buildCard(db, {
    ...{ companyId, name: '主管成长卡', promise: '新任主管九十天：管理、沟通与写作', color: 'crimson' },
    ...{ validityDays: 90, now: made },
  })
  await buildPrice(db, {
    companyId,
    businessType: memberCardType,
    itemId: team.id,
    payType: 2,
    original: 49_900,
    now: made,
  })
  await buildCard(db, { companyId, name: '校友卡', color: 'violet', validityDays: null, status: 'draft', now })
  return year.id
}

export async function seedRedeemCards(db: Connection, now: number): Promise<void> {
  const makerId = memberIdOf('guanli')
  await buildCards(db, { companyId, makerId, now: now - 5 * dayMs, name: '新员工入职礼卡', quantity: 50, amount: 3000 })
  await buildCards(db, {
    ...{ companyId, makerId, now: now - 60 * dayMs, name: '读书月纪念卡', quantity: 20, amount: 1000 },
    ...{ validFrom: now - 60 * dayMs, validUntil: now - 30 * dayMs },
  })
}
