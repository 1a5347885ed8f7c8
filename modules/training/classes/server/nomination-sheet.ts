/** Spreadsheets of nominations: an account and a name in each row. */
import type { Language } from '#kit/caller.ts'
import { FILE_TYPE_UNSUPPORTED, refuse } from '#kit/errors.ts'
import type { StreamAnswer, UploadedFile } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import { assertSpreadsheet, readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { xlsxBytes } from '#server/spreadsheet/xlsx.ts'
import { NOMINATIONS_TOO_MANY } from '../contract/codes.ts'
import type { NominationColumn, NominationProblem, NominationReport } from '../contract/nominations.ts'
import { nominationsMax } from '../contract/roster.ts'

type Texts = Readonly<Record<NominationColumn | 'reasons' | 'title', string>> & {
  readonly problems: Readonly<Record<NominationProblem, string>>
}

const texts: Readonly<Record<Language, Texts>> = {
  cn: {
    ...{ title: '学员名单导入', account: '账号', name: '姓名', reasons: '错误原因' },
    problems: {
      empty: '账号不能为空',
      unknown: '没有此账号，或您无权安排该学员',
      ambiguous: '此账号对应多名成员',
      disabled: '该成员已停用',
      repeated: '与前面的行重复',
      audience: '班级不面向该成员所在的组织',
      'other-name': '姓名与账号不一致',
    },
  },
  en: {
    ...{ title: 'Nominations', account: 'Account', name: 'Name', reasons: 'Reasons' },
    problems: {
      empty: 'The account is missing',
      unknown: 'No such account, or not one that you may nominate',
      ambiguous: 'Several members have this account',
      disabled: 'The member is disabled',
      repeated: 'An earlier row has the same member',
      audience: 'The class is not for the organization of the member',
      'other-name': 'The account has another name',
    },
  },
}

/** A row of the file with its number there, from 1. */
export interface NominationRow {
  readonly row: number
  readonly account: string
  readonly name: string
}

const isHeading = (column: NominationColumn) => (cell: string) =>
  Object.values(texts).some((of) => of[column].toLowerCase() === cell.toLowerCase())

/** Where the columns stand: as the heading says, else the account first. */
function columnsOf(first: readonly string[]) {
  const account = first.findIndex(isHeading('account'))
  return account === -1
    ? { hasHeading: false, account: 0, name: 1 }
    : { hasHeading: true, account, name: first.findIndex(isHeading('name')) }
}

/** The rows with anything in them. Refuses more than 100 (TRAINING-050). */
export async function readNominations({ bytes }: UploadedFile): Promise<NominationRow[]> {
  assertSpreadsheet(bytes)
  const cells = await readSpreadsheet(bytes).catch(() => {
    throw refuse(FILE_TYPE_UNSUPPORTED)
  })
  const columns = columnsOf(cells[0] ?? [])
  const rows = cells
    .map((row, at) => ({ row: at + 1, account: row[columns.account] ?? '', name: row[columns.name] ?? '' }))
    .filter(({ account, name }, at) => (at > 0 || !columns.hasHeading) && `${account}${name}` !== '')
  if (rows.length > nominationsMax) throw refuse(NOMINATIONS_TOO_MANY, { max: nominationsMax })
  return rows
}

/** The rows with problems as they were, with a column of reasons. */
export async function failedRowsOf(
  rows: readonly NominationRow[],
  problems: NominationReport['problems'],
  language: Language,
): Promise<string | null> {
  if (problems.length === 0) return null
  const { account, name, reasons, problems: reasonOf } = texts[language]
  const failed = rows.flatMap((one) => {
    const own = problems.filter(({ row }) => row === one.row)
    return own.length === 0 ? [] : [[one.account, one.name, own.map(({ problem }) => reasonOf[problem]).join(' ')]]
  })
  const parts: Uint8Array[] = []
  for await (const part of xlsxBytes([[account, name, reasons], ...failed], {})) parts.push(part)
  return Buffer.concat(parts).toString('base64')
}

export function nominationTemplate(language: Language): StreamAnswer {
  const { title, account, name } = texts[language]
  return sheetAnswer(title, [[account, name]], { plainName: 'nominations' })
}
