/** The wire objects of live: the live session, its form, its people. */
import { type Static, Type } from 'typebox'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, PageQuery, Text, Title, WebAddress } from '#kit/schema.ts'
import { IsPay } from '#modules/commerce/prices/contract.ts'
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
/** The limits of a chosen audience. */
export const audienceOrganizationsMax = 100
export const audienceMembersMax = 200
export const livesPerPage = 10
export const historyCacheSeconds = 120 * 60

export const byId = Type.Object({ id: Id })
const Digits = Type.Integer({ minimum: 0, maximum: digitsMax })
const Status = OneOf([0, 1, 2, 3, 4] as const)
const Supplier = OneOf([0, 3, 4] as const)
/** 1 requested, 3 created by the provider, 4 failed; start tries again. */
const RequestStatus = OneOf([1, 3, 4] as const)

const distinct = (maxItems: number) => Type.Array(Id, { maxItems, uniqueItems: true })

/** Map share-scope, and 4: the chosen organizations, with all below them, and the chosen members. */
const ShareScope = OneOf([1, 2, 3, 4] as const)

const LiveForm = {
  subject: Title(subjectLengthMax),
  /** Map live-form-type: 1 immediate, 2 scheduled. */
  type: Type.Optional(OneOf([1, 2] as const)),
  /** Milliseconds; a scheduled live session needs a start, an immediate one starts now. */
  startTime: Type.Optional(Instant),
  liveMode: OneOf([1, 2, 3] as const),
  shareScope: ShareScope,
  /** Of scope 4; an edit that leaves it out keeps it. */
  audience: Type.Optional(
    Type.Object(
      { organizationIds: distinct(audienceOrganizationsMax), memberIds: distinct(audienceMembersMax) },
      { additionalProperties: false },
    ),
  ),
  executionMode: OneOf([0, 1, 2] as const),
  /** Minutes; the default is 90. */
  estimateDuration: Type.Optional(Digits),
  planNumber: Type.Optional(Digits),
  /** One text with two names, one for each family. */
  desc: Type.Optional(OptionalText(descLengthMax)),
  genseeDesc: Type.Optional(OptionalText(descLengthMax)),
  lecturerDesc: Type.Optional(OptionalText(lecturerDescLengthMax)),
  /** The id of one of the caller's pictures. */
  cover: Type.Optional(Id),
  /** As the live answers it; `cover` says which picture. */
  coverPath: Type.Optional(OptionalText(300)),
  /** More than ten are refused with 100034. */
  lecturerIds: Type.Optional(Type.Array(Id, { maxItems: 200, uniqueItems: true })),
  /** 2: external, at `externalUrl`. */
  liveType: Type.Optional(OneOf([1, 2] as const)),
  externalUrl: Type.Optional(WebAddress(500)),
  homeConfigId: Type.Optional(Text(64)),
  /** 1: it is published after its approval. */
  autoPublish: Type.Optional(OneOf([0, 1] as const)),
} as const

export const ApplyBody = Body({
  ...LiveForm,
  supplier: Type.Optional(Supplier),
  /** The live session that this one is a copy of: its cover and the settings of its room are taken over. */
  copyOf: Type.Optional(Id),
})
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
  shareScope: ShareScope,
  /** Of scope 4, for the organizer side. */
  audience: Nullable(
    Type.Object({
      organizations: Type.Array(Type.Object({ id: Id, name: Type.String() })),
      members: Type.Array(Person),
    }),
  ),
  executionMode: OneOf([0, 1, 2] as const),
  /** Supplier 3. */
  desc: Nullable(Type.String()),
  /** Suppliers 0 and 4. */
  genseeDesc: Nullable(Type.String()),
  lecturerDesc: Type.String(),
  cover: Nullable(Id),
  coverPath: Type.String(),
  vhallExtendInfo: Type.Object({ liveMode: OneOf([1, 2, 3] as const) }),
  /**
   * Only the organizer side sees the links and tokens: null for all others, and until the provider has created them.
   */
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
  /** The address of an external live session. */
  externalUrl: Nullable(Type.String()),
  /** The caller has to buy it before entering it or watching its replay; the addresses are null until then. */
  mustBuy: Type.Boolean(),
  /** Map live-display-status besides live-status. */
  displayStatus: OneOf([0, 1, 2, 3, 4, 5, 6, 7, 8] as const),
  /** The actions of this state for its owners; empty for others. */
  actions: Type.Array(OneOf(actionNames)),
  /** Returned by the approver: the host may change it and submit it again. */
  revising: Type.Boolean(),
  /** The caller's role. `manager`: manages the live sessions of the organization. */
  role: OneOf(['host', 'lecturer', 'manager', 'viewer'] as const),
  host: Person,
  lecturers: Type.Array(Person),
  organizationName: Type.String(),
  /** Whether the caller has reserved it. */
  appointmentStatus: Type.Boolean(),
  /** The actual start and end. */
  startedAt: Nullable(Instant),
  endedAt: Nullable(Instant),
  /** The people in the room now, and the peak. */
  viewers: Type.Integer(),
  viewersPeak: Type.Integer(),
  replay: OneOf(['none', 'making', 'ready', 'failed'] as const),
  replaySeconds: Type.Integer(),
  /** The address of another provider's replay; null: the replay is in the room itself. */
  replayUrl: Nullable(Type.String()),
  /** Map business-type for comments and collections: 15 for supplier 3, 5 for the others. */
  businessType: OneOf([5, 15] as const),
  createTime: Instant,
})
export type Live = Static<typeof Live>

const { subject, estimateDuration, planNumber, shareScope, audience, executionMode, desc, genseeDesc } = Live.properties
const { lecturerDesc, lecturers, cover, coverPath, vhallExtendInfo, liveType, externalUrl } = Live.properties

/** The form of a copy: everything but the time, under a name that is free. */
export const LiveCopy = Type.Object({
  ...{ subject, estimateDuration, planNumber, shareScope, audience, executionMode, desc, genseeDesc },
  ...{ lecturerDesc, lecturers, cover, coverPath, vhallExtendInfo, liveType, externalUrl },
  /** The names of lecturers and chosen members who have left the company: they are not in the copy. */
  leftOut: Type.Array(Type.String()),
})
export type LiveCopy = Static<typeof LiveCopy>

/** `text` searches the name of the live session only (LIVE-029). */
export const LiveQuery = PageQuery({
  text: Type.Optional(Type.String({ maxLength: 100 })),
  supplier: Type.Optional(Supplier),
  isPay: Type.Optional(IsPay),
})

/** `mine`: the caller's own live sessions in every state, for live management. */
export const LiveListQuery = PageQuery({
  text: Type.Optional(Type.String({ maxLength: 100 })),
  supplier: Type.Optional(Supplier),
  isPay: Type.Optional(IsPay),
  mine: Type.Optional(OneOf([0, 1] as const)),
  status: Type.Optional(OneOf([0, 1, 2, 3, 4] as const)),
})
