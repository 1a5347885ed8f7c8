/** The results of an exam as one spreadsheet of five sheets. Cells are texts and numbers, never formulas. */
import type { Language } from '#kit/caller.ts'
import { instantText } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { workbookAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import { distributionSteps, type OrganizationResult, type QuestionResult } from '../../contract/results.ts'
import type { Result } from '../../contract/states.ts'
import type { ExamsDb } from '../db.ts'
import { getExportedExam } from './access.ts'
import { exportTexts } from './export-texts.ts'
import { organizationsOf } from './organizations.ts'
import { allPeople } from './people.ts'
import { questionsOfExam } from './questions.ts'
import { distributionOf } from './summary.ts'

const peopleMax = 100_000
const questionsMax = 5000

const points = (hundredths: number | null) => (hundredths === null ? '' : hundredths / 100)
const rounded = (value: number | null) => (value === null ? '' : Math.round(value * 1000) / 1000)

function questionRow(
  { place, kind, excerpt, statistics: s }: QuestionResult,
  kinds: Readonly<Record<string, string>>,
): SheetRow {
  const numbers = [s.answers, s.omitted, rounded(s.difficulty), rounded(s.deviation)]
  return [
    ...[place, kinds[kind] ?? kind, excerpt, ...numbers, rounded(s.discrimination), rounded(s.itemRest)],
    ...[rounded(s.seconds), ...s.bins],
  ]
}

function optionRows({ place, excerpt, options, statistics }: QuestionResult, language: Language): SheetRow[] {
  const said = exportTexts[language]
  return statistics.options.map(({ part, option, count, share, itemRest }) => {
    const known = options.find((one) => one.part === part && one.option === option)
    const text = option === null ? said.omitted : known?.text || said.truth[option]
    const right = known?.isRight ? said.right : ''
    const number = part === null ? place : `${place} (${part + 1})`
    return [number, excerpt, text ?? '', right, count, rounded(share), rounded(itemRest)]
  })
}

const organizationRow = ({ name, assigned, started, scored, passed, mean }: OrganizationResult): SheetRow => [
  ...[name, assigned, started, scored, passed],
  mean === null ? '' : Math.round(mean) / 100,
]

/** A sheet has its rows read when its turn comes. */
export async function exportResults(
  db: ExamsDb,
  id: string,
  { caller, language, now }: Context,
): Promise<StreamAnswer> {
  const exam = await getExportedExam(db, caller, id, now)
  const said = exportTexts[language]
  const timeOf = await instantText(db, caller.companyId, 'minute')
  const resultText = (result: Result | null) => (result === null ? '' : said.results[result])
  const people = await allPeople(db, exam, peopleMax)
  const { items: questions } = await questionsOfExam(db, exam, { page: 1, pageSize: questionsMax })
  const counts = await distributionOf(db, id)
  const step = 100 / distributionSteps
  const sheets: readonly (readonly SheetRow[])[] = [
    people.map((row) => [
      ...[row.member.fullName, row.organizationName, points(row.scoreHundredths)],
      ...[row.totalTenths === null ? '' : row.totalTenths / 10, resultText(row.result), said.records[row.record]],
      ...[said.statuses[row.status], row.attempts, timeOf(row.submittedAt), row.leaveCount],
    ]),
    questions.map((row) => questionRow(row, said.kinds)),
    questions.flatMap((row) => optionRows(row, language)),
    (await organizationsOf(db, exam)).map(organizationRow),
    counts.map((count, at) => [`${at * step}%–${(at + 1) * step}%`, count]),
  ]
  const named = said.sheets.map(({ name, headings }, at) => ({
    sheetName: name,
    rows: [headings, ...(sheets[at] ?? [])],
  }))
  return workbookAnswer(`${said.fileName}-${exam.name}`, named, { plainName: 'exam-results' })
}
