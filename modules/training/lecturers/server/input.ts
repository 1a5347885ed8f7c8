/** What is checked of a lecturer's fields beyond their form. */
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Availability } from '../contract/availability.ts'
import type { LecturerFields, LecturerKind } from '../contract/fields.ts'

export const invalid = (path: string, rule: string, message: string) =>
  refuse(INVALID_INPUT, { fields: [{ path, rule, message }] })

function isRealDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

function assertDays(path: string, from: string | null, until: string | null): void {
  for (const day of [from, until]) if (day !== null && !isRealDay(day)) throw invalid(path, 'date', 'must be a day')
  if (from !== null && until !== null && until < from) throw invalid(path, 'order', 'ends before it begins')
}

/** An external lecturer has a name and an organization of its own; an internal one has those of the member. */
export function assertFields(kind: LecturerKind, { fullName, organizationId, ...rest }: LecturerFields): void {
  const isExternal = kind === 'external'
  if (isExternal !== (fullName.trim() !== '')) throw invalid('fullName', 'kind', 'belongs to external lecturers')
  if (isExternal !== (organizationId !== null)) throw invalid('organizationId', 'kind', 'belongs to external lecturers')
  assertDays('contractUntil', rest.contractFrom, rest.contractUntil)
}

export function assertAvailability({ weekly, daysOff }: Availability): void {
  weekly.forEach(({ from, until }, at) => {
    if (until <= from) throw invalid(`weekly.${at}.until`, 'order', 'ends before it begins')
  })
  daysOff.forEach(({ from, until }, at) => {
    assertDays(`daysOff.${at}.until`, from, until)
  })
}

/** A new picture was uploaded by the caller. `before`: the present picture. */
export async function assertPicture(db: Connection, caller: Caller, fileId: string | null, before: string | null) {
  if (fileId === null || fileId === before) return
  const file = await fileById(db, caller.companyId, fileId)
  if (!file?.contentType.startsWith('image/') || !(await ownsFile(db, caller, fileId))) throw refuse(NOT_FOUND)
}

type Texts = Pick<LecturerFields, 'introduction' | 'subjects'> & Partial<LecturerFields>

/** Refuses sensitive words in what members read. */
export function assertCleanTexts(db: Connection, companyId: string, texts: Texts) {
  const { introduction, subjects, fullName = '', jobTitle = '', employer = '' } = texts
  return assertClean(db, companyId, { introduction, subjects: subjects.join(' '), fullName, jobTitle, employer })
}

/** The columns of what lecturers write of themselves. */
export const profileColumns = (input: Pick<LecturerFields, 'introduction' | 'subjects' | 'pictureFileId'>) => ({
  introduction: input.introduction.trim(),
  subjects: input.subjects.map((subject) => subject.trim()),
  picture_file_id: input.pictureFileId,
})

export const columnsOf = (input: LecturerFields) => ({
  ...profileColumns(input),
  level: input.level,
  job_title: input.jobTitle.trim(),
  full_name: input.fullName.trim(),
  employer: input.employer.trim(),
  organization_id: input.organizationId,
  phone: input.phone,
  email: input.email,
  fee_hundredths: input.feeHundredths === null ? null : Number(input.feeHundredths),
  contract_from: input.contractFrom,
  contract_until: input.contractUntil,
  remark: input.remark.trim(),
})
