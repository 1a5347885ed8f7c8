/** The columns of the spreadsheet for import and export. */

import type { Language } from '#kit/caller.ts'
import type { ErrorCode } from '#kit/errors.ts'
import { normalizeName } from '#kit/names.ts'
import type { StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import { CELL_FORM_WRONG, CELL_MISSING, CELL_TOO_LONG, USER_NAME_REFUSED } from '../contract/codes.ts'
import { type ImportField, importFields } from '../contract/member-import.ts'
import { nameLengthMax, patterns, plainPhone } from '../contract/shapes.ts'
import { isDay } from './calendar-dates.ts'
import { userNameAccepted } from './user-names.ts'

export type Cells = Partial<Record<ImportField, string>>

const headings: Readonly<Record<Language, Readonly<Record<ImportField, string>>>> = {
  cn: {
    memberName: '用户名',
    fullName: '姓名',
    organization: '组织',
    staffNumber: '工号',
    phone: '手机号',
    email: '邮箱',
    sex: '性别',
    position: '岗位',
    jobName: '职务',
    superior: '上级用户名',
    hiredOn: '入职日期',
  },
  en: {
    memberName: 'User name',
    fullName: 'Full name',
    organization: 'Organization',
    staffNumber: 'Staff number',
    phone: 'Phone',
    email: 'E-mail',
    sex: 'Sex',
    position: 'Position',
    jobName: 'Job',
    superior: 'Superior (user name)',
    hiredOn: 'Hired on',
  },
}
export const reasonHeading: Readonly<Record<Language, string>> = { cn: '失败原因', en: 'Reason' }
export const sheetName: Readonly<Record<Language, string>> = { cn: '成员', en: 'Members' }

/** Writes a spreadsheet of members or of rows of an import. */
export function memberSheet(
  fileName: Readonly<Record<Language, string>>,
  rows: readonly (readonly string[])[],
  language: Language,
): StreamAnswer {
  return sheetAnswer(fileName[language], rows, { sheetName: sheetName[language], plainName: 'members' })
}
export const requiredFields: readonly ImportField[] = ['memberName', 'fullName', 'organization']
/** No two members of a company have the same value. */
export const uniqueFields: readonly ImportField[] = ['memberName', 'staffNumber', 'phone', 'email']

export function headingRow(language: Language): string[] {
  return importFields.map((field) => headings[language][field])
}

export function headingOf(field: ImportField, language: Language): string {
  return headings[language][field]
}

const sexes: Readonly<Record<Language, readonly string[]>> = { cn: ['', '男', '女'], en: ['', 'male', 'female'] }

export function sexText(sex: number, language: Language): string {
  return sexes[language][sex] ?? ''
}

/** 0 not stated, 1 male, 2 female; undefined for another text. */
export function sexOf(text: string): number | undefined {
  const found = Object.values(sexes).map((words) => words.indexOf(text.toLowerCase()))
  return found.find((index) => index >= 0)
}

const plain = (text: string) => text.replace(/[*\s]/g, '').toLowerCase()

/** The column of each field, by headings of either language in any order; undefined if a required one is missing. */
export function columnPositions(row: readonly string[]): Map<ImportField, number> | undefined {
  const written = row.map(plain)
  const positions = new Map<ImportField, number>()
  for (const field of importFields) {
    const names = Object.values(headings).map((byField) => plain(byField[field]))
    const index = written.findIndex((heading) => names.includes(heading))
    if (index >= 0) positions.set(field, index)
  }
  return requiredFields.every((field) => positions.has(field)) ? positions : undefined
}

export function cellsOf(row: readonly string[], positions: ReadonlyMap<ImportField, number>): Cells {
  return Object.fromEntries([...positions].map(([field, index]) => [field, cleanedCell(field, row[index] ?? '')]))
}

const normalizedFields: readonly ImportField[] = [
  'memberName',
  'fullName',
  'organization',
  'position',
  'jobName',
  'superior',
]

/** A cell's text as it is stored and compared. */
export function cleanedCell(field: ImportField, text: string): string {
  if (normalizedFields.includes(field)) return normalizeName(text)
  if (field === 'email') return text.toLowerCase()
  if (field === 'phone') return plainPhone(text.replace(/[\s-]/g, ''))
  if (field === 'hiredOn') return text.replace(/^(\d{4})[/.年](\d{1,2})[/.月](\d{1,2})日?$/, dayText)
  return text
}

function dayText(_all: string, year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const lengthMax: Partial<Record<ImportField, number>> = {
  memberName: nameLengthMax,
  fullName: nameLengthMax,
  staffNumber: 40,
  email: 100,
  position: 30,
  jobName: 30,
}
const forms: Partial<Record<ImportField, RegExp>> = Object.fromEntries(
  Object.entries(patterns).map(([field, pattern]) => [field, new RegExp(pattern, 'u')]),
)

/** The error of a cell's text alone. */
export function cellError(field: ImportField, text: string): ErrorCode | undefined {
  if (text === '') return requiredFields.includes(field) ? CELL_MISSING : undefined
  if ([...text].length > (lengthMax[field] ?? 300)) return CELL_TOO_LONG
  if (forms[field]?.test(text) === false || (field === 'memberName' && [...text].length < 2)) return CELL_FORM_WRONG
  if (field === 'memberName' && !userNameAccepted(text)) return USER_NAME_REFUSED
  if (field === 'sex') return sexOf(text) === undefined ? CELL_FORM_WRONG : undefined
  return field === 'hiredOn' && !isDay(text) ? CELL_FORM_WRONG : undefined
}
