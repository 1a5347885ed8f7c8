/** What live's calls say: the live itself, its form, its people. */
import { type Static, Type } from 'typebox'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, PageQuery, Text } from '#kit/schema.ts'
import type { LiveAction } from './states.ts'

export const subjectLengthMax = 100
export const descLengthMax = 100
export const lecturerDescLengthMax = 500
/** estimateDuration and planNumber: five digits. */
export const digitsMax = 99_999
export const durationDefaultMinutes = 90
/** LIVE-246: the documents do not say the number. */
export const lecturersMax = 10
/** A cover has fewer bytes (LIVE-100). */
export const coverBytesBelow = 500 * 1024
export const livesPerPage = 10
export const historyCacheSeconds = 120 * 60

export const byId = Type.Object({ id: Id })
const Digits = Type.Integer({ minimum: 0, maximum: digitsMax })
const Status = OneOf([0, 1, 2, 3, 4] as const)
const Supplier = OneOf([0, 3, 4] as const)
/** 1 requested, 3 the provider has made it, 4 the provider failed; start tries again. */
const RequestStatus = OneOf([1, 3, 4] as const)

const LiveForm = {
  subject: Text(subjectLengthMax),
  /** Map live-form-type: 1 immediate, 2 scheduled. */
  type: Type.Optional(OneOf([1, 2] as const)),
  /** Milliseconds; a scheduled live needs one, an immediate one begins now. */
  startTime: Type.Optional(Instant),
  liveMode: OneOf([1, 2, 3] as const),
  shareScope: OneOf([1, 2, 3] as const),
  executionMode: OneOf([0, 1, 2] as const),
  /** Minutes; 90 where nothing is said. */
  estimateDuration: Type.Optional(Digits),
  planNumber: Type.Optional(Digits),
  /** One text under the two names of the two families. */
  desc: Type.Optional(OptionalText(descLengthMax)),
  genseeDesc: Type.Optional(OptionalText(descLengthMax)),
  lecturerDesc: Type.Optional(OptionalText(lecturerDescLengthMax)),
  /** The id of a picture of the caller's. */
  cover: Type.Optional(Id),
  /** As the live answers it; `cover` says which picture. */
  coverPath: Type.Optional(OptionalText(300)),
  /** More than ten are refused with 100034. */
  lecturerIds: Type.Optional(Type.Array(Id, { maxItems: 200, uniqueItems: true })),
  /** 2: held elsewhere, at `externalUrl`. */
  liveType: Type.Optional(OneOf([1, 2] as const)),
  externalUrl: Type.Optional(Type.String({ maxLength: 500, pattern: '^https?://[^\\s/?#]+\\S*$' })),
  homeConfigId: Type.Optional(Text(64)),
  /** 1: it is published when its approval is agreed to. */
  autoPublish: Type.Optional(OneOf([0, 1] as const)),
} as const

export const ApplyBody = Body({ ...LiveForm, supplier: Type.Optional(Supplier) })
export const UpdateBody = Body({ ...LiveForm, supplier: Type.Optional(Supplier) })

export const Person = Type.Object({
  id: Id,
  fullName: Type.String(),
  headPortrait: Type.String(),
  organizationName: Type.String(),
})

const actionNames = [
  'start',
  'watch',
  'share',
  'view',
  'edit',
  'cancel',
  'republish',
  'approval-detail',
  'submit',
] as const satisfies readonly LiveAction[]

export const Live = Type.Object({
  id: Id,
  subject: Type.String(),
  liveType: OneOf([1, 2] as const),
  type: OneOf([1, 2] as const),
  supplier: Supplier,
  startTime: Instant,
  /** Minutes. */
  estimateDuration: Type.Integer(),
  planNumber: Nullable(Type.Integer()),
  subNumber: Type.Integer(),
  attendNumber: Type.Integer(),
  status: Status,
  approvalStatus: Nullable(OneOf([1, 2, 3, 4] as const)),
  requestStatus: RequestStatus,
  genseeStatus: RequestStatus,
  shareScope: OneOf([1, 2, 3] as const),
  executionMode: OneOf([0, 1, 2] as const),
  /** Supplier 3. */
  desc: Nullable(Type.String()),
  /** Suppliers 0 and 4. */
  genseeDesc: Nullable(Type.String()),
  lecturerDesc: Type.String(),
  cover: Nullable(Id),
  coverPath: Type.String(),
  vhallExtendInfo: Type.Object({ liveMode: OneOf([1, 2, 3] as const) }),
  /** The links and tokens are for the organizer side alone: null for all others, and while the provider has none. */
  organizerJoinUrl: Nullable(Type.String()),
  organizerToken: Nullable(Type.String()),
  panelistJoinUrl: Nullable(Type.String()),
  panelistToken: Nullable(Type.String()),
  attendeeJoinUrl: Nullable(Type.String()),
  attendeeToken: Nullable(Type.String()),
  /** Rounded to one decimal; 0 without a score. */
  avgScore: Type.Number(),
  homeConfigId: Nullable(Type.String()),
  autoPublish: OneOf([0, 1] as const),
  /** Of a live that is held elsewhere. */
  externalUrl: Nullable(Type.String()),
  /** Map live-display-status besides live-status. */
  displayStatus: OneOf([0, 1, 2, 3, 4, 5, 6, 7, 8] as const),
  /** What this state offers to whom it belongs; empty for others. */
  actions: Type.Array(OneOf(actionNames)),
  /** Given back by the approver: it may be changed and submitted again. */
  revising: Type.Boolean(),
  /** What the caller is in it. `manager`: looks after the lives of the organization. */
  role: OneOf(['host', 'lecturer', 'manager', 'viewer'] as const),
  host: Person,
  lecturers: Type.Array(Person),
  organizationName: Type.String(),
  /** Whether the caller has reserved it. */
  appointmentStatus: Type.Boolean(),
  /** When it really began and ended. */
  startedAt: Nullable(Instant),
  endedAt: Nullable(Instant),
  /** In the room now, and at most so far. */
  viewers: Type.Integer(),
  viewersPeak: Type.Integer(),
  replay: OneOf(['none', 'making', 'ready', 'failed'] as const),
  replaySeconds: Type.Integer(),
  /** Where the replay of another provider is watched; null: in the room itself. */
  replayUrl: Nullable(Type.String()),
  /** Map business-type of the live for comments and collections: 15 for supplier 3, 5 for the others. */
  businessType: OneOf([5, 15] as const),
  createTime: Instant,
})
export type Live = Static<typeof Live>

/** `text` finds by the name of the live alone (LIVE-029). */
export const LiveQuery = PageQuery({
  text: Type.Optional(Type.String({ maxLength: 100 })),
  supplier: Type.Optional(Supplier),
})

/** `mine`: the caller's own lives in every state, for live management. */
export const LiveListQuery = PageQuery({
  text: Type.Optional(Type.String({ maxLength: 100 })),
  supplier: Type.Optional(Supplier),
  mine: Type.Optional(OneOf([0, 1] as const)),
  status: Type.Optional(OneOf([0, 1, 2, 3, 4] as const)),
})
