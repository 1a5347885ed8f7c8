/** Classes of the demonstration company: one that takes enrollments, one that runs, one that is full, one closed, and a draft. */
import { sql } from 'kysely'
import type { ActivityInput } from '#modules/training/classes/contract/activities.ts'
import { changeActivities } from '#modules/training/classes/server/activities.ts'
import { buildActivity, buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { classesTables } from '#modules/training/classes/server/db.ts'
import { buildHomework, buildVersion } from '#modules/training/homework/server/homework.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { callerOf } from './callers.ts'
import { idOf } from './chance.ts'
import { safetyClass } from './class-life.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { fileIdOf } from './courses.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const zoneMs = 8 * hourMs

/** So many days from today, at this hour in China. */
export function at(now: number, days: number, hour: number): number {
  return Math.floor((now + zoneMs) / dayMs) * dayMs - zoneMs + days * dayMs + hour * hourMs
}

const blank: Omit<ActivityInput, 'kind' | 'phase'> = {
  ...{
    isRequired: true,
    opensAt: null,
    dueAt: null,
    businessType: null,
    businessId: null,
    title: '',
    text: '',
    url: '',
  },
  ...{ venue: '', startsAt: null, endsAt: null, roomId: null, lecturerIds: [], fileIds: [] },
}

type Draft = Partial<ActivityInput> & Pick<ActivityInput, 'kind'>

/** Writes the phases of a class, each with its activities. */
export async function planActivities(
  connection: Connection,
  classId: string,
  now: number,
  phases: readonly { readonly title: string; readonly activities: readonly Draft[] }[],
): Promise<void> {
  const caller = callerOf({ id: memberIdOf('guanli'), organizationId: demoCompanyId }, ['class.run', 'class.manage'])
  const activities = phases.flatMap((one, phase) => one.activities.map((draft) => ({ ...blank, ...draft, phase })))
  const body = { phases: phases.map(({ title }) => ({ title })), activities, revision: 0 }
  await changeActivities(classesTables(connection), caller, classId, body, now)
}

/** Published courses, as activities. */
async function firstCourses(connection: Connection, count: number): Promise<Draft[]> {
  const { rows } = await sql<{ id: string }>`
    select id from courses.course where company_id = ${demoCompanyId} and status = 'on-shelf' and deleted_at is null
    order by name limit ${count}`.execute(classesTables(connection))
  return rows.map(({ id }) => ({ kind: 'content', businessType: 1, businessId: id }))
}

export async function seedClasses(connection: Connection, now: number): Promise<void> {
  const author = { id: memberIdOf('guanli'), companyId: demoCompanyId, organizationId: demoCompanyId }
  const staff = { managerIds: [memberIdOf('guanli')], teacherIds: [memberIdOf('jiangshi')] }
  await buildClass(connection, {
    ...{ id: idOf('class managers'), author, now: now - 9 * dayMs, ...staff },
    name: '新任经理训练营（第 12 期）',
    summary: '从业务骨干到团队带头人：目标、辅导、反馈、协作',
    description: '<p>两天线下集中学习，前后各一周线上课程。请带上您团队的一个真实问题。</p>',
    venue: '总部 3 楼 301 培训室',
    startsAt: at(now, 6, 9),
    endsAt: at(now, 7, 17),
    capacity: 30,
    coverFileId: fileIdOf('covers/project.jpg'),
    participants: [memberIdOf('xueyuan')],
  })
  const [first, second] = await firstCourses(connection, 2)
  await planActivities(connection, idOf('class managers'), now, [
    {
      title: '课前准备',
      activities: [
        {
          ...{
            kind: 'notice',
            title: '开班须知',
            text: '请提前完成线上课程，并写下您团队的一个真实问题。',
            isRequired: false,
          },
          opensAt: now - dayMs,
        },
        ...(first ? [{ ...first, opensAt: now - dayMs, dueAt: at(now, 5, 18) }] : []),
      ],
    },
    {
      title: '集中学习',
      activities: [
        {
          kind: 'offline',
          title: '目标与辅导',
          venue: '总部 3 楼 301 培训室',
          startsAt: at(now, 6, 9),
          endsAt: at(now, 6, 12),
        },
        {
          kind: 'offline',
          title: '反馈与协作',
          venue: '总部 3 楼 301 培训室',
          startsAt: at(now, 7, 14),
          endsAt: at(now, 7, 17),
        },
      ],
    },
    {
      title: '课后落地',
      activities: [
        {
          kind: 'homework',
          title: '我的 30 天行动计划',
          text: '一页以内：目标、三个行动、如何检验。',
          dueAt: at(now, 14, 18),
        },
        ...(second ? [{ ...second, isRequired: false, dueAt: at(now, 20, 18) }] : []),
      ],
    },
  ])
  await buildClass(connection, {
    ...{ id: idOf('class safety'), author, now: now - 20 * dayMs, ...staff },
    name: '安全员取证班',
    summary: '法规、现场检查、应急演练，结业后发证',
    venue: '分厂实训基地',
    classType: 2,
    startsAt: at(now, -1, 9),
    endsAt: at(now, 2, 17),
    capacity: 40,
    participants: safetyClass.map(memberIdOf),
    coverFileId: fileIdOf('covers/fire.jpg'),
  })
  await planActivities(connection, idOf('class safety'), now, [
    {
      title: '第一天：法规',
      activities: [
        {
          kind: 'offline',
          title: '安全生产法规',
          venue: '分厂实训基地 1 号教室',
          startsAt: at(now, -1, 9),
          endsAt: at(now, -1, 12),
        },
      ],
    },
    {
      title: '第二天：现场',
      activities: [
        { kind: 'offline', title: '现场检查', venue: '分厂二车间', startsAt: at(now, 0, 9), endsAt: at(now, 0, 17) },
      ],
    },
    {
      title: '第三天：应急演练',
      activities: [
        { kind: 'offline', title: '应急演练', venue: '分厂操场', startsAt: at(now, 2, 9), endsAt: at(now, 2, 17) },
        { kind: 'link', title: '应急管理部公开课', url: 'https://www.mem.gov.cn/', isRequired: false },
      ],
    },
  ])
  await buildClass(connection, {
    ...{ id: idOf('class full'), author, now: now - 5 * dayMs, ...staff },
    name: '商务演讲小班',
    summary: '每班只收一人，一对一点评',
    venue: '总部 2 楼录播室',
    startsAt: at(now, 12, 14),
    endsAt: at(now, 12, 17),
    capacity: 1,
    participants: [memberIdOf('yanfa')],
    enrollment: { acceptanceHours: 48 },
  })
  await buildClass(connection, {
    ...{ id: idOf('class closed'), author, now: now - 60 * dayMs, ...staff },
    name: '新员工培训班（第 11 期）',
    summary: '公司、制度、文化',
    venue: '总部 1 楼报告厅',
    startsAt: at(now, -40, 9),
    endsAt: at(now, -38, 17),
    coverFileId: fileIdOf('covers/onboarding.jpg'),
    closedAt: now - 30 * dayMs,
    participants: [memberIdOf('xueyuan')],
    graduates: [memberIdOf('xueyuan')],
  })
  await buildClass(connection, {
    ...{ id: idOf('class draft'), author, now: now - 3_600_000, ...staff, status: 'draft' },
    name: '精益改善工作坊',
    summary: '草稿：时间和场地待定',
    startsAt: null,
    endsAt: null,
  })
  await seedActivities(connection, now)
}

/** What there is to do in the class that runs: a homework that waits, one that was returned and one with a mark, a discussion and a material. */
async function seedActivities(connection: Connection, now: number): Promise<void> {
  const place = { classId: idOf('class safety'), companyId: demoCompanyId }
  const opensAt = at(now, -1, 9)
  const level = (title: string, tenths: number) => ({ title, tenths })
  const rubric = [
    { title: '隐患识别', levels: [level('全面', 600), level('部分', 300), level('遗漏', 0)] },
    { title: '整改建议', levels: [level('可行', 400), level('笼统', 200), level('缺失', 0)] },
  ]
  const activityId = await buildHomework(connection, {
    ...{ ...place, opensAt, title: '现场隐患排查报告', dueAt: at(now, 1, 18), rules: { rubric } },
    text: '选择一个作业现场，写出至少五处隐患和整改建议，可附照片。',
  })
  const version = { ...place, activityId, title: '现场隐患排查报告', now: now - 3_600_000 }
  await buildVersion(connection, {
    ...{ ...version, memberId: memberIdOf('yanfa') },
    text: '一号仓库：消防通道被占用；电箱门未关闭；叉车区没有划线；气瓶未固定；应急灯损坏两处。',
  })
  await buildVersion(connection, {
    ...{ ...version, memberId: memberIdOf('xueyuan'), now: now - 8 * hourMs },
    text: '二车间：安全通道堆放托盘；灭火器过期一具；临时用电线路拖地。',
    returnedFor: '隐患少了两处；每处请写明整改责任人和期限，附一张现场照片。',
  })
  await buildVersion(connection, {
    ...{ ...version, memberId: memberIdOf('supply'), now: now - 10 * hourMs },
    text: '喷涂间：通风柜未开启；防爆灯一盏不亮；溶剂桶未接地；洗眼器水压不足；应急出口指示灯被遮挡。',
    ...{ tenths: 800, rubric: { criteria: rubric, levels: [0, 1] } },
    comment: '找得全面。整改建议请写到责任人和日期。',
  })
  await buildActivity(connection, {
    ...place,
    opensAt,
    kind: 'discussion',
    title: '说说您见过的险情',
    text: '当时怎么处理的？',
  })
  await buildActivity(connection, {
    ...place,
    opensAt,
    kind: 'notice',
    title: '实训着装要求',
    text: '请穿防砸鞋，长发盘起。',
  })
  await buildActivity(connection, {
    ...{ ...place, opensAt, kind: 'material', title: '课堂讲义', text: '第一天讲义，可在手机上查看。' },
    fileIds: [fileIdOf('compliance-guide.pdf')],
  })
}
