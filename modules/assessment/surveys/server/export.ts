/** The results as xlsx: of a named survey a row a response, and the figures; of an anonymous one figures and texts alone. */
import { sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import { directorySql, instantText } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetsOf, workbookAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import type { SurveyAnswer } from '../contract/answer.ts'
import type { SurveyQuestion } from '../contract/content.ts'
import { answerText } from '../contract/path.ts'
import type { QuestionReport, SurveyReport } from '../contract/reports.ts'
import type { SurveysDb } from './db.ts'
import { reportOf } from './reports.ts'
import {
  askedQuestions,
  assertShown,
  eachResponse,
  type Filter,
  loadResults,
  type NamedAnswers,
  type Results,
  wayOf,
} from './results.ts'
import { eachText } from './typed-texts.ts'

const texts = {
  cn: {
    fileName: '调研结果',
    sheets: { responses: '答卷', figures: '统计', texts: '文字' },
    person: ['姓名', '组织', '提交时间'],
    guest: '访客',
    other: '其他',
    files: (count: number) => `${count} 个文件`,
    figures: ['题目', '选项', '人数', '看到该题的人数'],
    typed: ['题目', '文字'],
    numbers: { mean: '平均值', median: '中位数', deviation: '标准差', min: '最小值', max: '最大值' },
    nps: '净推荐值',
    place: (option: string) => `${option}：平均名次`,
  },
  en: {
    fileName: 'survey-results',
    sheets: { responses: 'Responses', figures: 'Figures', texts: 'Texts' },
    person: ['Name', 'Organization', 'Submitted'],
    guest: 'Guest',
    other: 'Other',
    files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
    figures: ['Question', 'Option', 'Count', 'Shown to'],
    typed: ['Question', 'Text'],
    numbers: { mean: 'Mean', median: 'Median', deviation: 'Deviation', min: 'Least', max: 'Most' },
    nps: 'Net promoter score',
    place: (option: string) => `${option}: mean place`,
  },
} as const satisfies Record<Language, unknown>

type Texts = (typeof texts)[Language]
type Cell = string | number

interface Column {
  readonly heading: string
  readonly questionId: string
  readonly cellOf: (question: SurveyQuestion, answer: SurveyAnswer | undefined) => Cell
}

function cellOf(question: SurveyQuestion, answer: SurveyAnswer | undefined, said: Texts): Cell {
  if (answer && 'value' in answer) return answer.value
  if (answer?.kind === 'file') return said.files(answer.fileIds.length)
  return answerText(question, answer)
}

/** A column a question; of a matrix a column a row. */
function columnsOf(results: Results, said: Texts): Column[] {
  return askedQuestions(results).flatMap((asked): Column[] => {
    const { id: questionId, title } = asked
    if (asked.kind !== 'matrix')
      return [{ heading: title, questionId, cellOf: (question, answer) => cellOf(question, answer, said) }]
    return asked.rows.map(({ id, text }) => ({
      heading: `${title} · ${text}`,
      questionId,
      cellOf: (question, answer) => {
        const chosen = answer?.kind === 'matrix' ? (answer.rows.find(({ rowId }) => rowId === id)?.chosen ?? []) : []
        if (question.kind !== 'matrix' || chosen.length === 0) return ''
        if (question.mode === 'rating') return chosen[0] ?? ''
        return chosen.map((key) => question.columns.find((column) => column.id === key)?.text ?? '').join('、')
      },
    }))
  })
}

interface Person {
  readonly id: string
  readonly full_name: string
  readonly organization_name: string
}

async function peopleOf(db: SurveysDb, companyId: string, page: readonly NamedAnswers[]) {
  const ids = page.flatMap(({ memberId }) => memberId ?? [])
  const { rows } = await sql<Person>`
    select p.id, p.full_name, p.organization_name from ${directorySql(companyId)} p
    where p.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A page of responses at a time, while the file is written. */
async function* responseRows(
  db: SurveysDb,
  results: Results,
  columns: readonly Column[],
  { language }: Context,
): AsyncGenerator<SheetRow> {
  const said = texts[language]
  const { companyId } = results.survey
  const timeOf = await instantText(db, companyId, 'minute')
  for await (const page of eachResponse(db, results)) {
    const people = await peopleOf(db, companyId, page)
    for (const response of page) {
      const { shown, answers } = wayOf(results, response)
      const asked = new Map(shown.map((question) => [question.id, question]))
      const person = people.get(response.memberId ?? '')
      const name = person?.full_name ?? (response.guestName || said.guest)
      const cells = columns.map((column) => {
        const question = asked.get(column.questionId)
        return question ? column.cellOf(question, answers.get(column.questionId)) : ''
      })
      yield [name, person?.organization_name ?? '', timeOf(response.submittedAt), ...cells]
    }
  }
}

/** Nothing in it says which answers were given by one person. */
function figureRows({ questions }: SurveyReport, said: Texts): SheetRow[] {
  const labelOf = ({ kind }: QuestionReport, { key, label }: { readonly key: number; readonly label: string }) =>
    label || (key === 0 && kind !== 'nps' ? said.other : String(key))
  return questions.flatMap((question): SheetRow[] => {
    const { title, shown, bars, numbers, nps, isHidden, rows, places } = question
    if (isHidden) return []
    const means = Object.entries(said.numbers) as [keyof NonNullable<typeof numbers>, string][]
    return [
      ...bars.map((bar) => [title, labelOf(question, bar), bar.count, shown]),
      ...rows.flatMap((row) =>
        row.bars.map((bar) => [title, `${row.label}: ${labelOf(question, bar)}`, bar.count, row.answered]),
      ),
      ...places.map(({ label, mean }) => [title, said.place(label), mean, shown]),
      ...(numbers ? means.map(([key, name]) => [title, name, numbers[key], shown]) : []),
      ...(nps ? [[title, said.nps, nps.scoreTenths / 10, shown]] : []),
    ]
  })
}

async function* textRows(db: SurveysDb, results: Results, { questions }: SurveyReport): AsyncGenerator<SheetRow> {
  for (const { title, questionId, textCount, isHidden } of questions) {
    if (isHidden || textCount === 0) continue
    for await (const text of eachText(db, results, questionId)) yield [title, text]
  }
}

export async function exportSurvey(db: SurveysDb, id: string, filter: Filter, context: Context): Promise<StreamAnswer> {
  const said = texts[context.language]
  const results = await loadResults(db, context.caller, id, filter, context.now)
  assertShown(results.included, results)
  const report = await reportOf(db, results)
  const figures = { sheetName: said.sheets.figures, rows: [said.figures, ...figureRows(report, said)] }
  const columns = columnsOf(results, said)
  const named = {
    sheetName: said.sheets.responses,
    heading: [...said.person, ...columns.map(({ heading }) => heading)],
    rows: responseRows(db, results, columns, context),
    count: results.included,
  }
  const typed = {
    sheetName: said.sheets.texts,
    heading: said.typed,
    rows: textRows(db, results, report),
    count: report.questions.reduce((sum, { textCount }) => sum + textCount, 0),
  }
  const sheets = results.isAnonymous ? [figures, ...sheetsOf(typed)] : [...sheetsOf(named), figures]
  return workbookAnswer(`${said.fileName}-${results.survey.name}`, sheets, { plainName: 'survey-results' })
}
