/** Exams of the demonstration company. */

import { buildExam } from '#modules/assessment/exams/server/exams.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'

const hourMs = 3_600_000

export async function seedExams(connection: Connection, now: number): Promise<void> {
  const author = { id: memberIdOf('jiangshi'), companyId: demoCompanyId, organizationId: demoCompanyId }
  await buildExam(connection, {
    ...{ id: idOf('exam draft'), author, now: now - hourMs, status: 'draft' },
    name: '差旅规范考试',
    summary: '报销与审批的常见问题',
  })
}
