/** Shapes, limits and codes of knowledge circles. */
import { type Static, Type } from 'typebox'
import { errorCode } from '#kit/errors.ts'
import { Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

export const circlesPath = '/knowledge-operation/knowledge-circle'
export const circleNameLengthMax = 20
export const circleDescriptionLengthMax = 200
/** The picker loads this many circles at first, and again near the end of its list (SYSTEM-154). */
export const circlesPerLoad = 10
/** COMMUNITY-115, COMMUNITY-116. */
export const hottestCircles = 6
export const recommendedCircles = 3
/** In how many circles an item may stand, once it is shared (COMMUNITY-117); 3 of them when a content is published. */
export const circlesOfItemMax = 20
export const circlePinsMax = 5
export const circleMessageLengthMax = 200
export const announcementTitleLengthMax = 100
/** COMMUNITY-084. */
export const announcementLengthMax = 5000

/** Another circle has the name. */
export const CIRCLE_NAME_TAKEN = errorCode(70313)
/** The item stands in 20 circles already. */
export const TOO_MANY_CIRCLES = errorCode(70314)
/** The circle’s administrators add its members themselves. */
export const MEMBERS_ARE_ADDED = errorCode(70315)
/** Five items are pinned already. */
export const TOO_MANY_CIRCLE_PINS = errorCode(70316)

/** How one joins: 0 at once, 1 when an administrator agrees, 2 only administrators add members. */
export const JoinMode = OneOf([0, 1, 2] as const)
export type JoinMode = Static<typeof JoinMode>

const circle = {
  id: Id,
  name: Type.String(),
  desc: Type.String(),
  /** `files/{id}`, or empty. */
  coverPath: Type.String(),
  /** How many items were shared into it; 0 for a caller who may not look into it. */
  contentNum: Type.Integer(),
  /** Members. */
  attentionNum: Type.Integer(),
  /** Five points for each item shared, three for each member who joined, and one for each who looked in, in the last 30 days. */
  popluarNum: Type.Integer(),
  /** The caller has seen what is new in it; always true for who is no member. */
  read: Type.Boolean(),
  /** The caller belongs to it. */
  attention: Type.Boolean(),
  /** 0: the caller may join, 1: belongs to it, 2: waits for an administrator. */
  joinStatus: OneOf([0, 1, 2] as const),
}

export const Circle = Type.Object({
  ...circle,
  joinMode: JoinMode,
  administrator: Type.Boolean(),
  /** The caller may read what is in it. */
  open: Type.Boolean(),
  /** How many wait to be let in; 0 for who does not administer it. */
  waitingNum: Type.Integer(),
  createTime: Instant,
})
export type Circle = Static<typeof Circle>

/** A circle that the caller may share into, and whether it holds the item already. */
export const ShareChoice = Type.Object({
  ...circle,
  /** The caller has shared the item there. */
  checkFlag: Type.Boolean(),
  /** Another administrator has shared the item there. */
  othersCheckFlag: Type.Boolean(),
  relationId: Nullable(Id),
})
export type ShareChoice = Static<typeof ShareChoice>

export const SharedItem = Type.Object({
  /** Of the share. */
  relationId: Id,
  itemType: Type.Integer(),
  itemId: Id,
  name: Type.String(),
  /** Hash path of the shell. */
  link: Type.String(),
  picture: Type.String(),
  kind: Type.String(),
  sharedBy: Type.Object({ id: Id, fullName: Type.String() }),
  pinned: Type.Boolean(),
  highlighted: Type.Boolean(),
  /** The caller may take it out of the circle. */
  mayRemove: Type.Boolean(),
  createTime: Instant,
})
export type SharedItem = Static<typeof SharedItem>

const person = {
  memberId: Id,
  memberName: Type.String(),
  headPortrait: Type.String(),
  organizationName: Type.String(),
}

export const CircleMember = Type.Object({ ...person, administrator: Type.Boolean(), joinTime: Instant })
export type CircleMember = Static<typeof CircleMember>

export const JoinRequest = Type.Object({ id: Id, ...person, message: Type.String(), createTime: Instant })
export type JoinRequest = Static<typeof JoinRequest>

export const CircleAnnouncement = Type.Object({
  id: Id,
  title: Type.String(),
  /** Plain text. */
  content: Type.String(),
  pinned: Type.Boolean(),
  /** The caller has read it. */
  read: Type.Boolean(),
  /** How many members have read it, for administrators. */
  readNum: Nullable(Type.Integer()),
  publishedBy: Type.Object({ id: Id, fullName: Type.String() }),
  remindTime: Nullable(Instant),
  createTime: Instant,
  updateTime: Instant,
})
export type CircleAnnouncement = Static<typeof CircleAnnouncement>

export const AnnouncementReader = Type.Object({ ...person, readTime: Nullable(Instant) })
export type AnnouncementReader = Static<typeof AnnouncementReader>
