/** Specimens of the demonstration company: two published ones, one of them finished by a learner, and a draft. */
import type { Connection } from '#server/db/connection.ts'
import { idOf } from '../../seed/chance.ts'
import { demoCompanyId, memberIdOf } from '../../seed/companies.ts'
import { buildSpecimen } from '../content/server/specimens.fixture.ts'

const dayMs = 86_400_000

export async function seedSpecimens(connection: Connection, now: number): Promise<void> {
  const author = { id: memberIdOf('jiangshi'), companyId: demoCompanyId, organizationId: demoCompanyId }
  await buildSpecimen(connection, {
    ...{ id: idOf('specimen first'), author, now: now - 9 * dayMs },
    name: '样品：入职须知',
    summary: '新同事第一周需要知道的事',
    body: '一、办公区域与门禁。\n二、常用系统与账号。\n三、遇到问题找谁。',
    finishedBy: [memberIdOf('xueyuan')],
  })
  await buildSpecimen(connection, {
    ...{ id: idOf('specimen second'), author, now: now - 3 * dayMs },
    name: '样品：信息安全',
    summary: '识别钓鱼邮件，保护客户数据',
    body: '收到可疑邮件时，请先核对发件人，不要打开附件，并立即报告信息安全小组。',
  })
  await buildSpecimen(connection, {
    ...{ id: idOf('specimen draft'), author, now: now - 3_600_000, status: 'draft' },
    name: '样品：差旅规范',
    body: '草稿。',
  })
}
