/** Shapes and limits of share accounts. */
import { type Static, Type } from 'typebox'
import { errorCode } from '#kit/errors.ts'
import { Body, Id, IdList, Instant, Name, Nullable, OneOf, OptionalText } from '#kit/schema.ts'

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
/** No team has more members; also the bound of one answer. */
export const teamMembersMax = 1000

/** The applicant has a personal account already, or waits for one (COMMUNITY-049). */
export const ALREADY_EXPERT = errorCode(70303)
/** The caller belongs to no share account that could publish (COMMUNITY-047). */
export const NO_EXPERT = errorCode(70304)
/** An administrator has frozen the account: it publishes nothing (COMMUNITY-067). */
export const ACCOUNT_FROZEN = errorCode(70306)
/** As `ACCOUNT_FROZEN`, for answers. */
export const EXPERT_FROZEN = errorCode(70307)
/** Another account, or an application for one, has the name. */
export const NAME_TAKEN = errorCode(70308)
/** An application, or an edit of this account, waits for its approval (COMMUNITY-048, COMMUNITY-060). */
export const EDIT_PENDING = errorCode(70309)
/** No team has the code: it is mistyped, or was replaced (COMMUNITY-068). */
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
  /** The file of the picture, and its address. */
  headPortrait: Id,
  headPortraitPath: Type.String(),
  enjoyType: EnjoyType,
  lstRelationTopic: Type.Array(RelationTopic),
  /** The caller's membership (COMMUNITY-034). */
  currentMember: Nullable(Membership),
  memberCount: Type.Integer(),
  frozen: Type.Boolean(),
  createTime: Instant,
})
export type ShareAccount = Static<typeof ShareAccount>

/** A share account in a list of many. */
export const AccountCard = Type.Object({
  id: Id,
  name: Type.String(),
  desc: Type.String(),
  headPortraitPath: Type.String(),
  enjoyType: EnjoyType,
  frozen: Type.Boolean(),
  lstRelationTopic: Type.Array(RelationTopic),
  /** Followers. */
  attentionNum: Type.Integer(),
  /** Whether the caller follows it, and the id of that follow. */
  attention: Type.Boolean(),
  attentionId: Nullable(Id),
  /** The caller belongs to it. */
  own: Type.Boolean(),
})
export type AccountCard = Static<typeof AccountCard>

/** COMMUNITY-035. */
export const Trend = Type.Object({
  attentionNum: Type.Integer(),
  praise: Type.Integer(),
  read: Type.Integer(),
  /** Coins given to the account as rewards, in hundredths. */
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

const accountFields = {
  name: Name(accountNameLengthMax),
  topicIds: IdList(accountTopicsMax),
  headPortrait: Id,
  headPortraitPath: Type.Optional(Type.String({ maxLength: 100 })),
  desc: Type.Optional(OptionalText(accountDescriptionLengthMax)),
}

/** COMMUNITY-050, COMMUNITY-053 to COMMUNITY-056. */
export const AccountApplication = Body({ ...accountFields, enjoyType: EnjoyType })

/** COMMUNITY-037. */
export const AccountEdit = Body({ id: Id, ...accountFields })
