/** What a class consists of: phases, and activities in their order. */
import { type Static, Type } from 'typebox'
import { Changed } from '#kit/authored-content.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, OptionalTitle, Title, WebAddress } from '#kit/schema.ts'
import { ROOM_DISABLED, ROOM_NOT_FOR_YOU, ROOM_TAKEN } from '#modules/training/classrooms/contract.ts'
import { NOT_A_LECTURER } from '#modules/training/lecturers/contract.ts'
import { runsClasses } from './access.ts'
import {
  ACTIVITY_IN_USE,
  CLASS_CHANGED,
  CLASS_CLOSED,
  CLASS_MISSING,
  CLASS_STATUS,
  CONTENT_TWICE,
  CONTENT_UNKNOWN,
  FILE_UNKNOWN,
} from './codes.ts'

/** TRAINING-048. */
export const activitiesMax = 500
export const phasesMax = 50
export const activityTextLengthMax = 5000

/** A part of the class. Activities name it by its place in the list. */
export const Phase = Type.Object({ title: OptionalTitle(100) }, { additionalProperties: false })

export const activityFilesMax = 20
export const activityLecturersMax = 10
/** The threads of discussions among the items that are commented. */
export const discussionBusinessType = 601

/**
 * `content`: something of the platform that is studied, opened on its own screen. `link`: a page elsewhere. `notice`: a text.
 * `offline`: a meeting at a place. `homework`: handed in and marked. `discussion`: a thread of the class. `material`: files.
 */
export const activityKinds = ['content', 'link', 'notice', 'offline', 'homework', 'discussion', 'material'] as const
export type ActivityKind = (typeof activityKinds)[number]

const common = {
  /** Left out: a new one. */
  id: Type.Optional(Id),
  /** Of the phase to which it belongs. */
  phase: Type.Integer({ minimum: 0, maximum: phasesMax - 1 }),
  /** Counts for the completion of the class. */
  isRequired: Type.Boolean(),
  /** Null: from the start of the class. */
  opensAt: Nullable(Instant),
  dueAt: Nullable(Instant),
}

export const ActivityInput = Type.Object(
  {
    ...common,
    kind: OneOf(activityKinds),
    /** Of content: map `business-type`; null of the others. */
    businessType: Nullable(Type.Integer({ minimum: 1, maximum: 99 })),
    businessId: Nullable(Id),
    /** Of content it is left empty: its own name is shown. */
    title: Type.Union([Type.Literal(''), Title(100)]),
    text: OptionalText(activityTextLengthMax),
    url: Type.Union([Type.Literal(''), WebAddress(2000)]),
    venue: OptionalText(200),
    startsAt: Nullable(Instant),
    endsAt: Nullable(Instant),
    /** Of a meeting: a room of the company, instead of the venue in words. */
    roomId: Nullable(Id),
    /** Of a meeting: lecturers of the directory. */
    lecturerIds: Type.Array(Id, { maxItems: activityLecturersMax, uniqueItems: true }),
    /** Of homework and materials. */
    fileIds: Type.Array(Id, { maxItems: activityFilesMax, uniqueItems: true }),
  },
  { additionalProperties: false },
)
export type ActivityInput = Static<typeof ActivityInput>

export const Activity = Type.Object({ ...ActivityInput.properties, id: Id })
export type Activity = Static<typeof Activity>

/** A file of an activity, with a signed address; null where the file is gone. */
export const ActivityFile = Type.Object({
  id: Id,
  name: Type.String(),
  sizeBytes: Type.Integer(),
  contentType: Type.String(),
  url: Nullable(Type.String()),
})
export type ActivityFile = Static<typeof ActivityFile>

/** An activity as the editor of a class shows it. */
const EditedActivity = Type.Object({
  ...Activity.properties,
  name: Type.String(),
  /** Its content can be opened by learners. */
  isAvailable: Type.Boolean(),
  files: Type.Array(ActivityFile),
  /** Of the room; empty: it has none, or it is gone. */
  roomName: Type.String(),
})
export type EditedActivity = Static<typeof EditedActivity>

/** An activity as it is written again. */
export const activityInputOf = ({
  name: _,
  isAvailable: __,
  files: ___,
  roomName: ____,
  ...input
}: EditedActivity): ActivityInput => input

const params = Type.Object({ id: Id })
const Phases = Type.Array(Phase, { minItems: 1, maxItems: phasesMax })

export const activityCalls = {
  editedActivities: {
    method: 'GET',
    path: '/training/class-manage/{id}/activities',
    summary: 'The phases and activities of a class as its editor shows them',
    access: runsClasses,
    params,
    response: Type.Object({
      phases: Phases,
      activities: Type.Array(EditedActivity),
      revision: Type.Integer(),
    }),
    errors: [CLASS_MISSING, NO_PERMISSION],
    cacheSeconds: 0,
  },
  changeActivities: {
    method: 'PUT',
    path: '/training/class-manage/{id}/activities',
    summary: 'Write the phases and activities of a class, in their order',
    access: runsClasses,
    params,
    body: Body({
      phases: Phases,
      activities: Type.Array(ActivityInput, { maxItems: activitiesMax }),
      revision: Type.Integer({ minimum: 0 }),
    }),
    /** `activityIds`: of the activities in their order, which an editor names with its next change. */
    response: Type.Object({ ...Changed.properties, activityIds: Type.Array(Id) }),
    errors: [
      ...[CLASS_MISSING, NO_PERMISSION, CLASS_CLOSED, CLASS_STATUS, CLASS_CHANGED],
      ...[CONTENT_UNKNOWN, CONTENT_TWICE, FILE_UNKNOWN, ACTIVITY_IN_USE],
      ...[NOT_FOUND, ROOM_NOT_FOR_YOU, ROOM_DISABLED, ROOM_TAKEN, NOT_A_LECTURER],
    ],
    onSelf: { allowed: 'Whoever runs a class may teach in it.' },
  },
} as const
