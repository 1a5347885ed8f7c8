/** The board as an xlsx file, in the language of who asks. */
import type { Language } from '#kit/caller.ts'
import { instantText } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { LearnerRow } from '../../contract/board.ts'
import type { CoursesDb } from '../db.ts'
import { minutesOf } from '../study/study-time.ts'
import { allLearners, type BoardFilter } from './board.ts'

const rowsMax = 20_000

/** The sheet's own texts; the statuses are those of map `course-study-status`. */
const texts: Readonly<Record<Language, { fileName: string; headings: string[]; statuses: string[] }>> = {
  cn: {
    fileName: '学习进度',
    headings: [
      ...['姓名', '组织', '状态', '进度（%）', '已完成必修', '必修总数'],
      ...['学习时长（分钟）', '学到', '报名时间', '最近学习', '完成时间'],
    ],
    statuses: ['未开始', '学习中', '已完成', '已放弃', '标记完成', '待审核', '审核未通过'],
  },
  en: {
    fileName: 'progress',
    headings: [
      ...['Name', 'Organization', 'Status', 'Progress (%)', 'Required done', 'Required in all'],
      ...['Study time (minutes)', 'Last section', 'Registered', 'Last studied', 'Finished'],
    ],
    statuses: ['not started', 'learning', 'done', 'abandoned', 'marked done', 'pending review', 'review failed'],
  },
}
const columnWidths = [14, 20, 12, 12, 12, 12, 16, 30, 18, 18, 18]

function sheetRow(learner: LearnerRow, statuses: readonly string[], textOf: (instant: number | null) => string) {
  return [
    learner.member.fullName,
    learner.organization.name,
    statuses[learner.status] ?? '',
    learner.percent,
    learner.finishedCount,
    learner.requiredCount,
    minutesOf(learner.studySeconds),
    learner.lastSection?.title ?? '',
    textOf(learner.registeredAt),
    textOf(learner.lastStudiedAt),
    textOf(learner.finishedAt),
  ]
}

export async function exportBoard(
  db: CoursesDb,
  courseId: string,
  filter: BoardFilter,
  { caller, language }: Context,
): Promise<StreamAnswer> {
  const learners = await allLearners(db, caller, courseId, filter, rowsMax)
  const textOf = await instantText(db, caller.companyId, 'minute')
  const { fileName, headings, statuses } = texts[language]
  const rows = [headings, ...learners.map((learner) => sheetRow(learner, statuses, textOf))]
  return sheetAnswer(fileName, rows, { columnWidths, plainName: 'progress' })
}
