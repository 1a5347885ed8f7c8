/**
 * Approvals of the demo data: the research center has its courses approved in two steps, and four of its courses are on
 * their way. Elsewhere approval is off, and lecturers publish directly.
 */
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { people } from './content.ts'
import type { Row } from './rows.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const businessType = 1
const company = { company_id: demoCompanyId }
const organizationIdOf = (key: string) => idOf(`organization ${key}`)
const templateId = idOf('approval template research')
const [head, reviewers] = ['yanfa', ['shenruoxi', 'wenyanchu']] as const

const steps = [
  {
    name: '中心初审',
    who: 'role',
    role: 'approver',
    level: null,
    memberIds: [],
    mode: 'any',
    whenNobody: 'administrator',
    remindAfterHours: 24,
    timeoutHours: 120,
    onTimeout: 'escalate',
  },
  {
    name: '培训与合规复审',
    who: 'members',
    role: null,
    level: null,
    memberIds: reviewers.map(memberIdOf),
    mode: 'any',
    whenNobody: 'administrator',
    remindAfterHours: 24,
    timeoutHours: null,
    onTimeout: 'escalate',
  },
] as const

interface Saying {
  readonly kind: 'agreed' | 'refused' | 'given-back'
  readonly step: 0 | 1
  readonly by: string
  readonly opinion: string
  readonly hoursLater: number
}

interface Plan {
  readonly key: string
  readonly name: string
  readonly summary: string
  readonly author: string
  readonly chapter: string
  readonly sections: readonly { readonly title: string; readonly body: string }[]
  readonly appliedHoursAgo: number
  readonly said: readonly Saying[]
}

const plans: readonly Plan[] = [
  {
    key: 'git',
    name: 'Git 协作入门',
    summary: '从第一次提交到一次顺利的代码评审。',
    author: 'hanqinghe',
    chapter: '一起写代码',
    sections: [
      { title: '一次提交说清一件事', body: '<p>提交说明写给三个月后的自己：改了什么，为什么改。</p>' },
      { title: '评审不是挑错', body: '<p>先看意图，再看写法；对事提问，给出例子。</p>' },
    ],
    appliedHoursAgo: 5,
    said: [],
  },
  {
    key: 'chart',
    name: '用图表讲清一件事',
    summary: '选对图，少一点装饰，让结论自己站出来。',
    author: 'hanqinghe',
    chapter: '选图',
    sections: [{ title: '先写结论再选图', body: '<p>一张图只回答一个问题。把答案写成标题，再决定用什么图。</p>' }],
    appliedHoursAgo: 30,
    said: [{ kind: 'agreed', step: 0, by: head, opinion: '内容扎实，同意', hoursLater: 4 }],
  },
  {
    key: 'oncall',
    name: '值班手册：告警来了怎么办',
    summary: '先止血，再定位，最后复盘。',
    author: 'guzhiyuan',
    chapter: '值班',
    sections: [{ title: '前十分钟', body: '<p>确认影响、通知到人、保留现场。能回退就先回退。</p>' }],
    appliedHoursAgo: 52,
    said: [{ kind: 'given-back', step: 0, by: head, opinion: '请补充升级联系人和一个真实案例', hoursLater: 20 }],
  },
  {
    key: 'probe',
    name: '内网安全自查',
    summary: '一步步检查自己负责的系统。',
    author: 'guzhiyuan',
    chapter: '自查',
    sections: [{ title: '清单', body: '<p>账号、端口、补丁、备份，逐项核对并留下记录。</p>' }],
    appliedHoursAgo: 80,
    said: [
      { kind: 'agreed', step: 0, by: head, opinion: '同意', hoursLater: 3 },
      {
        kind: 'refused',
        step: 1,
        by: 'wenyanchu',
        opinion: '含系统细节，不宜全员公开，请改为定向培训',
        hoursLater: 9,
      },
    ],
  },
]

type State = 'running' | 'revising' | 'refused'

function stateOf(plan: Plan): State {
  const last = plan.said.at(-1)?.kind
  if (last === 'refused') return 'refused'
  return last === 'given-back' ? 'revising' : 'running'
}

const courseIdOf = (plan: Plan) => idOf(`course ${plan.key}`)
const processIdOf = (plan: Plan) => idOf(`approval ${plan.key}`)
const organizationOf = (plan: Plan) =>
  organizationIdOf(people.people.find((person) => person.key === plan.author)?.organization ?? 'research')

