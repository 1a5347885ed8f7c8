/** Surveys of the demonstration: a named one in progress, an anonymous one with guests and results, one that has ended, a template. */
import { v7 as uuid } from 'uuid'
import type { Answers, SurveyAnswer } from '#modules/assessment/surveys/contract/answer.ts'
import { questionsOf, type SurveyContent, type SurveyQuestion } from '#modules/assessment/surveys/contract/content.ts'
import { builtInTemplate } from '#modules/assessment/surveys/server/built-in-templates.ts'
import { surveysTables } from '#modules/assessment/surveys/server/db.ts'
import {
  buildSurvey,
  choiceQuestion,
  contentWith,
  textQuestion,
} from '#modules/assessment/surveys/server/surveys.fixture.ts'
import { submitSurvey } from '#modules/assessment/surveys/server/taking.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Chance, chanceOf, idOf } from './chance.ts'
import { type DemoMember, demoCompanyId, memberIdOf } from './companies.ts'

const dayMs = 24 * 3_600_000
const author = { id: memberIdOf('jiangshi'), companyId: demoCompanyId, organizationId: demoCompanyId }

const remarks = [
  '案例很贴近工作，希望再多一些练习。',
  '节奏稍快，课后资料很有用。',
  '讲师讲得清楚，互动也多。',
  '建议按岗位分班，内容更有针对性。',
  '时间安排在下午更方便。',
]

function answerTo(question: SurveyQuestion, { whole, pick, isTrue }: Chance): SurveyAnswer | null {
  switch (question.kind) {
    case 'rating':
      return { kind: 'rating', value: Math.min(question.max, whole(3, 5)) }
    case 'nps':
      return { kind: 'nps', value: pick([10, 9, 9, 8, 8, 7, 6, 4]) }
    case 'text':
      return isTrue(0.7) || question.isRequired ? { kind: 'text', text: pick(remarks) } : null
    case 'single-choice':
      return { kind: 'single-choice', chosen: [pick(question.options).id], otherText: '' }
    case 'multiple-choice': {
      const chosen = question.options.filter(() => isTrue(0.4)).map(({ id }) => id)
      return { kind: 'multiple-choice', chosen: chosen.length > 0 ? chosen : [1], otherText: '' }
    }
    case 'matrix': {
      const columns = question.mode === 'rating' ? [3, 4, 4, 5, 5, 2] : question.columns.map(({ id }) => id)
      const rows = question.rows.map(({ id: rowId }) => ({ rowId, chosen: [pick(columns)] }))
      return { kind: 'matrix', rows }
    }
    case 'ranking': {
      const [first, ...rest] = question.options.map(({ id }) => id)
      return { kind: 'ranking', order: isTrue(0.6) ? [first ?? 1, ...rest] : [...rest, first ?? 1] }
    }
    case 'slider':
      return { kind: 'slider', value: whole(4, 10) * 10 }
    case 'number':
      return { kind: 'number', value: whole(1, 12) }
    default:
      return null
  }
}

const answersTo = (content: SurveyContent, chance: Chance): Answers =>
  questionsOf(content).flatMap((question) => {
    const answer = answerTo(question, chance)
    return answer ? [{ questionId: question.id, answer }] : []
  })

interface Seeded {
  readonly key: string
  readonly name: string
  readonly summary: string
  readonly content: SurveyContent
  readonly members: readonly DemoMember[]
  /** When it was published, and when members answer. */
  readonly now: number
}

async function seedSurvey(connection: Connection, { key, members, content, now, ...written }: Seeded): Promise<void> {
  const id = await buildSurvey(connection, { ...{ id: idOf(key), author, now, content }, ...written })
  const chance = chanceOf(key)
  const db = surveysTables(connection)
  for (const { id: memberId, organizationId } of members) {
    const session = { sessionId: uuid(), roles: [], permissions: new Map() }
    const caller = { memberId, companyId: demoCompanyId, organizationId, ...session }
    const body = { versionNumber: 1, answers: [...answersTo(content, chance)] }
    await submitSurvey(db, caller, id, body, now + chance.whole(1, 20) * 3_600_000)
  }
}

