/** What the demonstration company sells: courses with prices, and what members have bought, paid, and want back. */
import { buildCoupon, buildOwnCoupon } from '#modules/commerce/coupons/server/coupons.fixture.ts'
import { buildPurchase } from '#modules/commerce/orders/server/orders.fixture.ts'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { callerOf } from './callers.ts'
import { idOf } from './chance.ts'
import { seedMemberCards, seedRedeemCards } from './commerce-cards.ts'
import { seedOtherKinds } from './commerce-kinds.ts'
import { type DemoMember, demoCompanyId, memberIdOf } from './companies.ts'
import { seedOrderInvoices } from './invoices.ts'
import { seedSales } from './sales.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

const text = (title: string, body: string, freePreview = false) =>
  ({ kind: 'text', title, body: `<p>${body}</p>`, freePreview }) as const

const plans = [
  {
    key: 'sold-analysis',
    name: '商业分析实战：从数据到决策',
    summary: '用六个真实案例，学会提出问题、选择指标、讲清结论。',
    price: { original: 2999, unit: 1999 },
    sections: [
      text('为什么先问问题', '好的分析从一个可以回答的问题开始：谁要做决定，依据是什么，何时需要。', true),
      text('选择指标', '一个指标要有口径、来源和负责人；三个以内的核心指标胜过三十个。'),
      text('讲清结论', '先说结论，再给依据，最后说明不确定之处。'),
    ],
  },
  {
    key: 'sold-leadership',
    name: '团队管理进阶：带好十人团队',
    summary: '面向新任主管：目标、反馈、授权与一对一沟通。团队购买更优惠。',
    price: {
      original: 39_900,
      payType: 2,
      ladder: [
        [1, 29_900],
        [10, 24_900],
        [50, 19_900],
      ],
    },
    sections: [
      text('定目标', '团队目标不超过三个，每个目标都有可以检查的结果。', true),
      text('给反馈', '描述事实，说明影响，约定下一步。'),
      text('做授权', '交代结果和边界，把过程留给执行的人。'),
    ],
  },
  {
    key: 'sold-writing',
    name: '高效写作：一页纸说清一件事',
    summary: '邮件、周报和方案的写法，附十个可直接套用的模板。',
    price: { original: 500 },
    sections: [
      text('先写读者', '写给谁看，希望对方做什么。'),
      text('一页纸结构', '背景一句，结论一句，依据三条，请求一句。'),
    ],
  },
] as const

export const soldCourseNames: readonly string[] = plans.map(({ name }) => name)

const soldCourseIdOf = (key: (typeof plans)[number]['key']): string => idOf(`course ${key}`)

export async function seedCommerce(db: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const author = { id: memberIdOf('jiangshi'), companyId: demoCompanyId, organizationId: demoCompanyId }
  const cardIds = [await seedMemberCards(db, now)]
  await seedRedeemCards(db, now)
  for (const { key, name, summary, sections, price } of plans) {
    const id = idOf(`course ${key}`)
    let count = 0
    const newId = () => idOf(`course ${key} part ${count++}`)
    await buildCourse(db, { id, newId, author, name, summary, chapters: [{ sections }], now: now - 62 * dayMs })
    await buildPrice(db, { companyId: demoCompanyId, itemId: id, cardIds, now: now - 62 * dayMs, ...price })
  }
  const organizationOf = new Map(members.map(({ id, organizationId }) => [id, organizationId]))
  const buyer = (name: string) => {
    const id = memberIdOf(name)
    return callerOf({ id, organizationId: organizationOf.get(id) ?? demoCompanyId })
  }
  const of = (key: (typeof plans)[number]['key']) => ({ itemIds: [soldCourseIdOf(key)] })
  for (const name of ['xueyuan', 'yanfa', 'jiangshi']) {
    const owner = { kind: 'person', id: memberIdOf(name) } as const
    const issue = { companyId: demoCompanyId, owner, amount: 5000n, subject: '四季度学习激励', now: now - 10 * dayMs }
    await buildIssue(db, issue)
  }
  const coinCourses = [soldCourseIdOf('sold-analysis'), soldCourseIdOf('sold-writing')]
  await seedSales(db, members, { coinCourses, rmbCourse: soldCourseIdOf('sold-leadership') }, now)
  // What the learner has paid in RMB: alone, and for a team. One is invoiced, for the other an invoice is asked for.
  const paid = { ...of('sold-leadership'), isPaid: true, provider: 'alipay' } as const
  const own = await buildPurchase(db, buyer('xueyuan'), { ...paid, now: now - 6 * dayMs })
  const team = await buildPurchase(db, buyer('xueyuan'), { ...paid, quantity: 3, now: now - 9 * dayMs })
  await seedOrderInvoices(db, { own, team }, now)
  await buildPurchase(db, buyer('xueyuan'), { ...of('sold-writing'), isPaid: true, now: now - 2 * dayMs })
  await buildPurchase(db, buyer('yanfa'), {
    ...of('sold-writing'),
    ...{ isPaid: true, refundReason: '和已学过的内容重复', now: now - dayMs },
  })
  await buildPurchase(db, buyer('jiangshi'), {
    ...of('sold-writing'),
    quantity: 3,
    isPaid: true,
    now: now - 3 * hourMs,
  })
  await seedCoupons(db, now)
  await seedOtherKinds(db, now)
}

/** A coupon that everybody can claim, and one that xueyuan has for what is paid in RMB. */
async function seedCoupons(db: Connection, now: number): Promise<void> {
  const company = { companyId: demoCompanyId, now: now - 5 * dayMs, validUntil: now + 60 * dayMs }
  await buildCoupon(db, { ...company, name: '新学员立减 5 学币', minimum: '1000', total: 200 })
  const { id: couponId } = await buildCoupon(db, {
    ...{ ...company, name: '管理课程九折', kind: 'percent', percent: 10, cap: '10000', payType: 2, way: 'given' },
    ...{ total: 50, scope: 'kinds', items: [{ businessType: 1, itemId: null }] },
  })
  const owner = { companyId: demoCompanyId, memberId: memberIdOf('xueyuan'), couponId, now: now - 4 * dayMs }
  await buildOwnCoupon(db, owner)
}
