/** What exams keep of a member: the own records, attempts with their answers and leaves, and what the member has written. */
import { sql } from 'kysely'
import { deleteFile } from '#modules/platform/files/server.ts'
import type { PersonalData } from '#server/personal-data.ts'
import { examsTables } from './db.ts'

export const examsData: PersonalData = {
  module: 'exams',
  async collect(connection, { companyId, memberId }) {
    const db = examsTables(connection)
    const own = sql`t.company_id = ${companyId} and t.member_id = ${memberId}`
    const records = await sql<Record<string, unknown>>`
      select s.name, t.opened_at, t.attempts_used, t.score_hundredths, t.total_tenths, t.result, t.finished_at
      from exams.record t join exams.exam s on s.id = t.exam_id where ${own} order by t.opened_at`.execute(db)
    const attempts = await sql<Record<string, unknown>>`
      select s.name, t.number, t.state, t.cause, t.started_at, t.submitted_at, t.score_tenths, t.total_tenths, t.result,
        t.leave_count, t.reset_at, t.reset_reason
      from exams.attempt t join exams.exam s on s.id = t.exam_id where ${own} order by t.id`.execute(db)
    const answers = await sql<Record<string, unknown>>`
      select s.name, t.number as attempt, e.place, e.answer::text as answer, e.typed_at, e.received_at
      from exams.attempt t join exams.exam s on s.id = t.exam_id join exams.answer_event e on e.attempt_id = t.id
      where ${own} order by t.id, e.sequence`.execute(db)
    const leaves = await sql<Record<string, unknown>>`
      select s.name, t.number as attempt, l.kind, l.started_at, l.ms, l.is_counted, l.voided_at, l.reason
      from exams.attempt t join exams.exam s on s.id = t.exam_id join exams.leave l on l.attempt_id = t.id
      where ${own} order by t.id, l.started_at`.execute(db)
    const marks = await sql<Record<string, unknown>>`
      select s.name, t.number as attempt, m.place, m.tenths, m.max_tenths, m.verdict, m.comment, m.marked_at
      from exams.attempt t join exams.exam s on s.id = t.exam_id join exams.mark m on m.attempt_id = t.id
      where ${own} order by t.id, m.place`.execute(db)
    const registrations = await sql<Record<string, unknown>>`
      select s.name, t.state, t.registered_at, t.decided_at, t.reason
      from exams.registration t join exams.exam s on s.id = t.exam_id where ${own} order by t.registered_at`.execute(db)
    const accommodations = await sql<Record<string, unknown>>`
      select t.time_percent, t.extra_attempts, t.later_minutes, t.reason, t.valid_from, t.valid_until, t.created_at
      from exams.accommodation t where ${own} order by t.id`.execute(db)
    const appeals = await sql<Record<string, unknown>>`
      select s.name, a.place, a.subject, a.text, a.state, a.created_at, a.answer, a.answered_at
      from exams.appeal a join exams.exam s on s.id = a.exam_id
      where a.company_id = ${companyId} and a.member_id = ${memberId} order by a.id`.execute(db)
    const given = await sql<Record<string, unknown>>`
      select s.name, g.place, g.tenths, g.comment, g.marked_at from exams.given_mark g
      join exams.attempt t on t.id = g.attempt_id join exams.exam s on s.id = t.exam_id
      where g.company_id = ${companyId} and g.member_id = ${memberId} and g.tenths is not null
      order by g.attempt_id, g.place`.execute(db)
    const drafts = await sql<Record<string, unknown>>`
      select s.name, d.place, d.tenths, d.comment, d.saved_at from exams.mark_draft d
      join exams.attempt t on t.id = d.attempt_id join exams.exam s on s.id = t.exam_id
      where d.company_id = ${companyId} and d.member_id = ${memberId} order by d.attempt_id, d.place`.execute(db)
    const canned = await sql<Record<string, unknown>>`
      select text from exams.canned_comment where company_id = ${companyId} and member_id = ${memberId} order by id`.execute(
      db,
    )
    const written = await db
      .selectFrom('exams.exam')
      .select(['name', 'summary', 'status', 'published_at'])
      .where('company_id', '=', companyId)
      .where('author_id', '=', memberId)
      .orderBy('updated_at')
      .execute()
    const exports = await db
      .selectFrom('exams.result_export')
      .select(['state', 'created_at', 'expires_at'])
      .where('company_id', '=', companyId)
      .where('created_by', '=', memberId)
      .orderBy('created_at')
      .execute()
    return [
      { name: 'exams', title: { cn: '考试记录', en: 'Exam records' }, rows: records.rows },
      { name: 'exam-attempts', title: { cn: '答题记录', en: 'Exam attempts' }, rows: attempts.rows },
      { name: 'exam-answers', title: { cn: '考试答案', en: 'Exam answers' }, rows: answers.rows },
      { name: 'exam-leaves', title: { cn: '离开考试界面的记录', en: 'Leaves of the exam screen' }, rows: leaves.rows },
      { name: 'exam-marks', title: { cn: '考试得分', en: 'Exam marks' }, rows: marks.rows },
      { name: 'exam-registrations', title: { cn: '考试报名', en: 'Exam registrations' }, rows: registrations.rows },
      {
        name: 'exam-accommodations',
        title: { cn: '考试便利安排', en: 'Exam accommodations' },
        rows: accommodations.rows,
      },
      { name: 'exam-appeals', title: { cn: '考试申诉', en: 'Exam appeals' }, rows: appeals.rows },
      { name: 'given-exam-marks', title: { cn: '本人评阅', en: 'Marks given' }, rows: given.rows },
      { name: 'exam-mark-drafts', title: { cn: '阅卷草稿', en: 'Drafts of marks' }, rows: drafts.rows },
      { name: 'canned-comments', title: { cn: '常用评语', en: 'Canned comments' }, rows: canned.rows },
      { name: 'exam-result-exports', title: { cn: '考试成绩导出', en: 'Exports of exam results' }, rows: exports },
      { name: 'authored-exams', title: { cn: '考试（本人创建）', en: 'Authored exams' }, rows: written },
    ]
  },
  /** What the member has written or marked stays for others, under a member without a name. */
  async erase(connection, { companyId, memberId }) {
    const db = examsTables(connection)
    for (const table of [
      ...(['exams.record', 'exams.registration', 'exams.accommodation'] as const),
      ...(['exams.canned_comment', 'exams.mark_draft'] as const),
    ])
      await db.deleteFrom(table).where('company_id', '=', companyId).where('member_id', '=', memberId).execute()
    const exported = db.deleteFrom('exams.result_export').where('company_id', '=', companyId)
    for (const { id } of await exported.where('created_by', '=', memberId).returning('id').execute())
      await deleteFile(connection, companyId, id)
  },
}
