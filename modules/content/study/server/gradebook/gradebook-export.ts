/** The gradebook as an xlsx file, in the language of who asks: four columns an item. */
import type { Language } from '#kit/caller.ts'
import { instantText } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import type { GradebookFilter, GradeState } from '../../contract/gradebook.ts'
import { eachGradeRow } from './gradebook.ts'
import { gradebookScope } from './scope.ts'

const rowsMax = 20_000

interface Texts {
  readonly fileName: string
  readonly member: readonly string[]
  readonly item: readonly string[]
  readonly total: readonly string[]
  readonly left: string
  readonly states: Readonly<Record<GradeState, string>>
}

export const texts: Readonly<Record<Language, Texts>> = {
  cn: {
    fileName: '成绩册',
    member: ['姓名', '组织', '备注'],
    item: ['状态', '进度（%）', '成绩', '完成时间'],
    total: ['已完成', '已报名', '平均进度（%）'],
    left: '已停用',
    states: {
      ...{ 'not-registered': '未报名', 'not-started': '未开始', learning: '学习中' },
      ...{ done: '已完成', abandoned: '已放弃' },
    },
  },
  en: {
    fileName: 'gradebook',
    member: ['Name', 'Organization', 'Note'],
    item: ['Status', 'Progress (%)', 'Score', 'Completed'],
    total: ['Completed', 'Registered', 'Average progress (%)'],
    left: 'Disabled',
    states: {
      ...{ 'not-registered': 'Not enrolled', 'not-started': 'Not started', learning: 'In progress' },
      ...{ done: 'Completed', abandoned: 'Given up' },
    },
  },
}

export async function exportGradebook(
  db: Connection,
  filter: GradebookFilter,
  { caller, language }: Context,
): Promise<StreamAnswer> {
  const scope = await gradebookScope(db, caller, filter.items)
  const textOf = await instantText(db, caller.companyId, 'minute')
  const { fileName, member, item, total, left, states } = texts[language]
  async function* rows(): AsyncGenerator<SheetRow> {
    const ofItems = scope.columns.flatMap((column) => item.map((one) => `${column.item.name} · ${one}`))
    yield [...member, ...total, ...ofItems]
    for await (const row of eachGradeRow(db, caller, scope, filter, rowsMax)) {
      const { fullName, organization, hasLeft } = row.member
      const grades = row.grades.flatMap((grade) =>
        grade === null
          ? ['', '', '', '']
          : [
              states[grade.state],
              isCounted(grade.state) ? grade.percent : '',
              grade.score ?? '',
              textOf(grade.finishedAt),
            ],
      )
      yield [
        ...[fullName, organization.name, hasLeft ? left : ''],
        ...[row.doneCount, row.registeredCount, row.percent, ...grades],
      ]
    }
  }
  return sheetAnswer(fileName, rows(), { plainName: 'gradebook' })
}

const isCounted = (state: GradeState) => state !== 'not-registered'
