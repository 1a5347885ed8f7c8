/** Exams of the demonstration: one in progress, one that has ended with its records and a paper to mark, and a draft. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { AnsweringEvent } from '#modules/assessment/exams/contract/answering.ts'
import { newMarking } from '#modules/assessment/exams/contract/marking.ts'
import { isInOrder } from '#modules/assessment/exams/contract/sections.ts'
import { announce } from '#modules/assessment/exams/server/announcing.ts'
import { appeal } from '#modules/assessment/exams/server/appeals/appeals.ts'
import { contentOf, contentsOf, getOwnAttempt } from '#modules/assessment/exams/server/attempts.ts'
import { type ExamsDb, examsTables } from '#modules/assessment/exams/server/db.ts'
import { buildExam } from '#modules/assessment/exams/server/exams.fixture.ts'
import { fixKey } from '#modules/assessment/exams/server/fixing/key-fixes.ts'
import { noteIncident } from '#modules/assessment/exams/server/incidents.ts'
import { changeMarkingSettings } from '#modules/assessment/exams/server/marking/settings.ts'
import { finishMarking, markAnswer } from '#modules/assessment/exams/server/marking.ts'
import { submitAttempt } from '#modules/assessment/exams/server/outcomes.ts'
import { refreshStatistics } from '#modules/assessment/exams/server/results/refresh.ts'
import { recordEvents } from '#modules/assessment/exams/server/saving.ts'
import { closeSection } from '#modules/assessment/exams/server/sections.ts'
import { startAttempt } from '#modules/assessment/exams/server/starting.ts'
import { papersTables } from '#modules/assessment/papers/server/db.ts'
import { countExposure } from '#modules/assessment/papers/server/shown.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import { answerTo } from './answers.ts'
import { callerOf } from './callers.ts'
import { chanceOf, idOf } from './chance.ts'
import { type DemoMember, demoCompanyId, memberIdOf } from './companies.ts'
import { seedLiveExam } from './live-exam.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const author = { id: memberIdOf('jiangshi'), companyId: demoCompanyId, organizationId: demoCompanyId }

async function paperNamed(connection: Connection, name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from papers.paper where company_id = ${demoCompanyId} and name = ${name}`.execute(examsTables(connection))
  return rows[0]?.id ?? idOf(`no paper ${name}`)
}

interface Sitting {
  readonly examId: string
  readonly member: DemoMember
  readonly startedAt: number
  readonly skill: number
}

/** Answered as members answer, at that time. Answers the places that wait for a grader. */
async function sit(db: ExamsDb, { examId, member, startedAt, skill }: Sitting) {
  const caller = callerOf(member)
  const chance = chanceOf(`exam ${examId} ${member.id}`)
  const { id } = await startAttempt(db, examId, {}, { caller, now: startedAt, ip: '127.0.0.1', outside: {} })
  const attempt = await getOwnAttempt(db, caller, id, startedAt)
  const contents = await contentsOf(db, attempt)
  const writer = uuid()
  let at = startedAt
  const events: Extract<AnsweringEvent, { readonly place: number }>[] = []
  for (const [index, { questions }] of attempt.paper.entries()) {
    if (index > 0 && isInOrder(attempt.paper))
      await closeSection(db, caller, { id, number: index }, { writer, lastNumber: events.length }, at)
    const answered = questions.map(({ place, versionId }) => {
      at += chance.whole(20, 120) * 1000
      return { place, answer: answerTo(contentOf(contents, versionId), chance, skill), at }
    })
    await recordEvents(db, caller, id, { writer, first: events.length + 1, events: answered }, at)
    events.push(...answered)
  }
  const { state } = await submitAttempt(db, caller, id, { writer, lastNumber: events.length }, at)
  const waiting = state === 'to-grade' ? events.filter(({ answer }) => answer?.kind === 'short-answer') : []
  return { id, submittedAt: at, waiting: waiting.map(({ place }) => place) }
}

const contextOf = (caller: ReturnType<typeof callerOf>, now: number): Context =>
  ({ caller, now, audit: () => undefined }) as unknown as Context

