/** What members bought in the weeks before: for the reports of finance, which compare one time with another. */
import { buildPurchase } from '#modules/commerce/orders/server/orders.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { callerOf } from './callers.ts'
import { type DemoMember, demoCompanyId, memberIdOf } from './companies.ts'

const dayMs = 86_400_000
const buyerCount = 12
const saleCount = 24
/** Days between one and the next. */
const stepDays = 2.4
const firstDay = 58

interface Sold {
  /** Courses that are paid with coins, and one that is paid in RMB. */
  readonly coinCourses: readonly string[]
  readonly rmbCourse: string
}

export async function seedSales(
  db: Connection,
  members: readonly DemoMember[],
  { coinCourses, rmbCourse }: Sold,
  now: number,
): Promise<void> {
  const known = new Set(['xueyuan', 'yanfa', 'jiangshi', 'guanli', 'fangyu'].map(memberIdOf))
  const buyers = members
    .filter(({ id, companyId }) => companyId === demoCompanyId && !known.has(id))
    .slice(0, buyerCount)
    .map(({ id, organizationId }) => callerOf({ id, organizationId }))
  const finance = callerOf({ id: memberIdOf('guanli'), organizationId: demoCompanyId }, ['order.manage'])
  for (const { memberId } of buyers) {
    const owner = { kind: 'person', id: memberId } as const
    const issue = { companyId: demoCompanyId, owner, amount: 20_000n, subject: '年度学习激励' }
    await buildIssue(db, { ...issue, now: now - 60 * dayMs })
  }
  for (let count = 0; count < saleCount; count++) {
    const buyer = buyers[count % buyers.length]
    if (!buyer) continue
    const at = now - Math.round((firstDay - count * stepDays) * dayMs)
    // The second round buys the other course, so that nobody buys one twice.
    const inRmb = count % 3 === 2
    const course = coinCourses[Math.floor(count / buyers.length) % coinCourses.length] ?? ''
    const provider = count % 2 === 0 ? 'alipay' : 'wechat-pay'
    await buildPurchase(db, buyer, {
      ...{
        itemIds: [inRmb ? rmbCourse : course],
        quantity: inRmb ? 2 + (count % 4) : 1,
        provider,
        isPaid: true,
        now: at,
      },
      ...(!inRmb && count % 5 === 3 && { refundReason: '与已有课程重复', refundedBy: finance }),
    })
  }
}