/** The drafts that were applied for. */
function draftRows(plan: Plan, now: number) {
  const [id, versionId] = [courseIdOf(plan), idOf(`version ${plan.key}`)]
  const chapterId = idOf(`chapter ${plan.key} 0`)
  const createdAt = now - plan.appliedHoursAgo * hourMs - 2 * dayMs
  const authorId = memberIdOf(plan.author)
  const course = {
    ...company,
    id,
    organization_id: organizationOf(plan),
    author_id: authorId,
    lecturer_id: authorId,
    name: plan.name,
    summary: plan.summary,
    description: plan.summary,
    publish_client: 0,
    status: 'draft',
    visible_to_all: true,
    revision: 2,
    draft_version_id: versionId,
    version_number: 0,
    section_count: 0,
    duration_ms: 0,
    watermark: false,
    approval: stateOf(plan) === 'refused' ? 'refused' : 'waiting',
    created_at: createdAt,
    updated_at: createdAt + dayMs,
  }
  const version = { ...company, id: versionId, course_id: id, number: null, created_at: createdAt, published_at: null }
  const chapter = { ...company, version_id: versionId, id: chapterId, title: plan.chapter, sort: 0 }
  const sections = plan.sections.map(({ title, body }, sort) => ({
    ...company,
    version_id: versionId,
    id: idOf(`section ${plan.key} ${title}`),
    chapter_id: chapterId,
    course_id: id,
    title,
    kind: 'text',
    required: true,
    sort,
    body,
    duration_ms: 0,
    page_count: 0,
    unit_count: 1,
  }))
  return { course, version, chapter, sections }
}

interface SeedEvent {
  readonly kind: string
  readonly step?: number
  readonly by?: string
  readonly members?: readonly string[]
  readonly opinion?: string
  readonly at: number
}

/** What happened, in its order. */
function historyOf(plan: Plan, now: number): SeedEvent[] {
  const start = now - plan.appliedHoursAgo * hourMs
  const events: SeedEvent[] = [
    { kind: 'applied', by: plan.author, at: start },
    { kind: 'reached', step: 0, members: [head], at: start },
  ]
  for (const { kind, step, by, opinion, hoursLater } of plan.said) {
    const at = start + hoursLater * hourMs
    events.push({ kind, step, by, opinion, at })
    if (kind === 'agreed') events.push({ kind: 'reached', step: step + 1, members: reviewers, at })
    if (kind === 'refused') events.push({ kind: 'finished', at })
  }
  return events
}

function processRow(plan: Plan, now: number) {
  const last = plan.said.at(-1)
  const startedAt = now - plan.appliedHoursAgo * hourMs
  const state = stateOf(plan)
  const isOver = state === 'refused'
  return {
    ...company,
    id: processIdOf(plan),
    organization_id: organizationOf(plan),
    business_type: businessType,
    business_id: courseIdOf(plan),
    name: plan.name,
    summary: [
      ['节数', String(plan.sections.length)],
      ['版本', '1'],
    ],
    applicant_id: memberIdOf(plan.author),
    template_id: templateId,
    template_version: 1,
    result: isOver ? 0 : 4,
    revising: state === 'revising',
    decided_by: isOver && last ? memberIdOf(last.by) : null,
    opinion: state === 'running' ? '' : (last?.opinion ?? ''),
    started_at: startedAt,
    finished_at: isOver && last ? startedAt + last.hoursLater * hourMs : null,
  }
}

/** The visit that a step is on: giving back begins a new one. */
const visitOf = (plan: Plan) => (stateOf(plan) === 'revising' ? 1 : 0)

function stepRows(plan: Plan, now: number): Row[] {
  const history = historyOf(plan, now)
  return steps.map((definition, at) => {
    const reached = history.find((event) => event.kind === 'reached' && event.step === at)?.at
    const said = plan.said.find((saying) => saying.step === at)
    const isReset = visitOf(plan) > 0 || reached === undefined
    const isCurrent = !isReset && said === undefined
    const leftAt = isReset || !said ? null : now - (plan.appliedHoursAgo - said.hoursLater) * hourMs
    return {
      ...company,
      id: idOf(`approval step ${plan.key} ${at}`),
      process_id: processIdOf(plan),
      position: at + 1,
      name: definition.name,
      definition,
      state: isReset ? 'waiting' : (said?.kind ?? 'current'),
      visit: at === 0 ? visitOf(plan) : 0,
      entered_at: isReset ? null : reached,
      left_at: leftAt,
      remind_at: isCurrent ? now + 24 * hourMs : null,
      timeout_at: isCurrent && definition.timeoutHours ? now + definition.timeoutHours * hourMs : null,
    }
  })
}