/** An appeal that waits, and a key that was fixed for everybody. */
async function seedAppealAndFix(db: ExamsDb, examId: string, members: readonly DemoMember[], context: Context) {
  const { rows } = await sql<{ id: string; memberId: string; versionId: string; place: number }>`
    select t.id, t.member_id as "memberId", m.version_id as "versionId", m.place
    from exams.attempt t join exams.mark m on m.attempt_id = t.id
    where t.exam_id = ${examId} and t.state = 'final' and m.verdict = 'wrong' order by m.place, t.id limit 1`.execute(
    db,
  )
  const [found] = rows
  const member = members.find(({ id }) => id === found?.memberId)
  if (!found || !member) return
  const text = '题干没有说明适用的灭火器类型，我的选项也有依据。'
  const { place } = found
  await appeal(db, callerOf(member), found.id, { place, subject: 'key', text }, context.now - hourMs)
  const { rows: others } = await sql<{ versionId: string }>`
    select m.version_id as "versionId" from exams.mark m where m.exam_id = ${examId} and m.verdict = 'wrong'
      and m.version_id <> ${found.versionId} order by m.version_id limit 1`.execute(db)
  if (!others[0]) return
  const body = { versionId: others[0].versionId, kind: 'award-all', reason: '两个选项都符合现行规范' } as const
  await fixKey(db, examId, body, context)
}

/** All papers but the last one that waits are marked by the author. */
async function seedEndedExam(connection: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const db = examsTables(connection)
  const paperId = await paperNamed(connection, '新员工消防安全考核')
  const [startAt, endAt] = [now - 6 * dayMs, now - 5 * dayMs]
  const examId = await buildExam(connection, {
    ...{ id: idOf('exam ended'), author, now: startAt - dayMs, name: '新员工消防安全考核' },
    summary: '灭火器材与疏散逃生，闭卷',
    ...{ graderIds: [author.id], invigilatorIds: [author.id] },
    rules: {
      ...{ paperId, startAt, endAt, durationMinutes: 40, passTenths: 100, goodTenths: 130, excellentTenths: 155 },
      ...{ leavesMax: 3, instructions: '<p>请独立完成，作答自动保存。</p>' },
    },
  })
  const chance = chanceOf('exam ended')
  const waiting: Awaited<ReturnType<typeof sit>>[] = []
  for (const member of members) {
    const startedAt = startAt + chance.whole(0, 20) * hourMs
    const sat = await sit(db, { examId, member, startedAt, skill: 0.45 + chance.next() * 0.5 })
    if (sat.waiting.length > 0) waiting.push(sat)
  }
  await seedIncidents(db, examId, startAt)
  const grader = callerOf(author, ['course.manage'])
  const settings = { ...newMarking, isBlind: true, isDouble: true, allowedTenths: 40, appealDays: 30 }
  for (const { id, submittedAt, waiting: places } of waiting.slice(0, -1)) {
    const markedAt = submittedAt + 3 * hourMs
    for (const place of places)
      await markAnswer(db, grader, { id, place }, { tenths: chance.whole(8, 20), comment: '' }, markedAt)
    await finishMarking(db, grader, id, markedAt)
  }
  // What waits is marked blind by two, and what was marked may be appealed against.
  const context = contextOf(grader, now)
  await changeMarkingSettings(db, examId, settings, context)
  await seedAppealAndFix(db, examId, members, context)
  await refreshStatistics(db, { examId, companyId: demoCompanyId, rules: { countingRule: 'best' } }, now)
  await sql`delete from exams.statistics_due where exam_id = ${examId}`.execute(db)
  await countExposure(papersTables(connection), now)
}

/** What was said and noted while the exam went on. */
async function seedIncidents(db: ExamsDb, examId: string, startAt: number): Promise<void> {
  const proctor = callerOf(author)
  await announce(db, proctor, examId, { text: '第 5 题的图片较大，加载慢时请稍候，不影响计时。' }, startAt + hourMs)
  await noteIncident(
    db,
    proctor,
    examId,
    { text: '10:05 二楼网络中断约两分钟，考生作答已自动保存。' },
    startAt + 2 * hourMs,
  )
}

