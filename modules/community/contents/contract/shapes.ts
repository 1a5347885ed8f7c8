/** Shapes and limits of contents. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf, OptionalTitle, Title } from '#kit/schema.ts'
import { CaptionTrack, captionLanguagesMax, LanguageTag } from '#modules/content/playback/contract.ts'

/** Map `business-type`: share content. */
export const contentBusinessType = 16
export const TITLE_MAX = 100
/** A draft may be longer than what can be published. */
const DRAFT_TITLE_MAX = 1000
/** Visible characters of an article (COMMUNITY-084). */
export const TEXT_MAX = 5000
const HTML_MAX = 500_000
/** Characters of a discussion (COMMUNITY-085). */
export const DISCUSSION_MAX = 3000
export const COAUTHORS_MAX = 20
export const TOPICS_MAX = 5
export const ORGANIZATIONS_MAX = 100
/** Circles in which a content is placed when it is published (COMMUNITY-117). */
export const CIRCLES_MAX = 3
export const DRAFTS_MAX = 200
export const PINS_MAX = 5
/** Milliseconds. */
export const VIDEO_LENGTH_MAX = 360_000_000
export const CONTENTS_PAGE_SIZE = 20

/** 1 article, 2 video, 3 file. */
export const ContentType = OneOf([1, 2, 3] as const)
export type ContentType = Static<typeof ContentType>
/** 0 everybody in the company, 1 organizations with all below them, 2 the members of circles. */
export const Visibility = OneOf([0, 1, 2] as const)
export type Visibility = Static<typeof Visibility>
/** `waiting`: readers do not see it before somebody has agreed. */
export const ReviewState = OneOf(['none', 'waiting', 'rejected'] as const)
export type ReviewState = Static<typeof ReviewState>
/** What became of a version: `waiting` for a moderator, or `returned` to its author. */
export const VersionState = OneOf(['published', 'waiting', 'returned'] as const)
export type VersionState = Static<typeof VersionState>
/** A change of a published content that readers do not see; for the account’s members. */
export const WaitingChange = Nullable(
  Type.Object({
    state: OneOf(['waiting', 'returned'] as const),
    /** Why a moderator has returned it; null where it was taken back or replaced. */
    reason: Nullable(Type.String()),
    at: Instant,
  }),
)
const ContentState = OneOf(['active', 'closed'] as const)

const Named = Type.Object({ id: Id, name: Type.String() })
const Topic = Type.Object({ topicId: Id, topicName: Type.String() })

const AccountOfContent = Type.Object({
  id: Id,
  name: Type.String(),
  headPortraitPath: Type.String(),
  /** Map enjoy-type. */
  enjoyType: OneOf([0, 1, 2] as const),
  frozen: Type.Boolean(),
  attentionNum: Type.Integer(),
  /** The caller follows the account. */
  attention: Type.Boolean(),
  attentionId: Nullable(Id),
})

const card = {
  id: Id,
  type: ContentType,
  title: Type.String(),
  /** The beginning of its text. */
  excerpt: Type.String(),
  /** A path that `pictureUrl` of the shell takes. */
  coverPath: Nullable(Type.String()),
  account: AccountOfContent,
  topics: Type.Array(Topic),
  /** Null until it is published. */
  publishedAt: Nullable(Instant),
  readCount: Type.Integer(),
  likeCount: Type.Integer(),
  discussCount: Type.Integer(),
  collectCount: Type.Integer(),
  shareCount: Type.Integer(),
  /** The caller likes it. */
  liked: Type.Boolean(),
  pinned: Type.Boolean(),
  highlighted: Type.Boolean(),
  state: ContentState,
}
/** A content as lists show it. */
export const ContentCard = Type.Object(card)
export type ContentCard = Static<typeof ContentCard>

/** A chapter of a video, at its place in milliseconds. */
const Chapter = Type.Object(
  { ms: Type.Integer({ minimum: 0, maximum: VIDEO_LENGTH_MAX }), title: Title(TITLE_MAX) },
  { additionalProperties: false },
)
export type Chapter = Static<typeof Chapter>
/** Captions as a draft names them. What is published has the name and the number that the server knows. */
const DraftCaption = Type.Object(
  {
    id: Id,
    language: LanguageTag,
    label: Title(200),
    cueCount: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  },
  { additionalProperties: false },
)
const Neighbor = Nullable(Type.Object({ id: Id, title: Type.String() }))
const CoAuthor = Type.Object({ memberId: Id, memberFullName: Type.String(), headPortrait: Type.String() })

