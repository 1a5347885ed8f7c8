/** Share accounts for the administrator: their states, freezing and activating. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOR_ONESELF, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Page, PageQuery, Text } from '#kit/schema.ts'
import { managesCommunity } from './access.ts'
import { EnjoyType } from './shapes.ts'

const base = '/knowledge-operation/come-enjoy/managed'

/** Why an account was frozen: its owner reads it. */
export const freezeReasonLengthMax = 200

/** Map `expert-status` (COMMUNITY-043). */
const ExpertStatus = OneOf(['active', 'frozen', 'applying'] as const)
export type ExpertStatus = Static<typeof ExpertStatus>

const ManagedAccount = Type.Object({
  /** Of the account; of the application while it is applied for. */
  id: Id,
  name: Type.String(),
  enjoyType: EnjoyType,
  headPortraitPath: Type.String(),
  status: ExpertStatus,
  /** 1: active (map `expert-flag`, COMMUNITY-045). */
  activeStatus: OneOf([0, 1] as const),
  /** 1: its application is agreed. */
  auditStatus: OneOf([0, 1] as const),
  /** The total administrator, or the applicant. */
  ownerId: Nullable(Id),
  ownerName: Type.String(),
  organizationName: Type.String(),
  attentionNum: Type.Integer(),
  visits: Type.Integer(),
  createTime: Instant,
  frozenTime: Nullable(Instant),
  frozenReason: Type.String(),
})
export type ManagedAccount = Static<typeof ManagedAccount>

const ById = Type.Object({ id: Id })
const onSelf = { refusedByRow: 'Nobody freezes or activates an account that they belong to.' } as const

export const managedCalls = {
  managedAccounts: {
    method: 'GET',
    path: base,
    summary: 'The share accounts of the grant’s organizations with their states (COMMUNITY-043)',
    access: managesCommunity,
    query: PageQuery({
      search: Type.Optional(Type.String({ maxLength: 60 })),
      status: Type.Optional(ExpertStatus),
      enjoyType: Type.Optional(EnjoyType),
    }),
    response: Type.Object({
      ...Page(ManagedAccount).properties,
      /** How many there are in each state, whichever is chosen. */
      counts: Type.Object({
        all: Type.Integer(),
        active: Type.Integer(),
        frozen: Type.Integer(),
        applying: Type.Integer(),
      }),
    }),
    cacheSeconds: 0,
  },
  freezeAccount: {
    method: 'PUT',
    path: `${base}/{id}/freeze`,
    summary: 'Freeze a share account: it publishes and answers nothing (COMMUNITY-067)',
    access: managesCommunity,
    params: ById,
    body: Body({ reason: Text(freezeReasonLengthMax) }),
    onSelf,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, NOT_FOR_ONESELF],
  },
  activateAccount: {
    method: 'PUT',
    path: `${base}/{id}/activate`,
    summary: 'Activate a frozen share account (COMMUNITY-067)',
    access: managesCommunity,
    params: ById,
    onSelf,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, NOT_FOR_ONESELF],
  },
} as const
