/** All answers of an exam as xlsx, until 48 hours after its end (EXAM-039). While it goes on, the file is a safe copy. */
import { sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { directorySql, instantText } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import { EXPORT_OVER } from '../contract/codes.ts'
import type { AttemptState, Result } from '../contract/states.ts'
import { questionsOf, type StoredSection } from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { getStaffed } from './staff.ts'

export const exportWindowMs = 48 * 3_600_000
const rowsMax = 20_000

/** An exam without an end can always be exported. */
export const isExportOpen = ({ endAt }: { readonly endAt: number | null }, now: number): boolean =>
  endAt === null || now <= endAt + exportWindowMs

interface AttemptRow {
  readonly full_name: string
  readonly organization_name: string
  readonly number: number
  readonly state: AttemptState
  readonly started_at: number
  readonly submitted_at: number | null
  readonly score_tenths: number | null
  readonly result: Result | null
  readonly paper: readonly StoredSection[]
  readonly answers: Readonly<Record<string, QuestionAnswer | null>> | null
  readonly marks: Readonly<Record<string, number | null>> | null
}

interface Texts {
  readonly fileName: string
  readonly headings: readonly string[]
  readonly question: (place: number) => readonly [string, string]
  readonly states: Readonly<Record<AttemptState, string>>
  readonly results: Readonly<Record<Result, string>>
  readonly truth: readonly [string, string]
}

const texts: Readonly<Record<Language, Texts>> = {
  cn: {
    fileName: '考试答案',
    headings: ['姓名', '组织', '次数', '状态', '开始时间', '交卷时间', '得分', '结果'],
    question: (place) => [`第 ${place} 题`, `第 ${place} 题得分`],
    states: { 'in-progress': '考试中', 'to-grade': '待评卷', final: '已完成' },
    results: { fail: '不及格', pass: '及格', good: '良好', excellent: '优秀' },
    truth: ['正确', '错误'],
  },
  en: {
    fileName: 'exam-answers',
    headings: ['Name', 'Organization', 'Attempt', 'State', 'Started', 'Submitted', 'Score', 'Result'],
    question: (place) => [`Question ${place}`, `Score of ${place}`],
    states: { 'in-progress': 'in exam', 'to-grade': 'to be graded', final: 'completed' },
    results: { fail: 'fail', pass: 'pass', good: 'good', excellent: 'excellent' },
    truth: ['True', 'False'],
  },
}

const letter = (id: number): string => (id < 26 ? String.fromCharCode(65 + id) : String(id + 1))

/** What was answered, as a person reads it: letters of options in the order of the bank, texts as typed. */
function answerText(answer: QuestionAnswer | null, truth: Texts['truth']): string {
  if (answer === null) return ''
  switch (answer.kind) {
    case 'single-choice':
    case 'multiple-choice':
    case 'undetermined-choice':
      return answer.chosen
        .toSorted((one, other) => one - other)
        .map(letter)
        .join('')
    case 'true-false':
      return answer.isTrue === null ? '' : truth[answer.isTrue ? 0 : 1]
    case 'fill-in':
      return answer.texts.join(' | ')
    case 'short-answer':
    case 'numeric':
      return answer.text
    case 'matching':
      return answer.rights.map((right, left) => `${left + 1}${right === null ? '' : letter(right)}`).join(' ')
    case 'ordering':
      return answer.order.map(letter).join('')
    case 'cloze':
      return answer.gaps.map((gap) => (typeof gap === 'number' ? letter(gap) : (gap ?? ''))).join(' | ')
    case 'file-answer':
      return answer.fileIds.join(' ')
    case 'group':
      return answer.parts.map((part, at) => `(${at + 1}) ${answerText(part, truth)}`).join(' ')
  }
}

const points = (tenths: number | null | undefined) => (tenths == null ? '' : tenths / 10)

async function attemptsOf(db: ExamsDb, companyId: string, examId: string): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select p.full_name, p.organization_name, t.number, t.state, t.started_at, t.submitted_at, t.score_tenths, t.result,
      t.paper, given.answers, marked.marks
    from exams.attempt t join ${directorySql(companyId)} p on p.id = t.member_id
    left join lateral (
      select jsonb_object_agg(e.place, e.answer) as answers from (
        select distinct on (place) place, answer from exams.answer_event where attempt_id = t.id
        order by place, sequence desc) e) given on true
    left join lateral (
      select jsonb_object_agg(m.place, m.tenths) as marks from exams.mark m where m.attempt_id = t.id) marked on true
    where t.exam_id = ${examId} and t.reset_at is null order by t.id limit ${rowsMax}`.execute(db)
  return rows
}

export async function exportAnswers(
  db: ExamsDb,
  id: string,
  { caller, language, now }: Context,
): Promise<StreamAnswer> {
  const exam = await getStaffed(db, caller, id, 'invigilator')
  if (!isExportOpen(exam, now)) throw refuse(EXPORT_OVER, { until: (exam.endAt ?? 0) + exportWindowMs })
  const attempts = await attemptsOf(db, caller.companyId, id)
  const said = texts[language]
  const timeOf = await instantText(db, caller.companyId, 'minute')
  const places = Math.max(0, ...attempts.map((attempt) => questionsOf(attempt.paper).length))
  const numbers = Array.from({ length: places }, (_, at) => at + 1)
  const rows = attempts.map((attempt) => [
    ...[attempt.full_name, attempt.organization_name, attempt.number, said.states[attempt.state]],
    ...[timeOf(attempt.started_at), timeOf(attempt.submitted_at), points(attempt.score_tenths)],
    attempt.result === null ? '' : said.results[attempt.result],
    ...numbers.flatMap((place) => [
      answerText(attempt.answers?.[place] ?? null, said.truth),
      points(attempt.marks?.[place]),
    ]),
  ])
  const headings = [...said.headings, ...numbers.flatMap((place) => said.question(place))]
  return sheetAnswer(`${said.fileName}-${exam.name}`, [headings, ...rows], { plainName: 'exam-answers' })
}
