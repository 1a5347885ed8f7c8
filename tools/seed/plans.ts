/** The training plan of the demonstration company, and the costs of one of its classes. */
import { buildCost, buildPlan, buildScore } from '#modules/training/plans/server/plans.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'

const dayMs = 86_400_000
const none = { venue: 0, trainer: 0, material: 0, travel: 0, catering: 0, other: 0 }

export async function seedPlans(connection: Connection, now: number): Promise<void> {
  const classId = idOf('class safety')
  const author = { id: memberIdOf('guanli'), companyId: demoCompanyId, organizationId: demoCompanyId }
  const year = new Date(now).getUTCFullYear()
  const plan = { author, year, now: now - 60 * dayMs }
  await buildPlan(connection, {
    ...{ ...plan, id: idOf('plan year'), name: `${year} 年度培训计划`, note: '经营班子会议已审议', state: 'approved' },
    items: [
      {
        ...{ id: idOf('plan item managers'), name: '新任经理训练营', courseCode: 'LD-01', headcount: 40, quota: 40 },
        ...{ startsOn: `${year}-03-09`, endsOn: `${year}-03-11` },
        costs: { ...none, venue: 450_000, trainer: 1_800_000, material: 160_000, catering: 360_000 },
      },
      {
        ...{ id: idOf('plan item safety'), name: '安全员取证班', courseCode: 'SA-03', headcount: 120, quota: 40 },
        ...{ startsOn: `${year}-11-26`, endsOn: `${year}-11-29`, classIds: [classId] },
        costs: { ...none, venue: 600_000, trainer: 2_400_000, catering: 480_000 },
      },
      {
        ...{ id: idOf('plan item sales'), name: '大客户销售进阶', courseCode: 'SL-07', headcount: 24, quota: 24 },
        ...{ startsOn: `${year}-09-07`, endsOn: `${year}-09-09` },
        costs: { ...none, venue: 450_000, trainer: 3_000_000, travel: 960_000, catering: 288_000 },
      },
    ],
  })
  await buildPlan(connection, {
    ...{ ...plan, id: idOf('plan next'), name: `${year + 1} 年度培训计划（初稿）`, year: year + 1 },
    items: [
      {
        ...{ id: idOf('plan item next'), name: '新任经理训练营', courseCode: 'LD-01', headcount: 45, quota: 0 },
        costs: { ...none, trainer: 2_600_000 },
      },
    ],
  })
  const dayOf = (daysAgo: number) => new Date(now - daysAgo * dayMs).toISOString().slice(0, 10)
  const cost = { classId, author, now: now - 5 * dayMs }
  await buildCost(connection, { ...cost, kind: 'planned', category: 'venue', costHundredths: 600_000 })
  await buildCost(connection, { ...cost, kind: 'planned', category: 'trainer', costHundredths: 2_400_000 })
  await buildCost(connection, { ...cost, kind: 'planned', category: 'catering', costHundredths: 480_000 })
  await buildCost(connection, {
    ...cost,
    category: 'venue',
    label: '301 培训室布置',
    costHundredths: 350_000,
    spentOn: dayOf(4),
  })
  await buildCost(connection, {
    ...cost,
    category: 'trainer',
    label: '两天课酬',
    costHundredths: 2_000_000,
    spentOn: dayOf(1),
  })
  await buildCost(connection, {
    ...cost,
    category: 'catering',
    label: '午餐与茶歇',
    costHundredths: 521_050,
    spentOn: dayOf(1),
    note: '含加餐',
  })
  await buildScore(connection, { ...cost, memberId: memberIdOf('xueyuan'), scoreTenths: 920 })
  await buildScore(connection, { ...cost, memberId: memberIdOf('yanfa'), scoreTenths: 865 })
}