const taskStates = { agreed: 'agreed', refused: 'refused', 'given-back': 'returned' } as const

function taskRows(plan: Plan, now: number): Row[] {
  return historyOf(plan, now)
    .filter((event) => event.kind === 'reached')
    .flatMap(({ step = 0, members = [], at }) => {
      const said = plan.said.find((saying) => saying.step === step)
      return members.map((key) => {
        const isWho = said?.by === key
        const state = !said ? 'open' : isWho ? taskStates[said.kind] : 'cancelled'
        return {
          ...company,
          id: idOf(`approval task ${plan.key} ${step} ${key}`),
          process_id: processIdOf(plan),
          step_id: idOf(`approval step ${plan.key} ${step}`),
          visit: 0,
          holder_id: memberIdOf(key),
          origin: 'template',
          state,
          opinion: isWho ? said.opinion : '',
          decided_by: isWho ? memberIdOf(key) : null,
          decided_at: isWho ? now - (plan.appliedHoursAgo - said.hoursLater) * hourMs : null,
          opened_at: at,
          created_at: at,
        }
      })
    })
}

function eventRows(plan: Plan, now: number): Row[] {
  return historyOf(plan, now).map(({ kind, step, by, members = [], opinion = '', at }, index) => ({
    ...company,
    process_id: processIdOf(plan),
    number: index + 1,
    step_id: step === undefined ? null : idOf(`approval step ${plan.key} ${step}`),
    kind,
    actor_id: by ? memberIdOf(by) : null,
    for_id: null,
    member_ids: members.map(memberIdOf),
    opinion,
    at,
  }))
}

/** "Go approve" for who decides, "go revise" for the author. */
function waitingRows(plan: Plan, now: number): Row[] {
  const isOpen = stateOf(plan) === 'running'
  const members = isOpen ? (plan.said.length === 0 ? [head] : reviewers) : [plan.author]
  const kind = isOpen ? 'approval.decide' : 'approval.revise'
  return members.map((key) => ({
    ...company,
    id: idOf(`waiting ${plan.key} ${key}`),
    member_id: memberIdOf(key),
    kind,
    business_type: businessType,
    business_id: isOpen ? processIdOf(plan) : courseIdOf(plan),
    title: plan.name,
    link: `/center/approvals/${processIdOf(plan)}`,
    created_at: now - plan.appliedHoursAgo * hourMs,
  }))
}

/** Rows by table in the order of insertion. */
export function approvalTables(now: number): [string, Row[]][] {
  const drafts = plans.map((plan) => draftRows(plan, now))
  const madeAt = now - 90 * dayMs
  const place = { ...company, organization_id: organizationIdOf('research'), business_type: businessType }
  const [by, template] = [memberIdOf(head), { id: templateId, name: '课程发布审批', version: 1 }]
  return [
    ['courses.course', drafts.map(({ course }) => course)],
    ['courses.course_version', drafts.map(({ version }) => version)],
    ['courses.chapter', drafts.map(({ chapter }) => chapter)],
    ['courses.section', drafts.flatMap(({ sections }) => sections)],
    ['approvals.template', [{ ...place, ...template, updated_by: by, updated_at: madeAt }]],
    [
      'approvals.template_version',
      [{ ...company, template_id: templateId, version: 1, steps, made_by: by, made_at: madeAt }],
    ],
    ['approvals.switch', [{ ...place, is_on: true, changed_by: by, changed_at: madeAt }]],
    ['approvals.process', plans.map((plan) => processRow(plan, now))],
    ['approvals.step', plans.flatMap((plan) => stepRows(plan, now))],
    ['approvals.task', plans.flatMap((plan) => taskRows(plan, now))],
    ['approvals.event', plans.flatMap((plan) => eventRows(plan, now))],
    [
      'approvals.absence',
      [
        {
          ...company,
          id: idOf('absence wenyanchu'),
          member_id: memberIdOf('wenyanchu'),
          substitute_id: memberIdOf('support'),
          starts_at: now + 7 * dayMs,
          ends_at: now + 12 * dayMs,
          reason: '年假',
          begun: false,
          over: false,
          created_at: now - dayMs,
        },
      ],
    ],
    ['messages.todo', plans.flatMap((plan) => waitingRows(plan, now))],
  ]
}
