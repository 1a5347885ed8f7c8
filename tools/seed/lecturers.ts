/** Lecturers of the demonstration company: colleagues who teach, people from outside with contracts, and what was taught and is planned. */
import type { Availability } from '#modules/training/lecturers/contract/availability.ts'
import { lecturersTables } from '#modules/training/lecturers/server/db.ts'
import {
  type BuiltLecturer,
  buildLecturer,
  buildTeaching,
} from '#modules/training/lecturers/server/lecturers.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

type Plan = Omit<BuiltLecturer, 'id' | 'companyId' | 'memberId' | 'now'>

const mornings: Availability = {
  weekly: ([2, 4] as const).map((weekday) => ({ weekday, from: '09:00', until: '12:00' })),
  daysOff: [],
}

/** By the keys of people.json. */
const colleagues: Readonly<Record<string, Plan>> = {
  jiangshi: {
    ...{ level: 4, jobTitle: '组织发展顾问', subjects: ['目标管理', '绩效辅导', '团队协作'], feeHundredths: '30000' },
    introduction: '做过八年业务，又做了六年组织发展。\n课上少讲道理，多用学员自己的案例练。',
  },
  guzhiyuan: {
    ...{ level: 5, jobTitle: '信息安全负责人', subjects: ['信息安全', '数据合规'], feeHundredths: '50000' },
    introduction: '公司信息安全体系的搭建者，擅长把攻击演示给非技术同事看懂。',
  },
  shenruoxi: { level: 3, jobTitle: '培训主管', subjects: ['新员工融入', '课程开发'], feeHundredths: '20000' },
  hanqinghe: { level: 4, jobTitle: '算法负责人', subjects: ['机器学习', '数据分析'], availability: mornings },
  mengchanghe: { level: 3, jobTitle: '安全管理专员', subjects: ['现场安全', '应急演练'], feeHundredths: '20000' },
}

const outside = (now: number): Readonly<Record<string, Plan>> => ({
  mingde: {
    ...{ fullName: '顾明', employer: '明德管理咨询', jobTitle: '首席顾问', level: 5, feeHundredths: '180000' },
    ...{ subjects: ['领导力', '战略解码'], phone: '154 0009 0001', email: 'guming@example.com' },
    ...{ contractFrom: dayOf(now - 300 * dayMs), contractUntil: dayOf(now + 18 * dayMs), remark: '续约前先谈价格' },
    introduction: '二十年企业咨询经验，服务过制造、软件与零售企业。',
  },
  haihe: {
    ...{ fullName: '叶知秋', employer: '海河商学院', jobTitle: '副教授', level: 4, feeHundredths: '120050' },
    ...{ subjects: ['商务演讲', '谈判'], email: 'yezhiqiu@example.com' },
    ...{ contractFrom: dayOf(now - 60 * dayMs), contractUntil: dayOf(now + 300 * dayMs) },
  },
  former: {
    ...{ fullName: '柏川', employer: '新航程培训', level: 3, subjects: ['办公软件'], isEnabled: false },
    ...{ contractFrom: dayOf(now - 700 * dayMs), contractUntil: dayOf(now - 40 * dayMs) },
  },
})

export async function seedLecturers(connection: Connection, now: number): Promise<void> {
  const companyId = demoCompanyId
  const idFor = (key: string) => idOf(`lecturer ${key}`)
  for (const [key, plan] of Object.entries(colleagues))
    await buildLecturer(connection, {
      ...plan,
      id: idFor(key),
      companyId,
      memberId: memberIdOf(key),
      now: now - 90 * dayMs,
    })
  for (const [key, plan] of Object.entries(outside(now)))
    await buildLecturer(connection, { ...plan, id: idFor(key), companyId, now: now - 60 * dayMs })
  await lecturersTables(connection)
    .insertInto('lecturers.evaluation')
    .values(
      [
        ['jiangshi', 'survey ended'],
        ['jiangshi', 'survey anonymous'],
        ['mengchanghe', 'survey ended'],
      ].map(([key = '', survey = '']) => ({
        ...{ lecturer_id: idFor(key), survey_id: idOf(survey), company_id: companyId },
        ...{ created_at: now - dayMs, created_by: memberIdOf('guanli') },
      })),
    )
    .execute()
  // On full hours, as classes begin.
  const hour = Math.floor(now / hourMs) * hourMs
  const lessons: readonly (readonly [title: string, keys: readonly string[], days: number, hours: number])[] = [
    ['新员工培训班（第 11 期）：公司与制度', ['shenruoxi'], -40, 3],
    ['新员工培训班（第 11 期）：信息安全', ['guzhiyuan'], -39, 2],
    ['新员工培训班（第 11 期）：沟通与协作', ['jiangshi'], -38, 3],
    ['安全员取证班：现场检查', ['mengchanghe'], -1, 4],
    ['安全员取证班：应急演练', ['mengchanghe'], 1, 3],
    ['新任经理训练营（第 12 期）：目标与辅导', ['jiangshi', 'mingde'], 6, 6],
    ['新任经理训练营（第 12 期）：反馈与协作', ['jiangshi'], 7, 6],
    ['商务演讲小班', ['haihe'], 12, 6],
  ]
  for (const [title, keys, days, hours] of lessons) {
    const from = hour + days * dayMs
    const lecturerIds = keys.map(idFor)
    await buildTeaching(connection, {
      ...{ companyId, lecturerIds, from, to: from + hours * hourMs, title, refId: idOf(`lesson ${title}`) },
    })
  }
}
