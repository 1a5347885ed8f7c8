/** The results of an exam as one spreadsheet of five sheets. Cells are texts and numbers, never formulas. */
import type { Language } from '#kit/caller.ts'
import { instantText } from '#modules/platform/identity/server.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import type { Sheet } from '#server/spreadsheet/xlsx.ts'
import { distributionSteps, type OrganizationResult, type QuestionResult } from '../../contract/results.ts'
import type { ExamsDb } from '../db.ts'
import type { ExamRecord } from '../exam-lifecycle.ts'
import { exportTexts } from './export-texts.ts'
import { organizationsOf } from './organizations.ts'
import { allPeople } from './people.ts'
import { allQuestions } from './questions.ts'
import { distributionOf } from './summary.ts'

type SheetOfRows = AsyncGenerator<SheetRow>

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

type OnPeople = (done: number, total: number) => Promise<void>

async function* peopleRows(db: ExamsDb, exam: ExamRecord, language: Language, onPeople: OnPeople): SheetOfRows {
  const said = exportTexts[language]
  const timeOf = await instantText(db, exam.companyId, 'minute')
  for await (const row of allPeople(db, exam, onPeople)) {
    const total = row.totalTenths === null ? '' : row.totalTenths / 10
    yield [
      ...[row.member.fullName, row.organizationName, points(row.scoreHundredths), total],
      ...[row.result === null ? '' : said.results[row.result], said.records[row.record], said.statuses[row.status]],
      ...[row.attempts, timeOf(row.submittedAt), row.leaveCount],
    ]
  }
}

async function* questionRows(db: ExamsDb, exam: ExamRecord, language: Language): SheetOfRows {
  for await (const row of allQuestions(db, exam)) yield questionRow(row, exportTexts[language].kinds)
}

async function* allOptionRows(db: ExamsDb, exam: ExamRecord, language: Language): SheetOfRows {
  for await (const row of allQuestions(db, exam)) yield* optionRows(row, language)
}

async function* organizationRows(db: ExamsDb, exam: ExamRecord): SheetOfRows {
  yield* (await organizationsOf(db, exam)).map(organizationRow)
}

async function* distributionRows(db: ExamsDb, exam: ExamRecord): SheetOfRows {
  const step = 100 / distributionSteps
  for (const [at, count] of (await distributionOf(db, exam.id)).entries())
    yield [`${at * step}%–${(at + 1) * step}%`, count]
}

async function* headed(headings: SheetRow, rows: SheetOfRows): SheetOfRows {
  yield headings
  yield* rows
}

/** A sheet has its rows read when its turn comes, and none is in memory as a whole. */
export function resultSheets(db: ExamsDb, exam: ExamRecord, language: Language, onPeople: OnPeople): Sheet[] {
  const rows = [
    ...[peopleRows(db, exam, language, onPeople), questionRows(db, exam, language)],
    ...[allOptionRows(db, exam, language), organizationRows(db, exam), distributionRows(db, exam)],
  ]
  return rows.map((own, at) => {
    const { name = '', headings = [] } = exportTexts[language].sheets[at] ?? {}
    return { sheetName: name, rows: headed(headings, own) }
  })
}
