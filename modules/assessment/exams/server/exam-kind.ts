/** Exams as a kind of content: found, opened, studied, commented. */
import { sql } from 'kysely'
import { contentKind, hasStarted, tableContent } from '#modules/content/catalog/server.ts'
import { studied } from '#modules/content/study/server.ts'
import { discussed } from '#modules/content/topics/server.ts'
import { businessType } from '../contract.ts'
import { audienceIncludesSql, openSql } from './audience.ts'
import { examsTables } from './db.ts'
import { examLifecycle } from './exam-lifecycle.ts'
import { searchedExam } from './exam-search.ts'
import { makeExaminees, soldExam } from './selling.ts'

const content = {
  businessType,
  label: { cn: '考试', en: 'Exam' },
  ...tableContent({
    table: 'exams.exam',
    alias: 's',
    link: (id) => `/exam/detail/${id}`,
    openSql,
    choosableSql: audienceIncludesSql,
    newestFirst: 'published_at',
  }),
}

const study = studied({
  sectionKind: 'exam',
  async states(connection, companyId, memberIds, ids) {
    const rows = await examsTables(connection)
      .selectFrom('exams.record')
      .select(['member_id', 'exam_id', 'opened_at', 'finished_at'])
      .where('company_id', '=', companyId)
      .where('member_id', 'in', [...memberIds])
      .where('exam_id', 'in', [...ids])
      .execute()
    return rows.map(({ member_id: memberId, exam_id: businessId, opened_at: openedAt, finished_at: finishedAt }) => {
      const isFinished = finishedAt !== null
      return {
        ...{ memberId, businessId, isFinished, finishedAt, isRegistered: true, isStarted: openedAt !== null },
        percent: isFinished ? 100 : 0,
        finishStatus: isFinished ? 2 : openedAt === null ? 0 : 1,
      }
    })
  },
  /** What counts by the rule of the exam, of the total. */
  async scores(connection, companyId, memberIds, ids) {
    const { rows } = await sql<{ memberId: string; businessId: string; score: number }>`
      select member_id as "memberId", exam_id as "businessId",
        round(score_hundredths * 10.0 / total_tenths, 2)::float8 as score
      from exams.record where company_id = ${companyId} and member_id = any(${[...memberIds]}::uuid[])
        and exam_id = any(${[...ids]}::uuid[]) and score_hundredths is not null and total_tenths > 0`.execute(
      examsTables(connection),
    )
    return rows
  },
  /** Whoever is assigned an exam is an examinee of it. */
  async register(connection, companyId, memberIds, ids) {
    await makeExaminees(examsTables(connection), companyId, memberIds, ids)
  },
})

const discussion = discussed({
  mayScore: hasStarted({ table: 'exams.record', itemColumn: 'exam_id', startedColumn: 'opened_at' }),
  async mayModerate(connection, caller, id) {
    const record = await examLifecycle.get(examsTables(connection), caller, id)
    return examLifecycle.options.policy.mayEdit(caller, record)
  },
})

export const examKind = contentKind(content, [study, discussion, soldExam, searchedExam])
