/** The board as an xlsx file, in the language of who asks. */
import { sql } from 'kysely'
import writeExcelFile, { type Row } from 'write-excel-file/node'
import type { Language } from '#kit/caller.ts'
import { timeZoneSql } from '#modules/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import type { LearnerRow } from '../contract/board.ts'
import { allLearners, type BoardFilter } from './board.ts'
import type { CoursesDb } from './db.ts'
import { minutesOf } from './study-time.ts'

const rowsMax = 20_000
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The sheet's own texts; the statuses are those of map `course-study-status`. */
const texts: Readonly<Record<Language, { fileName: string; headings: string[]; statuses: string[] }>> = {
  cn: {
    fileName: '学习进度.xlsx',
    headings: [
      ...['姓名', '组织', '状态', '进度（%）', '已完成必修', '必修总数'],
      ...['学习时长（分钟）', '学到', '注册时间', '最近学习', '完成时间'],
    ],
    statuses: ['未开始', '学习中', '已完成', '已放弃', '标记完成', '待审核', '审核未通过'],
  },
  en: {
    fileName: 'progress.xlsx',
    headings: [
      ...['Name', 'Organization', 'Status', 'Progress (%)', 'Required done', 'Required in all'],
      ...['Study time (minutes)', 'Last section', 'Registered', 'Last studied', 'Finished'],
    ],
    statuses: ['not started', 'learning', 'done', 'abandoned', 'marked done', 'pending review', 'review failed'],
  },
}

/** A cell's dates have no zone, so they are written as text of the company's. */
function instantText(timeZone: string): (instant: number | null) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (instant) => (instant === null ? '' : format.format(instant))
}

function sheetRow(learner: LearnerRow, statuses: readonly string[], textOf: (instant: number | null) => string): Row {
  return [
    { type: String, value: learner.member.fullName },
    { type: String, value: learner.organization.name },
    { type: String, value: statuses[learner.status] ?? '' },
    { type: Number, value: learner.percent },
    { type: Number, value: learner.finishedCount },
    { type: Number, value: learner.requiredCount },
    { type: Number, value: minutesOf(learner.studySeconds) },
    { type: String, value: learner.lastSection?.title ?? '' },
    { type: String, value: textOf(learner.registeredAt) },
    { type: String, value: textOf(learner.lastStudiedAt) },
    { type: String, value: textOf(learner.finishedAt) },
  ]
}

export async function exportBoard(
  db: CoursesDb,
  courseId: string,
  filter: BoardFilter,
  { caller, language }: Context,
): Promise<StreamAnswer> {
  const learners = await allLearners(db, caller, courseId, filter, rowsMax)
  const { fileName, headings, statuses } = texts[language]
  const head: Row = headings.map((value) => ({ type: String, value, fontWeight: 'bold' }))
  const { rows: zones } = await sql<{ zone: string }>`select ${timeZoneSql(caller.companyId)} as zone`.execute(db)
  const textOf = instantText(zones[0]?.zone ?? 'Asia/Shanghai')
  const rows = learners.map((learner) => sheetRow(learner, statuses, textOf))
  const widths = [14, 20, 12, 12, 12, 12, 16, 30, 18, 18, 18].map((width) => ({ width }))
  const body = await writeExcelFile([head, ...rows], { columns: widths, stickyRowsCount: 1 }).toBuffer()
  return {
    headers: {
      'content-type': xlsx,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'cache-control': 'no-store',
    },
    body,
  }
}
