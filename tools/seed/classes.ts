/** Classes of the demonstration company: one that takes enrollments, one that runs, one that is full, one closed, and a draft. */
import { buildActivity, buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { buildHomework, buildVersion } from '#modules/training/homework/server/homework.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'

const dayMs = 86_400_000

export async function seedClasses(connection: Connection, now: number): Promise<void> {
  const author = { id: memberIdOf('guanli'), companyId: demoCompanyId, organizationId: demoCompanyId }
  const staff = { managerIds: [memberIdOf('guanli')], teacherIds: [memberIdOf('jiangshi')] }
  await buildClass(connection, {
    ...{ id: idOf('class managers'), author, now: now - 9 * dayMs, ...staff },
    name: '新任经理训练营（第 12 期）',
    summary: '从业务骨干到团队带头人：目标、辅导、反馈、协作',
    description: '<p>两天线下集中学习，前后各一周线上课程。请带上您团队的一个真实问题。</p>',
    venue: '总部 3 楼 301 培训室',
    startsAt: now + 6 * dayMs,
    endsAt: now + 8 * dayMs,
    capacity: 30,
    participants: [memberIdOf('xueyuan')],
  })
  await buildClass(connection, {
    ...{ id: idOf('class safety'), author, now: now - 20 * dayMs, ...staff },
    name: '安全员取证班',
    summary: '法规、现场检查、应急演练，结业后发证',
    venue: '分厂实训基地',
    classType: 2,
    startsAt: now - dayMs,
    endsAt: now + 2 * dayMs,
    capacity: 40,
    participants: [memberIdOf('xueyuan'), memberIdOf('fangyu')],
  })
  await buildClass(connection, {
    ...{ id: idOf('class full'), author, now: now - 5 * dayMs, ...staff },
    name: '商务演讲小班',
    summary: '每班只收两人，一对一点评',
    venue: '总部 2 楼录播室',
    startsAt: now + 12 * dayMs,
    endsAt: now + 13 * dayMs,
    capacity: 1,
    participants: [memberIdOf('fangyu')],
    enrollment: { acceptanceHours: 48 },
  })
  await buildClass(connection, {
    ...{ id: idOf('class closed'), author, now: now - 60 * dayMs, ...staff },
    name: '新员工培训班（第 11 期）',
    summary: '公司、制度、文化',
    venue: '总部 1 楼报告厅',
    startsAt: now - 40 * dayMs,
    endsAt: now - 38 * dayMs,
    closedAt: now - 30 * dayMs,
    participants: [memberIdOf('xueyuan')],
    graduates: [memberIdOf('xueyuan')],
  })
  await buildClass(connection, {
    ...{ id: idOf('class draft'), author, now: now - 3_600_000, ...staff, status: 'draft' },
    name: '精益改善工作坊',
    summary: '草稿：时间和场地待定',
  })
  await seedActivities(connection, now)
}

/** What there is to do in the class that runs: a homework with two versions, a discussion and a material. */
async function seedActivities(connection: Connection, now: number): Promise<void> {
  const place = { classId: idOf('class safety'), companyId: demoCompanyId }
  const level = (title: string, tenths: number) => ({ title, tenths })
  const rubric = [
    { title: '隐患识别', levels: [level('全面', 600), level('部分', 300), level('遗漏', 0)] },
    { title: '整改建议', levels: [level('可行', 400), level('笼统', 200), level('缺失', 0)] },
  ]
  const activityId = await buildHomework(connection, {
    ...{ ...place, title: '现场隐患排查报告', dueAt: now + dayMs, rules: { rubric } },
    text: '选择一个作业现场，写出至少五处隐患和整改建议，可附照片。',
  })
  const version = { ...place, activityId, now: now - 3_600_000 }
  await buildVersion(connection, {
    ...{ ...version, memberId: memberIdOf('fangyu') },
    text: '一号仓库：消防通道被占用；电箱门未关闭；叉车区没有划线；气瓶未固定；应急灯损坏两处。',
  })
  await buildActivity(connection, { ...place, kind: 'discussion', title: '说说您见过的险情', text: '当时怎么处理的？' })
  await buildActivity(connection, { ...place, kind: 'notice', title: '实训着装要求', text: '请穿防砸鞋，长发盘起。' })
}