export async function seedSurveys(connection: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const shown = ['xueyuan', 'yanfa', 'guanli', 'jiangshi'].map(memberIdOf)
  const others = members.filter(({ id, companyId }) => companyId === demoCompanyId && !shown.includes(id))
  const way = choiceQuestion('您最常用哪种方式学习？', ['视频课程', '直播', '线下培训', '图文资料'], { hasOther: true })
  const live = textQuestion('您希望直播讲哪些内容？', { visibleIf: { op: 'eq', questionId: way.id, value: 2 } })
  const needs = contentWith([way, live, textQuestion(`关于“{{${way.id}}}”，您还有什么期望？`)])
  const head = { description: '', isRequired: true, visibleIf: null }
  const listed = (texts: readonly string[]) => texts.map((text, at) => ({ id: at + 1, text }))
  const topics = contentWith([
    {
      ...{
        ...head,
        id: idOf('survey ranking'),
        kind: 'ranking',
        title: '请按重要程度排列以下主题',
        shufflesOptions: false,
      },
      options: listed(['安全生产', '沟通与协作', '数据分析', '项目管理']),
    },
    {
      ...{
        ...head,
        id: idOf('survey slider'),
        kind: 'slider',
        title: '您对现有培训的满意程度',
        min: 0,
        max: 100,
        step: 10,
      },
      ...{ lowLabel: '很不满意', highLabel: '非常满意' },
    },
    {
      ...{ ...head, id: idOf('survey matrix'), kind: 'matrix', mode: 'single', title: '您希望多久参加一次？' },
      ...{ rows: listed(['线下培训', '直播', '读书会']), columns: listed(['每月', '每季度', '每年', '不需要']) },
      ...{ ratingMax: 5, shufflesRows: false },
    },
    {
      ...{ ...head, id: idOf('survey number'), kind: 'number', title: '您每月能用于学习的小时数', unit: '小时' },
      ...{ min: 0, max: 100, decimals: 0 },
    },
    {
      ...{ ...head, id: idOf('survey score'), kind: 'nps', title: '您有多大可能向同事推荐书院？' },
      lowLabel: '',
      highLabel: '',
    },
  ])
  const behavior = builtInTemplate('kirkpatrick-behavior', 'cn').content
  const reaction = builtInTemplate('kirkpatrick-reaction', 'cn').content
  const window = (from: number, to: number) => ({ startAt: now + from * dayMs, endAt: now + to * dayMs })
  await seedSurvey(connection, {
    ...{ key: 'survey in progress', name: '年度学习需求调研', summary: '用于制定明年的培训计划', now: now - 2 * dayMs },
    ...{ content: { ...needs, ...window(-2, 12) }, members: others.slice(0, 12) },
  })
  await seedSurvey(connection, {
    ...{ key: 'survey anonymous', name: '消防安全培训满意度', summary: '匿名，约需两分钟', now: now - 3 * dayMs },
    ...{ content: { ...reaction, ...window(-3, 10), allowsGuests: true }, members: others.slice(0, 24) },
  })
  await seedSurvey(connection, {
    ...{ key: 'survey ended', name: '新员工培训效果跟踪', summary: '培训 90 天后', now: now - 30 * dayMs },
    ...{ content: { ...behavior, ...window(-30, -10) }, members: others.slice(4, 20) },
  })
  await seedSurvey(connection, {
    ...{ key: 'survey topics', name: '学习主题与形式调研', summary: '约需三分钟', now: now - 5 * dayMs },
    ...{ content: { ...topics, ...window(-5, 20) }, members: others.slice(2, 26) },
  })
  await surveysTables(connection)
    .insertInto('surveys.template')
    .values({
      ...{ id: idOf('survey template'), company_id: demoCompanyId, author_id: author.id, created_at: now - dayMs },
      ...{ name: '学习需求调研', summary: '', content: JSON.stringify(needs) },
    })
    .execute()
}