/** A content as its readers see it, and what the caller may do. */
export const ContentDetails = Type.Object({
  ...card,
  /** Cleaned HTML. */
  html: Type.String(),
  coAuthors: Type.Array(CoAuthor),
  source: Type.String(),
  license: Type.String(),
  chapters: Type.Array(Chapter),
  /** Of a video. */
  captions: Type.Array(CaptionTrack),
  commentsOpen: Type.Boolean(),
  file: Nullable(Type.Object({ id: Id, name: Type.String(), sizeBytes: Type.Integer() })),
  visibility: Visibility,
  reviewState: ReviewState,
  /** Why it was rejected; for the account’s members. */
  reviewReason: Nullable(Type.String()),
  change: WaitingChange,
  publishAt: Nullable(Instant),
  updatedAt: Instant,
  /** The caller belongs to the account. */
  isMember: Type.Boolean(),
  mayEdit: Type.Boolean(),
  mayManage: Type.Boolean(),
  mayDiscuss: Type.Boolean(),
  /** Of the account’s published contents. */
  previous: Neighbor,
  next: Neighbor,
})
export type ContentDetails = Static<typeof ContentDetails>

/** What an author writes; a draft may be longer than what can be published. */
export const DraftFields = Type.Object(
  {
    title: OptionalTitle(DRAFT_TITLE_MAX),
    html: Type.String({ maxLength: HTML_MAX }),
    coverFileId: Nullable(Id),
    fileId: Nullable(Id),
    chapters: Type.Array(Chapter, { maxItems: 100 }),
    captions: Type.Array(DraftCaption, { maxItems: captionLanguagesMax }),
    topicIds: Type.Array(Id, { maxItems: TOPICS_MAX, uniqueItems: true }),
    coAuthorIds: Type.Array(Id, { maxItems: COAUTHORS_MAX, uniqueItems: true }),
    source: Type.String({ maxLength: 200 }),
    license: Type.String({ maxLength: 40 }),
    commentsOpen: Type.Boolean(),
    visibility: Visibility,
    organizationIds: Type.Array(Id, { maxItems: ORGANIZATIONS_MAX, uniqueItems: true }),
    circleIds: Type.Array(Id, { maxItems: CIRCLES_MAX, uniqueItems: true }),
    /** When it is to be published; null at once. */
    publishAt: Nullable(Instant),
  },
  { additionalProperties: false },
)
export type DraftFields = Static<typeof DraftFields>

/** The same as it is published: with a title. */
export const PublishedFields = Type.Object(
  { ...DraftFields.properties, title: Title(TITLE_MAX) },
  { additionalProperties: false },
)

const names = Type.Object({
  topics: Type.Array(Named),
  coAuthors: Type.Array(Named),
  organizations: Type.Array(Named),
  circles: Type.Array(Named),
})

export const Draft = Type.Object({
  id: Id,
  /** The published content that it changes; null for a new one. */
  contentId: Nullable(Id),
  accountId: Id,
  type: ContentType,
  revision: Type.Integer(),
  updatedAt: Instant,
  fields: DraftFields,
  names,
})
export type Draft = Static<typeof Draft>

/** A content as its author changes it. */
export const EditedContent = Type.Object({
  id: Id,
  accountId: Id,
  type: ContentType,
  revision: Type.Integer(),
  updatedAt: Instant,
  fields: DraftFields,
  names,
  /** The caller’s draft of a change, if there is one. */
  draftId: Nullable(Id),
  /** A change that waits for its review or came back: the fields are those of it. */
  change: WaitingChange,
})
export type EditedContent = Static<typeof EditedContent>

export const ManagedContent = Type.Object({
  ...card,
  reviewState: ReviewState,
  change: WaitingChange,
  publishAt: Nullable(Instant),
  updatedAt: Instant,
  revision: Type.Integer(),
})
export type ManagedContent = Static<typeof ManagedContent>

export const DraftRow = Type.Object({
  id: Id,
  contentId: Nullable(Id),
  accountId: Id,
  type: ContentType,
  title: Type.String(),
  updatedAt: Instant,
})
export type DraftRow = Static<typeof DraftRow>

/** What became of a publication. */
export const Outcome = OneOf(['published', 'review', 'scheduled'] as const)
export type Outcome = Static<typeof Outcome>
