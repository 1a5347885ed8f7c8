/** An exam with final attempts whose marks and answers are given: for the tests of statistics, and the bench. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { examsTables } from '../db.ts'
import { resultOf } from '../results.ts'

export interface MarkedItem {
  readonly versionId: string
  readonly maxTenths: number
  readonly tenths: number
  /** Answers before the one that counts. */
  readonly earlier?: readonly (QuestionAnswer | null)[]
  readonly answer?: QuestionAnswer | null
  /** Since the answer before. */
  readonly seconds?: number
}

export interface MarkedAttempt {
  readonly memberId: string
  readonly items: readonly MarkedItem[]
  readonly number?: number
  readonly isReset?: boolean
  readonly state?: 'final' | 'to-grade'
}

interface Marked {
  readonly examId: string
  readonly companyId: string
  readonly now: number
  readonly passTenths?: number
}

const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)

function rowsOf({ examId, companyId, now, passTenths = 0 }: Marked, attempt: MarkedAttempt) {
  const { items, memberId, number = 1, isReset = false, state = 'final' } = attempt
  const id = uuid()
  const score = sum(items.map(({ tenths }) => tenths))
  let at = now
  return {
    attempt: {
      ...{ id, company_id: companyId, exam_id: examId, member_id: memberId, number, state, cause: 'member' },
      ...{ started_at: now, ends_at: now + 3_600_000, submitted_at: now + 1000, paper: '[]' },
      total_tenths: sum(items.map(({ maxTenths }) => maxTenths)),
      score_tenths: state === 'final' ? score : null,
      result: state === 'final' ? resultOf(score * 10, { passTenths, goodTenths: null, excellentTenths: null }) : null,
      reset_at: isReset ? now : null,
    },
    marks: items.map(({ versionId, maxTenths, tenths }, index) => ({
      ...{ attempt_id: id, place: index + 1, company_id: companyId, exam_id: examId, version_id: versionId },
      ...{ max_tenths: maxTenths, tenths, verdict: tenths === maxTenths ? 'right' : tenths > 0 ? 'partly' : 'wrong' },
    })),
    events: items.flatMap(({ earlier = [], answer, seconds = 10 }, index) =>
      answer === undefined
        ? []
        : [...earlier, answer].map((given, place, all) => {
            if (place === all.length - 1) at += seconds * 1000
            const ids = { attempt_id: id, writer_id: memberId, number: 100 * index + place, company_id: companyId }
            const text = given === null ? null : JSON.stringify(given)
            return { ...ids, place: index + 1, answer: text, typed_at: at, received_at: at }
          }),
    ),
  }
}

/** The records are settled as the product does: the last attempt of each member counts, or is the only one. */
export async function buildMarked(
  connection: Connection,
  exam: Marked,
  attempts: readonly MarkedAttempt[],
): Promise<void> {
  const db = examsTables(connection)
  const { examId, companyId, now } = exam
  const rows = attempts.map((attempt) => rowsOf(exam, attempt))
  const counted = new Map(
    rows
      .filter(({ attempt }) => attempt.state === 'final' && attempt.reset_at === null)
      .map(({ attempt }) => [attempt.member_id, attempt]),
  )
  const members = [...new Set(attempts.map(({ memberId }) => memberId))]
  const records = members.map((memberId) => {
    const { score_tenths: score = null, total_tenths: total = null, result = null } = counted.get(memberId) ?? {}
    const ofMember = {
      exam_id: examId,
      member_id: memberId,
      company_id: companyId,
      opened_at: now,
      attempts_used: 1,
      last_number: 1,
    }
    return {
      ...ofMember,
      score_hundredths: score === null ? null : score * 10,
      total_tenths: total,
      result,
      finished_at: result === null || result === 'fail' ? null : now,
    }
  })
  await db.insertInto('exams.record').values(records).execute()
  await db
    .insertInto('exams.attempt')
    .values(rows.map(({ attempt }) => attempt))
    .execute()
  await db
    .insertInto('exams.mark')
    .values(rows.flatMap(({ marks }) => marks))
    .execute()
  const events = rows.flatMap((row) => row.events)
  if (events.length > 0) await db.insertInto('exams.answer_event').values(events).execute()
  await sql`insert into exams.statistics_due (exam_id, company_id) values (${examId}, ${companyId})`.execute(db)
}
