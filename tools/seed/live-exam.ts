/** An exam that goes on while the demonstration is looked at: candidates in every state, leaves, notes, an announcement. */
import { v7 as uuid } from 'uuid'
import type { AnsweringEvent } from '#modules/assessment/exams/contract/answering.ts'
import type { GivenPhoto } from '#modules/assessment/exams/contract/photos.ts'
import { acknowledge, announce } from '#modules/assessment/exams/server/announcing.ts'
import { contentOf, contentsOf, getOwnAttempt } from '#modules/assessment/exams/server/attempts.ts'
import { type ExamsDb, examsTables } from '#modules/assessment/exams/server/db.ts'
import { noteIncident } from '#modules/assessment/exams/server/incidents.ts'
import { extendAttempt } from '#modules/assessment/exams/server/invigilation.ts'
import { listLeaves, voidLeave } from '#modules/assessment/exams/server/leaves.ts'
import { finishMarking, markAnswer } from '#modules/assessment/exams/server/marking.ts'
import { submitAttempt } from '#modules/assessment/exams/server/outcomes.ts'
import { recordEvents } from '#modules/assessment/exams/server/saving.ts'
import { startAttempt } from '#modules/assessment/exams/server/starting.ts'
import type { Connection } from '#server/db/connection.ts'
import { answerTo } from './answers.ts'
import { callerOf } from './callers.ts'
import { chanceOf } from './chance.ts'
import type { DemoMember } from './companies.ts'

const minuteMs = 60_000

interface Candidate {
  readonly startedMinutesAgo: number
  readonly savedSecondsAgo: number
  /** Of all questions. */
  readonly answeredShare: number
  readonly leaveSeconds?: readonly number[]
  readonly isSubmitted?: boolean
  /** Answers that a person marks have their points already. */
  readonly isMarked?: boolean
  readonly skill?: number
  readonly photo?: GivenPhoto
  readonly hasAcknowledged?: boolean
}

/** From those who have just started to those whose leaves have submitted their answers. */
const candidates: readonly Candidate[] = [
  { startedMinutesAgo: 31, savedSecondsAgo: 4, answeredShare: 0.8, hasAcknowledged: true },
  { startedMinutesAgo: 30, savedSecondsAgo: 9, answeredShare: 0.6, leaveSeconds: [6, 14] },
  { startedMinutesAgo: 29, savedSecondsAgo: 240, answeredShare: 0.4 },
  { startedMinutesAgo: 28, savedSecondsAgo: 12, answeredShare: 0.7, leaveSeconds: [21, 8], hasAcknowledged: true },
  { startedMinutesAgo: 27, savedSecondsAgo: 2, answeredShare: 1, hasAcknowledged: true },
  { startedMinutesAgo: 25, savedSecondsAgo: 840, answeredShare: 0.5, leaveSeconds: [35, 12, 9, 44] },
  { startedMinutesAgo: 31, savedSecondsAgo: 600, answeredShare: 1, isSubmitted: true, isMarked: true, skill: 0.95 },
  { startedMinutesAgo: 30, savedSecondsAgo: 420, answeredShare: 1, isSubmitted: true, skill: 0.9 },
  { startedMinutesAgo: 29, savedSecondsAgo: 300, answeredShare: 0.9, isSubmitted: true, skill: 0.3 },
  { startedMinutesAgo: 2, savedSecondsAgo: 5, answeredShare: 0.1, photo: { declined: 'no-consent' } },
]

