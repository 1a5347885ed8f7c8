/** What authors decide of an exam. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf, OptionalText, Text, Title } from '#kit/schema.ts'
import { RegistrationRule } from './registration.ts'
import { TotalTenths } from './states.ts'

export const examNameLengthMax = 100
export const examSummaryLengthMax = 300
export const instructionsLengthMax = 20_000
export const durationMinutesMax = 1440
export const attemptsLimitMax = 100
export const leavesLimitMax = 100
export const addressRangesMax = 50
export const examineesListedMax = 1000
export const staffMax = 50
export const consentLengthMax = 2000
export const photoDaysMax = 365

/** Which attempts count: `average` of all that are final. */
export const countingRules = ['best', 'last', 'average'] as const
/** When an examinee may read the paper with its key and the own answers. */
export const viewingRules = ['never', 'after-submission', 'after-end', 'after-pass'] as const
export type ViewingRule = (typeof viewingRules)[number]
export const scoreTimes = ['at-once', 'after-end'] as const

/** Exactly six digits (EXAM-029). */
export const ExamPassword = Type.String({ pattern: '^[0-9]{6}$' })
/** Exactly three digits, of one examinee (EXAM-030). */
export const PersonalPassword = Type.String({ pattern: '^[0-9]{3}$' })
/** `10.0.0.0/8`, `192.168.1.7`, `2001:db8::/32` */
const AddressRange = Type.String({ minLength: 2, maxLength: 43, pattern: '^[0-9a-fA-F:.]+(/[0-9]{1,3})?$' })

/** What examinees meet: a change of it counts when it is published. */
export const ExamRules = Type.Object(
  {
    /** Rich text that is shown before the start. */
    instructions: OptionalText(instructionsLengthMax),
    paperId: Nullable(Id),
    durationMinutes: Type.Integer({ minimum: 1, maximum: durationMinutesMax }),
    /** The exam is entered from `startAt` on, and no attempt goes on after `endAt`. */
    startAt: Nullable(Instant),
    endAt: Nullable(Instant),
    /** In tenths of a point of the paper's total; null: every submission is completed, and nobody fails. */
    passTenths: Nullable(TotalTenths),
    goodTenths: Nullable(TotalTenths),
    excellentTenths: Nullable(TotalTenths),
    /** 0: as many as one likes (EXAM-009). */
    attemptsMax: Type.Integer({ minimum: 0, maximum: attemptsLimitMax }),
    countingRule: OneOf(countingRules),
    /** Who leaves the screen more often is submitted (EXAM-010); null: leaving is recorded alone. */
    leavesMax: Nullable(Type.Integer({ minimum: 0, maximum: leavesLimitMax })),
    password: Nullable(ExamPassword),
    /** Each examinee needs the own three digits, which invigilators read in their list. */
    hasPersonalPasswords: Type.Boolean(),
    /** Empty: from everywhere. */
    addressRanges: Type.Array(AddressRange, { maxItems: addressRangesMax, uniqueItems: true }),
    viewingRule: OneOf(viewingRules),
    scoreShown: OneOf(scoreTimes),
    /** A picture is taken at the start, after the examinee has read this text; it is kept so many days. */
    photoCheck: Nullable(
      Type.Object(
        {
          consent: Text(consentLengthMax),
          keepDays: Type.Integer({ minimum: 1, maximum: photoDaysMax }),
          /** Where the company compares faces: with the picture that the examinee keeps. */
          comparesFace: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
    ),
    /** Null: examinees need not register. */
    registration: Nullable(RegistrationRule),
  },
  { additionalProperties: false },
)
export type ExamRules = Static<typeof ExamRules>

/** What authors write and learners read: a change of it counts at once. */
export const sharedFields = {
  name: Title(examNameLengthMax),
  summary: OptionalText(examSummaryLengthMax),
  coverFileId: Nullable(Id),
}

const members = (max: number) => Type.Array(Id, { maxItems: max, uniqueItems: true })

export const examFields = {
  ...sharedFields,
  /** These organizations and those below them. With `memberIds` empty as well: the whole company. */
  organizationIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
  /** Examinees besides those of the organizations. */
  memberIds: members(examineesListedMax),
  graderIds: members(staffMax),
  invigilatorIds: members(staffMax),
  rules: ExamRules,
}

export const notReadyReasons = ['paper', 'window', 'thresholds', 'registration', 'section-times'] as const
