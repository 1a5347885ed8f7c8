/** The help center of the demonstration company: what the main screens do; and feedback, new and answered. */
import { buildArticles, buildDirectory, buildFeedback } from '#modules/portal/help/server/help.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { helpArticles, helpDirectories } from './help-articles.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

export async function seedHelp(connection: Connection, now: number): Promise<void> {
  const companyId = demoCompanyId
  for (const [position, { key, nameCn, nameEn }] of helpDirectories.entries())
    await buildDirectory(connection, { companyId, id: idOf(`help directory ${key}`), nameCn, nameEn, position })
  await buildArticles(
    connection,
    helpArticles.map(({ key, directory, ...article }, position) => ({
      ...{ companyId, authorId: memberIdOf('guanli'), now: now - 20 * dayMs, position, ...article },
      ...{ id: idOf(`help article ${key}`), directoryId: idOf(`help directory ${directory}`) },
    })),
  )
  await buildFeedback(connection, {
    ...{ companyId, id: idOf('feedback speed'), senderId: memberIdOf('xueyuan'), now: now - 4 * dayMs },
    ...{ category: 'idea', content: '希望课程视频能记住上次选择的倍速。', state: 'answered' },
    answer: {
      authorId: memberIdOf('guanli'),
      content: '播放器会在本机记住倍速。换设备后需要重新选择一次，我们会考虑同步。',
      at: now - 4 * dayMs + 3 * hourMs,
    },
  })
  await buildFeedback(connection, {
    ...{ companyId, id: idOf('feedback certificate'), senderId: memberIdOf('yanfa'), now: now - 2 * hourMs },
    ...{ category: 'problem', content: '证书下载后姓名显示为旧名字，怎样更新？' },
  })
}
