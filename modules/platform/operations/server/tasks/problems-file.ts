/** The problems of a task as a spreadsheet. */
import type { Language } from '#kit/caller.ts'
import type { StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import type { OperationsDb } from '../db.ts'
import { problemsFrom, type TaskRow } from './list.ts'

const batchRows = 1000

const texts: Readonly<Record<Language, { name: string; headings: string[] }>> = {
  cn: { name: '错误明细', headings: ['行', '列', '原因'] },
  en: { name: 'problems', headings: ['Row', 'Column', 'Why'] },
}

async function* sheetRows(db: OperationsDb, task: TaskRow, language: Language): AsyncGenerator<SheetRow> {
  yield texts[language].headings
  for (let position = 0; ; position += batchRows) {
    const problems = await problemsFrom(db, task, position, batchRows)
    for (const { row, column, message } of problems) yield [row ?? '', column ?? '', message[language]]
    if (problems.length < batchRows) return
  }
}

export function problemsFile(db: OperationsDb, task: TaskRow, language: Language): StreamAnswer {
  return sheetAnswer(texts[language].name, sheetRows(db, task, language))
}