async function sitNow(db: ExamsDb, examId: string, member: DemoMember, candidate: Candidate, now: number) {
  const { startedMinutesAgo, savedSecondsAgo, answeredShare, leaveSeconds = [], isSubmitted, skill = 0.6 } = candidate
  const caller = callerOf(member)
  const chance = chanceOf(`live exam ${member.id}`)
  const startedAt = now - startedMinutesAgo * minuteMs
  const photo = candidate.photo ?? { declined: 'no-camera' as const }
  const { id } = await startAttempt(db, examId, { photo }, { caller, now: startedAt, ip: '127.0.0.1', outside: {} })
  const attempt = await getOwnAttempt(db, caller, id, startedAt)
  const contents = await contentsOf(db, attempt)
  const savedAt = now - savedSecondsAgo * 1000
  const questions = attempt.paper.flatMap((section) => section.questions)
  const answered = questions.slice(0, Math.max(1, Math.round(questions.length * answeredShare)))
  const stepMs = Math.floor((savedAt - startedAt) / (answered.length + 1))
  const answers: AnsweringEvent[] = answered.map(({ place, versionId }, index) => {
    return {
      place,
      answer: answerTo(contentOf(contents, versionId), chance, skill),
      at: startedAt + (index + 1) * stepMs,
    }
  })
  const leaves: AnsweringEvent[] = leaveSeconds.map((seconds, index) => {
    const at = savedAt - (leaveSeconds.length - index) * minuteMs
    return { leave: index % 2 === 0 ? 'hidden' : 'blur', at, ms: seconds * 1000, isOffline: false }
  })
  const writer = uuid()
  const events = [...answers, ...leaves]
  await recordEvents(db, caller, id, { writer, first: 1, events }, savedAt)
  if (isSubmitted) await submitAttempt(db, caller, id, { writer, lastNumber: events.length }, savedAt)
  return id
}

async function markByHand(db: ExamsDb, staff: ReturnType<typeof callerOf>, id: string, now: number) {
  const waiting = await db
    .selectFrom('exams.mark')
    .select(['place', 'max_tenths'])
    .where('attempt_id', '=', id)
    .where('verdict', '=', 'needs-marking')
    .execute()
  for (const { place, max_tenths: tenths } of waiting)
    await markAnswer(db, staff, { id, place }, { tenths, comment: '要点完整' }, now)
  if (waiting.length > 0) await finishMarking(db, staff, id, now)
}

/** One candidate is left over, who has not started. */
export async function seedLiveExam(
  connection: Connection,
  {
    examId,
    members,
    proctor,
    now,
  }: { examId: string; members: readonly DemoMember[]; proctor: { id: string; organizationId: string }; now: number },
): Promise<void> {
  const db = examsTables(connection)
  const staff = callerOf(proctor, ['course.manage'])
  const ids: string[] = []
  for (const [at, candidate] of candidates.entries()) {
    const member = members[at]
    if (member) ids.push(await sitNow(db, examId, member, candidate, now))
  }
  for (const [at, { isMarked }] of candidates.entries()) {
    const id = ids[at]
    if (isMarked && id) await markByHand(db, staff, id, now)
  }
  const text = '第 3 题的“额定电流”以题干图示为准，请继续作答。'
  const { id: announcementId } = await announce(db, staff, examId, { text }, now - 6 * minuteMs)
  for (const [at, { hasAcknowledged }] of candidates.entries()) {
    const [id, member] = [ids[at], members[at]]
    if (hasAcknowledged && id && member)
      await acknowledge(db, callerOf(member), { id, announcementId }, now - 5 * minuteMs)
  }
  const [, left = '', silent = '', voided = ''] = ids
  const note = (text: string, minutesAgo: number, attemptId?: string) =>
    noteIncident(db, staff, examId, { text, ...(attemptId && { attemptId }) }, now - minutesAgo * minuteMs)
  await note('开考前已核对全部考生证件。', 33)
  await note('考生举手示意更换鼠标，离开座位约 20 秒，不计为切屏。', 9, voided)
  await note('考生端断线，已通知技术人员现场处理。', 3, silent)
  await note('提醒考生不要切换窗口。', 2, left)
  const [leave] = await listLeaves(db, staff, voided)
  if (leave) await voidLeave(db, staff, leave.id, '更换鼠标', now - 8 * minuteMs)
  await extendAttempt(db, staff, silent, 10, now - 2 * minuteMs)
}
