/** The results as xlsx: of a named survey a row a response, of an anonymous one figures and shuffled texts. */
import { sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { directorySql, instantText } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import { GROUP_TOO_SMALL } from '../contract/codes.ts'
import { questionsOf } from '../contract/content.ts'
import { answerMap, answerText, pathOf } from '../contract/path.ts'
import type { KeptAnswers } from './anonymous.ts'
import type { SurveysDb } from './db.ts'
import { type Filter, loadResults, ofOrganization, type Results, surveyReport, textsOf } from './reports.ts'

const rowsMax = 20_000

const texts = {
  cn: {
    fileName: '调研结果',
    person: ['姓名', '组织', '提交时间'],
    guest: '访客',
    other: '其他',
    figures: ['题目', '选项', '人数', '看到该题的人数'],
    mean: '平均值',
  },
  en: {
    fileName: 'survey-results',
    person: ['Name', 'Organization', 'Submitted'],
    guest: 'Guest',
    other: 'Other',
    figures: ['Question', 'Option', 'Count', 'Shown to'],
    mean: 'Mean',
  },
} as const satisfies Record<Language, unknown>

interface ResponseRow extends KeptAnswers {
  readonly full_name: string | null
  readonly guest_name: string
  readonly organization_name: string | null
  readonly submitted_at: number
}

type Cell = string | number

async function namedRows(db: SurveysDb, { survey, content, versions }: Results, context: Context, filter: Filter) {
  const said = texts[context.language]
  const timeOf = await instantText(db, survey.companyId, 'minute')
  const { rows } = await sql<ResponseRow>`
    select p.full_name, r.guest_name, p.organization_name, r.submitted_at, r.version_number as "versionNumber", r.answers
    from surveys.response r left join ${directorySql(survey.companyId)} p on p.id = r.member_id
    where r.survey_id = ${survey.id} and r.outcome = 'completed'
      and ${ofOrganization(filter, survey.companyId)}
    order by r.submitted_at, r.id limit ${rowsMax}`.execute(db)
  const questions = questionsOf(content)
  const headings = [...said.person, ...questions.map(({ title }) => title)]
  const lines = rows.map((row): Cell[] => {
    const path = pathOf(versions.get(row.versionNumber) ?? content, answerMap(row.answers))
    const asked = new Map(path.shown.map((question) => [question.id, question]))
    const name = row.full_name ?? (row.guest_name || said.guest)
    const answers = questions.map(({ id }) => {
      const question = asked.get(id)
      return question ? answerText(question, path.answers.get(id)) : ''
    })
    return [name, row.organization_name ?? '', timeOf(row.submitted_at), ...answers]
  })
  return [headings, ...lines]
}

/** Nothing in it says which answers were given by one person. */
async function figureRows(db: SurveysDb, results: Results, { caller, language, now }: Context) {
  const said = texts[language]
  const report = await surveyReport(db, caller, results.survey.id, {}, now)
  const rows = report.questions.flatMap((question): Cell[][] => {
    const { title, shown, bars, numbers, isHidden, questionId, textCount } = question
    if (isHidden) return []
    const counts = [...bars, ...question.rows.flatMap((row) => row.bars.map((bar) => ({ ...bar, row: row.label })))]
    const lines = counts.map((bar): Cell[] => {
      const label = bar.label || (bar.key === 0 && question.kind !== 'nps' ? said.other : String(bar.key))
      return [title, 'row' in bar ? `${bar.row}: ${label}` : label, bar.count, shown]
    })
    const mean: Cell[][] = numbers ? [[title, said.mean, numbers.mean, shown]] : []
    const typed = textCount > 0 ? textsOf(results, questionId).map((text): Cell[] => [title, text, '', '']) : []
    return [...lines, ...mean, ...typed]
  })
  return [[...said.figures], ...rows]
}

export async function exportSurvey(db: SurveysDb, id: string, filter: Filter, context: Context): Promise<StreamAnswer> {
  const results = await loadResults(db, context.caller, id, filter, context.now)
  if (results.isHidden) throw refuse(GROUP_TOO_SMALL, { minimum: results.minimum })
  const rows = results.isAnonymous
    ? await figureRows(db, results, context)
    : await namedRows(db, results, context, filter)
  const name = `${texts[context.language].fileName}-${results.survey.name}`
  return sheetAnswer(name, rows, { plainName: 'survey-results' })
}
