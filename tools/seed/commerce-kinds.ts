/** What the demonstration company sells besides courses: a place in a live session, in a class, and a column. */
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildLive } from '#modules/live/live/server/live.fixture.ts'
import { businessType as classType } from '#modules/training/classes/contract.ts'
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId as companyId, memberIdOf } from './companies.ts'

const dayMs = 86_400_000
/** Map `business-type`. */
const liveType = 15

export async function seedOtherKinds(db: Connection, now: number): Promise<void> {
  const hostId = memberIdOf('jiangshi')
  const live = await buildLive(db, {
    ...{ id: idOf('sold live'), companyId, hostId, subject: '行业趋势公开课：新能源供应链', minutes: 60 },
    ...{ description: '特邀行业分析师解读供应链变化，附答疑环节。', startTime: now + 3 * dayMs, now: now - dayMs },
  })
  await buildPrice(db, { companyId, businessType: liveType, itemId: live, original: 1990, unit: 990, now: now - dayMs })
  const camp = await buildClass(db, {
    ...{ id: idOf('sold class'), author: { id: hostId, companyId, organizationId: companyId } },
    ...{ name: '演讲与表达工作坊', summary: '两天线下训练：结构、声音与现场练习。', now: now - dayMs },
  })
  await buildPrice(db, {
    companyId,
    businessType: classType,
    itemId: camp,
    payType: 2,
    original: 19_900,
    now: now - dayMs,
  })
}
