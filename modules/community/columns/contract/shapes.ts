/** Shapes, limits and codes of columns. */
import { type Static, Type } from 'typebox'
import { errorCode } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Title } from '#kit/schema.ts'

/** The kind of columns for topics and follows; the specification’s kinds end at 17. */
export const columnBusinessType = 106

export const columnTitleLengthMax = 30
export const columnIntroductionLengthMax = 200
export const columnTopicsMax = 5
/** Contents of one column (COMMUNITY-092). */
export const columnContentsMax = 200
/** Columns of one account (COMMUNITY-092). */
export const accountColumnsMax = 50
/** Columns that one member subscribes to (COMMUNITY-092). */
export const subscriptionsMax = 500

/** The column is closed: nobody subscribes to it, and nothing is released in it. */
export const COLUMN_CLOSED = errorCode(700450)
/** The column has subscribers: it is closed before it is deleted. */
export const COLUMN_SUBSCRIBED = errorCode(700451)
/** The column, the account or the member has as many as it may have (COMMUNITY-092). */
export const TOO_MANY_ITEMS = errorCode(700531)

/** A closed column keeps its readers and takes no new ones. */
const ColumnState = OneOf(['active', 'closed'])

const Topic = Type.Object({ topicId: Id, topicName: Type.String() })

/** A column as lists show it (COMMUNITY-039). */
export const Column = Type.Object({
  id: Id,
  title: Type.String(),
  introduce: Type.String(),
  /** The cover, as a path that `pictureUrl` of the shell takes; empty without one. */
  headPortraitPath: Type.String(),
  comeEnjoyId: Id,
  comeEnjoyName: Type.String(),
  /** Map enjoy-type. */
  comeEnjoyType: Type.Integer(),
  subscribeNum: Type.Integer(),
  contentNum: Type.Integer(),
  state: ColumnState,
  /** The caller subscribes to it. */
  subscribed: Type.Boolean(),
  /** Contents released since the caller last opened the column; 0 without a subscription. */
  unreadNum: Type.Integer(),
  /** When something was last released, or the column was made. */
  updateTime: Instant,
})
export type Column = Static<typeof Column>

/** A column with all that its page shows (COMMUNITY-168). */
export const CompleteColumn = Type.Object({
  ...Column.properties,
  /** The file of the cover. */
  headPortrait: Nullable(Id),
  lstRelationTopic: Type.Array(Topic),
  /** The caller has to buy the column before subscribing to it and reading in it. */
  mustBuy: Type.Boolean(),
  /** The caller manages the column. */
  mayManage: Type.Boolean(),
  /** The released content that the caller opened last in the column. */
  lastReadId: Nullable(Id),
  /** Released contents that the caller has opened. */
  readNum: Type.Integer(),
  createTime: Instant,
})
export type CompleteColumn = Static<typeof CompleteColumn>

/** A content of a column, as the column’s page shows it. */
export const ColumnContent = Type.Object({
  id: Id,
  title: Type.String(),
  excerpt: Type.String(),
  coverPath: Type.String(),
  /** 1 article, 2 video, 3 file. */
  type: Type.Integer(),
  closed: Type.Boolean(),
  highlighted: Type.Boolean(),
  readNum: Type.Integer(),
  praiseNum: Type.Integer(),
  /** The caller has opened it in this column. */
  opened: Type.Boolean(),
  releaseTime: Instant,
})
export type ColumnContent = Static<typeof ColumnContent>

/** A content of the account that can go into the column. */
export const ColumnCandidate = Type.Object({
  id: Id,
  title: Type.String(),
  coverPath: Type.String(),
  type: Type.Integer(),
  publishTime: Instant,
})
export type ColumnCandidate = Static<typeof ColumnCandidate>

const TopicIds = Type.Array(Id, { maxItems: columnTopicsMax, uniqueItems: true })
const fields = {
  title: Title(columnTitleLengthMax),
  introduce: OptionalText(columnIntroductionLengthMax),
  /** A picture file of the caller, or one that the column has. */
  headPortrait: Type.Optional(Nullable(Id)),
  topicIds: Type.Optional(TopicIds),
}

export const NewColumn = Body({ ...fields, comeEnjoyId: Id })
export const ColumnEdit = Body({ ...fields, state: Type.Optional(ColumnState) })
