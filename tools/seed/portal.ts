/** News, advertisements and contents on top of the demonstration company. */
import { buildAdvertisement, buildTopContent } from '#modules/portal/advertisements/server/advertisements.fixture.ts'
import { buildNews } from '#modules/portal/news/server/news.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { courseIdOf } from './courses.ts'

const dayMs = 86_400_000

export async function seedPortal(connection: Connection, now: number): Promise<void> {
  const common = { companyId: demoCompanyId, authorId: memberIdOf('guanli') }
  await buildNews(connection, {
    ...{ ...common, id: idOf('news camp'), now: now - 9 * dayMs, source: '培训中心' },
    title: '第十二期新经理训练营结业',
    summary: '四十八位新经理完成六周的学习与实践，十二个小组交出了改进方案。',
    content:
      '<p>第十二期新经理训练营上周五结业。六周里，学员完成了九门课程、四次直播和两次现场演练。</p><h2>从课堂到现场</h2><p>每个小组选择本部门的一个真实问题，由导师陪同完成改进。其中“交接班清单”方案已在两条产线试行，返工减少近三成。</p><p>下一期训练营将于下月开始报名。</p>',
    readBy: ['xueyuan', 'jiangshi', 'yanfa'].map(memberIdOf),
  })
  await buildNews(connection, {
    ...{ ...common, id: idOf('news safety'), now: now - 3 * dayMs, source: '安全环保部', isPinned: true },
    title: '信息安全月启动：学习、演练与知识竞赛',
    summary: '本月起全员参加信息安全学习，月底举办知识竞赛，成绩计入年度学时。',
    content:
      '<p>今年的信息安全月以“每一次点击都想一想”为主题。</p><ul><li>第一周：完成《信息安全入门》</li><li>第二周：钓鱼邮件演练</li><li>第三周：部门自查</li><li>第四周：知识竞赛</li></ul><p>请各部门负责人关注本部门的完成情况。</p>',
    readBy: ['jiangshi'].map(memberIdOf),
  })
  await buildNews(connection, {
    ...{ ...common, id: idOf('news library'), now: now - dayMs, source: '培训中心' },
    title: '课程库新增三十门微课',
    content:
      '<p>新增微课覆盖办公效率、沟通与质量三个方向，每门不超过十分钟，可在手机上学习。</p><p>学完任意五门，可在个人中心领取徽章。</p>',
  })
  await buildNews(connection, {
    ...{ ...common, id: idOf('news draft'), now, status: 'draft', title: '年度讲师评选即将开始' },
    content: '<p>评选办法正在征求意见。</p>',
  })
  await buildAdvertisement(connection, {
    ...{ ...common, id: idOf('advertisement safety'), now, kind: 'banner', title: '信息安全月：从一门课开始' },
    ...{ text: '完成《信息安全入门》，月底参加知识竞赛', link: '#/study-v', frequency: 'daily', position: 1 },
  })
  await buildAdvertisement(connection, {
    ...{ ...common, id: idOf('advertisement camp'), now, kind: 'popup', title: '新经理训练营下月开营' },
    ...{ text: '名额四十八个，报名从下周一开始', link: '#/news', frequency: 'once', position: 2 },
    startsAt: now + 7 * dayMs,
  })
  await buildTopContent(connection, {
    ...{ id: idOf('top course'), companyId: demoCompanyId, addedBy: memberIdOf('guanli') },
    ...{ businessType: 1, contentId: courseIdOf('security'), position: 1 },
  })
}
