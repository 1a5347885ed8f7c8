/** What the directory keeps of a lecturer. */
import { type Static, Type } from 'typebox'
import { Body, Id, Nullable, OneOf, OptionalText, OptionalTitle, Title } from '#kit/schema.ts'
import { Day } from './availability.ts'

/** `internal`: a member of the company. `external`: a person from outside, without an account. */
export const lecturerKinds = ['internal', 'external'] as const
export const LecturerKind = OneOf(lecturerKinds)
export type LecturerKind = Static<typeof LecturerKind>

/** 1 trainee, 2 junior, 3 intermediate, 4 senior, 5 chief. */
export const lecturerLevels = [1, 2, 3, 4, 5] as const
export const LecturerLevel = OneOf(lecturerLevels)
export type LecturerLevel = Static<typeof LecturerLevel>

export const lecturerNameLengthMax = 50
export const jobTitleLengthMax = 50
export const employerLengthMax = 100
export const subjectLengthMax = 30
export const subjectsMax = 20
export const introductionLengthMax = 2000
export const remarkLengthMax = 500
/** 9,999,999.99 an hour. */
export const feeHundredthsMax = 999_999_999

/** For an hour, in hundredths, as decimal text. */
export const Fee = Type.String({
  pattern: '^(0|[1-9][0-9]{0,8})$',
  description: 'hundredths for an hour, as decimal text',
})

/** A number as it is dialed, also of an office; empty: none. */
const ContactPhone = Type.String({ maxLength: 30, pattern: '^$|^[+0-9][0-9() -]{3,29}$' })
const ContactEmail = Type.String({
  maxLength: 100,
  pattern: '^$|^[!-?A-~]{1,64}@[A-Za-z0-9.-]{1,80}\\.[A-Za-z]{2,20}$',
})

/** What lecturers write of themselves, and every member reads. */
export const profileFields = {
  subjects: Type.Array(Title(subjectLengthMax), { maxItems: subjectsMax, uniqueItems: true }),
  introduction: OptionalText(introductionLengthMax),
  /** Null: the picture of the member, or none. */
  pictureFileId: Nullable(Id),
}

export const lecturerFields = {
  ...profileFields,
  level: LecturerLevel,
  jobTitle: OptionalTitle(jobTitleLengthMax),
  /** Of an external lecturer; an internal one goes by the name of the member. */
  fullName: OptionalTitle(lecturerNameLengthMax),
  employer: OptionalTitle(employerLengthMax),
  /** Of an external lecturer: whose administrators keep the entry. An internal one belongs where the member works. */
  organizationId: Nullable(Id),
  /** The rest is read by those alone who manage lecturers. */
  phone: ContactPhone,
  email: ContactEmail,
  feeHundredths: Nullable(Fee),
  contractFrom: Nullable(Day),
  contractUntil: Nullable(Day),
  remark: OptionalText(remarkLengthMax),
}

export const LecturerInput = Body({ kind: LecturerKind, memberId: Nullable(Id), ...lecturerFields })
export type LecturerInput = Static<typeof LecturerInput>
export type LecturerFields = Omit<LecturerInput, 'kind' | 'memberId'>

/** What a lecturer's entry holds until somebody writes it. */
export const newLecturer: LecturerFields = {
  ...{ subjects: [], introduction: '', pictureFileId: null, level: 2, jobTitle: '', fullName: '', employer: '' },
  ...{ organizationId: null, phone: '', email: '', feeHundredths: null, contractFrom: null, contractUntil: null },
  remark: '',
}
