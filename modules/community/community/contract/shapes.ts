/** Shapes and limits of share accounts. */
import { type Static, Type } from 'typebox'
import { errorCode } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Text } from '#kit/schema.ts'

/** Map `enjoy-type`: 0 personal, 1 team, 2 organization (COMMUNITY-042). */
export const EnjoyType = OneOf([0, 1, 2] as const)
export type EnjoyType = Static<typeof EnjoyType>

/** Map `member-type`: 0 total administrator, 1 administrator, 2 member. */
export const MemberType = OneOf([0, 1, 2] as const)
export type MemberType = Static<typeof MemberType>

/** COMMUNITY-053, COMMUNITY-056. */
export const accountNameLengthMax = 20
export const accountDescriptionLengthMax = 200
export const accountTopicsMax = 5
/** More people than any team has; and a bound for one answer. */
export const teamMembersMax = 1000

/** Somebody who has a personal account, or waits for one, applies for another (COMMUNITY-049). */
export const ALREADY_EXPERT = errorCode(70303)
/** The account has been frozen by an administrator (COMMUNITY-067). */
export const ACCOUNT_FROZEN = errorCode(70306)
/** The name belongs to another account, or to an application for one. */
export const NAME_TAKEN = errorCode(70308)
/** An application, or an edit of this account, waits for its approval (COMMUNITY-048, COMMUNITY-060). */
export const EDIT_PENDING = errorCode(70309)
/** The code is of no team: mistyped, or replaced in the meantime (COMMUNITY-068). */
export const UNKNOWN_INVITATION = errorCode(70310)
/** A team keeps its one total administrator; a personal account has only its owner. */
export const MEMBERS_REFUSED = errorCode(70311)
export const TEAM_FULL = errorCode(70312)
export const TOO_OFTEN = errorCode(70999)

const RelationTopic = Type.Object({ topicId: Id, topicName: Type.String() })

const Membership = Type.Object({ memberId: Id, memberName: Type.String(), memberType: MemberType })

/** A share account as every member of the company sees it (COMMUNITY-033). */
export const ShareAccount = Type.Object({
  id: Id,
  name: Type.String(),
  desc: Type.String(),
  /** The picture's file, and where it is served. */
  headPortrait: Id,
  headPortraitPath: Type.String(),
  enjoyType: EnjoyType,
  lstRelationTopic: Type.Array(RelationTopic),
  /** What the caller is in it (COMMUNITY-034). */
  currentMember: Nullable(Membership),
  memberCount: Type.Integer(),
  frozen: Type.Boolean(),
  createTime: Instant,
})
export type ShareAccount = Static<typeof ShareAccount>

/** COMMUNITY-035. */
export const Trend = Type.Object({
  attentionNum: Type.Integer(),
  praise: Type.Integer(),
  read: Type.Integer(),
  /** Hundredths of coins that the account has been rewarded with. */
  rewardCoin: Type.String(),
})

/** COMMUNITY-036. */
export const AccountMember = Type.Object({
  memberId: Id,
  memberName: Type.String(),
  memberType: MemberType,
  headPortrait: Type.String(),
  organizationName: Type.String(),
  joinTime: Instant,
})
export type AccountMember = Static<typeof AccountMember>

/** Ids with commas, as forms send them. */
const TopicIds = Type.String({
  pattern: `^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,${accountTopicsMax - 1}}$`,
  description: `1 to ${accountTopicsMax} ids of topics, with commas`,
})

const accountFields = {
  name: Text(accountNameLengthMax),
  topicIds: TopicIds,
  headPortrait: Id,
  headPortraitPath: Type.Optional(Type.String({ maxLength: 100 })),
  desc: Type.Optional(OptionalText(accountDescriptionLengthMax)),
}

/** COMMUNITY-050, COMMUNITY-053 to COMMUNITY-056. */
export const AccountApplication = Body({ ...accountFields, enjoyType: EnjoyType })

/** COMMUNITY-037. */
export const AccountEdit = Body({ id: Id, ...accountFields })
