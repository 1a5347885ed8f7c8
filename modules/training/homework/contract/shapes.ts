/** Homework on the wire: the rules of its task, and where a participant stands. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { Submission } from '#kit/submissions.ts'
import { Rubric, RubricLevels } from '#modules/assessment/exams/contract.ts'

export const versionsMaxMax = 10
export const commentLengthMax = 500
/** 1000 points in tenths. */
export const tenthsMax = 10_000

export const Tenths = Type.Integer({ minimum: 0, maximum: tenthsMax })

/** After the due time nothing is taken, or it is taken and called late. */
export const lateRules = ['refuse', 'mark'] as const

/** How the task of a homework is handed in and marked. */
export const taskRules = {
  lateRule: OneOf(lateRules),
  /** How many versions may be handed in. Returned work may always be handed in again. */
  versionsMax: Type.Integer({ minimum: 1, maximum: versionsMaxMax }),
  /** The best mark. With a rubric it is what its best levels add up to. */
  maxTenths: Type.Integer({ minimum: 1, maximum: tenthsMax }),
  /** From this mark on the homework is finished; null: with any mark. */
  passTenths: Nullable(Tenths),
  /** Null: a mark is given as a whole. */
  rubric: Nullable(Rubric),
}
export const TaskRules = Type.Object(taskRules)
export type TaskRules = Static<typeof TaskRules>

/** What holds until those who run the class decide otherwise. */
export const firstRules: TaskRules = {
  ...{ lateRule: 'mark', versionsMax: 3, maxTenths: 1000, passTenths: 600, rubric: null },
}

/** `open`: nothing is handed in. `waiting`: a version waits for its mark. `returned`: it is to be done over. `marked`: it has a mark. */
const workStates = ['open', 'waiting', 'returned', 'marked'] as const
const WorkState = OneOf(workStates)

export const standing = {
  state: WorkState,
  /** How many versions are handed in. */
  versions: Type.Integer(),
  submittedAt: Nullable(Instant),
  /** The first version came after the due time. */
  isLate: Type.Boolean(),
  tenths: Nullable(Type.Integer()),
  isPassed: Type.Boolean(),
}
export const Standing = Type.Object(standing)
export type Standing = Static<typeof Standing>

/** A mark with what it was given by at that time. */
export const Mark = Type.Object({
  tenths: Nullable(Type.Integer()),
  maxTenths: Type.Integer(),
  rubric: Nullable(Rubric),
  levels: Nullable(RubricLevels),
  comment: Type.String(),
})
export type Mark = Static<typeof Mark>

/** A version of a participant, and what became of it. */
export const Version = Type.Object({ ...Submission.properties, isLate: Type.Boolean(), mark: Nullable(Mark) })
export type Version = Static<typeof Version>

/** A file of the task, with a signed address; null where the file is gone. */
export const TaskFile = Type.Object({
  id: Id,
  name: Type.String(),
  sizeBytes: Type.Integer(),
  url: Nullable(Type.String()),
})
