/** Classes of the demonstration company: two published ones, one of them finished by a learner, and a draft. */

import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'

const dayMs = 86_400_000

export async function seedClasses(connection: Connection, now: number): Promise<void> {
  const author = { id: memberIdOf('jiangshi'), companyId: demoCompanyId, organizationId: demoCompanyId }
  await buildClass(connection, {
    ...{ id: idOf('class first'), author, now: now - 9 * dayMs },
    name: '培训班：入职须知',
    summary: '新同事第一周需要知道的事',
    body: '一、办公区域与门禁。\n二、常用系统与账号。\n三、遇到问题找谁。',
    finishedBy: [memberIdOf('xueyuan')],
  })
  await buildClass(connection, {
    ...{ id: idOf('class second'), author, now: now - 3 * dayMs },
    name: '培训班：信息安全',
    summary: '识别钓鱼邮件，保护客户数据',
    body: '收到可疑邮件时，请先核对发件人，不要打开附件，并立即报告信息安全小组。',
  })
  await buildClass(connection, {
    ...{ id: idOf('class draft'), author, now: now - 3_600_000, status: 'draft' },
    name: '培训班：差旅规范',
    body: '草稿。',
  })
}
