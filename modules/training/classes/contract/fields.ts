/** What those who run a class decide of it. */
import { type Static, Type } from 'typebox'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, OptionalTitle, Title } from '#kit/schema.ts'
import { Capacity, classTypes, Quota, trainTypes } from './states.ts'

export const classNameLengthMax = 100
export const classSummaryLengthMax = 300
const descriptionLengthMax = 20_000
export const venueLengthMax = 200
export const staffMax = 20
export const quotasMax = 200
export const formFieldsMax = 20
export const formChoicesMax = 20
export const formAnswerLengthMax = 500
/** A week. */
export const acceptanceHoursMax = 168

export const formFieldKinds = ['text', 'number', 'phone', 'choice'] as const

/** Answers are read by it from objects, which know a `constructor` that nobody has answered. */
const fieldKeyPattern = '^(?!constructor$)[a-z0-9-]{1,36}$'

/** A question that whoever enrolls answers. */
export const FormField = Type.Object(
  {
    /** Answers name the field by it, whatever its label becomes. */
    key: Type.String({ pattern: fieldKeyPattern }),
    label: Title(50),
    kind: OneOf(formFieldKinds),
    /** Of a choice alone. */
    choices: Type.Array(Title(50), { maxItems: formChoicesMax, uniqueItems: true }),
    isRequired: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type FormField = Static<typeof FormField>

/** Key of a field → what was answered. */
export const FormAnswers = Type.Record(
  Type.String({ pattern: fieldKeyPattern }),
  Type.String({ maxLength: formAnswerLengthMax }),
  { maxProperties: formFieldsMax },
)
export type FormAnswers = Static<typeof FormAnswers>

export const EnrollmentRules = Type.Object(
  {
    /** Somebody decides about each enrollment: the staff, or approvers where approval is on. */
    isReviewed: Type.Boolean(),
    /** Whoever finds no place waits for one; otherwise a full class refuses. */
    hasWaitingList: Type.Boolean(),
    /** A freed place is offered for so long, and never beyond the end of enrollment; 0: it is given without asking. */
    acceptanceHours: Type.Integer({ minimum: 0, maximum: acceptanceHoursMax }),
    /** People outside of the company may register on the way, by the page `signup-esg`. */
    isExternal: Type.Boolean(),
    form: Type.Array(FormField, { maxItems: formFieldsMax }),
  },
  { additionalProperties: false },
)
export type EnrollmentRules = Static<typeof EnrollmentRules>

/** So many places for an organization with those below it. */
export const OrganizationQuota = Type.Object({ organizationId: Id, places: Quota }, { additionalProperties: false })
export type OrganizationQuota = Static<typeof OrganizationQuota>

/** What learners read as well. */
export const shownFields = {
  name: Title(classNameLengthMax),
  summary: OptionalText(classSummaryLengthMax),
  coverFileId: Nullable(Id),
  classType: OneOf(classTypes),
  trainType: OneOf(trainTypes),
  /** A draft may do without. */
  startsAt: Nullable(Instant),
  endsAt: Nullable(Instant),
  /** Null: from the publication on. */
  enrollmentFrom: Nullable(Instant),
  /** Null: until the class starts. */
  enrollmentUntil: Nullable(Instant),
  venue: OptionalTitle(venueLengthMax),
  capacity: Capacity,
}

export const classFields = {
  ...shownFields,
  /** Rich text. */
  description: OptionalText(descriptionLengthMax),
  /** These organizations and those below them; empty: the whole company. */
  organizationIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
  /** Both run the class: its settings, roster, attendance, graduation and closing (TRAINING-014). */
  managerIds: Type.Array(Id, { maxItems: staffMax, uniqueItems: true }),
  teacherIds: Type.Array(Id, { maxItems: staffMax, uniqueItems: true }),
  enrollment: EnrollmentRules,
  /** Of members of several of them, the lowest organization counts. */
  quotas: Type.Array(OrganizationQuota, { maxItems: quotasMax }),
}

export const ClassInput = Body(classFields)
export type ClassInput = Static<typeof ClassInput>

/** What a class holds until those who run it write it. */
export const newClass: ClassInput = {
  ...{ name: '', summary: '', coverFileId: null, classType: 1, trainType: 1, startsAt: null, endsAt: null },
  ...{ enrollmentFrom: null, enrollmentUntil: null, venue: '', capacity: 30, description: '', organizationIds: [] },
  ...{ managerIds: [], teacherIds: [], quotas: [] },
  enrollment: { isReviewed: false, hasWaitingList: true, acceptanceHours: 24, isExternal: false, form: [] },
}

/** What is missing before a class is published. */
export const notReadyReasons = ['times', 'enrollment-times', 'quotas'] as const
export type NotReadyReason = (typeof notReadyReasons)[number]
