/** Notices of the demonstration company: one that most have read, a pinned one, and a draft. */
import { buildNotice } from '#modules/portal/notices/server/notices.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'

const dayMs = 86_400_000

export async function seedNotices(connection: Connection, now: number): Promise<void> {
  const common = { companyId: demoCompanyId, authorId: memberIdOf('guanli') }
  await buildNotice(connection, {
    ...common,
    id: idOf('notice reimbursement'),
    now: now - 12 * dayMs,
    title: '培训报销制度更新',
    content:
      '自下月起，外部培训报销请在培训结束后 30 天内提交，并附结业证明。\n\n公司内部课程、直播与学习路径不需要报销，学习记录由平台自动计入学时。',
    readBy: ['xueyuan', 'jiangshi', 'yanfa'].map(memberIdOf),
  })
  await buildNotice(connection, {
    ...common,
    id: idOf('notice security'),
    now: now - 2 * dayMs,
    title: '信息安全月：请在月底前完成必修课程',
    content:
      '本月为公司信息安全月。请全体同事在月底前完成《信息安全入门》，并参加随堂练习。\n\n完成情况会计入年度学时。如有疑问，请联系培训中心。',
    isPinned: true,
    readBy: ['jiangshi'].map(memberIdOf),
  })
  await buildNotice(connection, {
    ...common,
    id: idOf('notice plan'),
    now: now - 3_600_000,
    title: '年度学习计划征集',
    content: '请各部门负责人在本周五前提交明年的学习需求。',
    status: 'draft',
  })
}