/** An exam that is being registered for, with sections that have a time, and a member who has more time. */
async function seedRegistrations(connection: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const db = examsTables(connection)
  const examId = await buildExam(connection, {
    ...{ id: idOf('exam registering'), author, now: now - dayMs, name: '特种作业上岗考试' },
    summary: '需要报名，审核通过后参加',
    rules: {
      paperId: await paperNamed(connection, '年度安全与信息安全考试'),
      ...{ startAt: now + 3 * dayMs, endAt: now + 4 * dayMs, durationMinutes: 60, passTenths: 180 },
      registration: { startAt: now - dayMs, endAt: now + 2 * dayMs, places: 6, isReviewed: true },
    },
  })
  const states = ['registered', 'registered', 'pending', 'pending', 'pending', 'pending', 'waiting', 'refused'] as const
  const rows = members.slice(0, states.length).map(({ id }, at) => {
    const state = states[at] ?? 'waiting'
    const isDecided = state === 'registered' || state === 'refused'
    return {
      ...{ id: uuid(), exam_id: examId, member_id: id, company_id: demoCompanyId, state },
      ...{
        registered_at: now - dayMs + at * hourMs,
        decided_at: isDecided ? now : null,
        decided_by: isDecided ? author.id : null,
      },
      reason: state === 'refused' ? '请先完成安全培训' : '',
    }
  })
  await db.insertInto('exams.registration').values(rows).execute()
  const given = { company_id: demoCompanyId, created_by: memberIdOf('guanli'), created_at: now - 10 * dayMs }
  const others = members.slice(states.length).map(({ id }) => id)
  const accommodations = [
    {
      ...{ member_id: memberIdOf('yanfa'), exam_id: null, time_percent: 150, extra_attempts: 0, later_minutes: 60 },
      ...{ reason: '视力障碍，使用读屏软件', valid_from: null, valid_until: null },
    },
    {
      ...{ member_id: others[0] ?? author.id, exam_id: examId, time_percent: 100, extra_attempts: 1, later_minutes: 0 },
      ...{ reason: '首次考试遇到机房停电', valid_from: null, valid_until: now + 5 * dayMs },
    },
    {
      ...{ member_id: others[1] ?? author.id, exam_id: null, time_percent: 125, extra_attempts: 0, later_minutes: 0 },
      ...{ reason: '右手骨折康复期', valid_from: now - 20 * dayMs, valid_until: now + 40 * dayMs },
    },
  ]
  await db
    .insertInto('exams.accommodation')
    .values(accommodations.map((one) => ({ id: uuid(), ...given, ...one })))
    .execute()
}

/** Sections with a time of their own; one of the demonstration's learners has more of it. */
async function seedTimedSections(connection: Connection, now: number): Promise<void> {
  const examId = await buildExam(connection, {
    ...{ id: idOf('exam with timed sections'), author, now: now - 2 * dayMs, name: '班组长安全能力测评' },
    summary: '两个大题分别限时，按顺序作答',
    invigilatorIds: [author.id],
    rules: {
      paperId: await paperNamed(connection, '班组长安全能力测评'),
      ...{ startAt: now - dayMs, endAt: now + 6 * dayMs, durationMinutes: 30, attemptsMax: 0, passTenths: 100 },
      ...{ leavesMax: 5, viewingRule: 'after-submission' },
    },
  })
  const text = '计算题可以使用计算器。'
  await announce(examsTables(connection), callerOf(author), examId, { text }, now - hourMs)
}

export async function seedExams(connection: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const others = members.filter(
    ({ id, companyId }) => companyId === demoCompanyId && id !== author.id && id !== memberIdOf('guanli'),
  )
  await seedEndedExam(connection, others.slice(0, 30), now)
  await buildExam(connection, {
    ...{ id: idOf('exam in progress'), author, now: now - 2 * dayMs, name: '年度安全与信息安全考试' },
    summary: '全员必考，可考两次，取最高分',
    invigilatorIds: [author.id],
    rules: {
      paperId: await paperNamed(connection, '年度安全与信息安全考试'),
      ...{ startAt: now - dayMs, endAt: now + 6 * dayMs, durationMinutes: 45, attemptsMax: 2, leavesMax: 5 },
      ...{ passTenths: 180, goodTenths: 240, excellentTenths: 270, viewingRule: 'after-pass' },
      instructions: '<p>共 11 题，限时 45 分钟。作答自动保存，断网后可继续。</p>',
    },
  })
  await seedRegistrations(connection, others, now)
  await seedTimedSections(connection, now)
  const pictured = await buildExam(connection, {
    ...{ id: idOf('exam with a picture'), author, now: now - 2 * dayMs, name: '上岗资格考试' },
    summary: '开考前拍照核验身份',
    invigilatorIds: [author.id],
    rules: {
      paperId: await paperNamed(connection, '新员工消防安全考核'),
      ...{ startAt: now - hourMs, endAt: now + 6 * dayMs, durationMinutes: 180, passTenths: 100, leavesMax: 3 },
      photoCheck: { consent: '照片只用于核对考生身份，仅监考人员可以查看。', keepDays: 30 },
    },
  })
  const known = [memberIdOf('xueyuan'), memberIdOf('yanfa')]
  const candidates = others.filter(({ id }) => !known.includes(id)).slice(10, 21)
  await seedLiveExam(connection, { examId: pictured, members: candidates, proctor: author, now })
  await buildExam(connection, {
    ...{ id: idOf('exam draft'), author, now: now - hourMs, status: 'draft', name: '差旅规范考试' },
    summary: '报销与审批的常见问题',
  })
}
