/** Saved reports of the demonstration company, one of which is sent every Monday. */
import { buildView, buildWeekly } from '#modules/insight/reports/server/views.fixture.ts'
import { getTimeZone } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'

const plans = [
  {
    key: 'teams',
    template: 'teams',
    name: '各部门学习周报',
    description: '周一例会用：人数、时长与完成课程数',
    isShared: true,
  },
  { key: 'courses', template: 'courses', name: '课程完成率跟踪', description: '报名多而完成少的课程排在前面' },
  { key: 'tasks', template: 'tasks', name: '逾期任务', description: '催学之前先看这里' },
]

export async function seedReports(connection: Connection, now: number): Promise<void> {
  const owner = { companyId: demoCompanyId, ownerId: memberIdOf('guanli') }
  const viewOf = (key: string) => idOf(`report view ${key}`)
  for (const { key, ...plan } of plans)
    await buildView(connection, { ...owner, ...plan, id: viewOf(key), now: now - 5 * 86_400_000 })
  const timeZone = await getTimeZone(connection, demoCompanyId)
  await buildWeekly(connection, { ...owner, id: idOf('report schedule'), viewId: viewOf('teams'), timeZone, now })
}
