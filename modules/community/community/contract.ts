/** Share accounts of persons, teams and organizations, with their members. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { MUTED } from '#modules/content/moderation/contract.ts'
import { accountCalls } from './contract/accounts.ts'
import { circleCalls } from './contract/circles.ts'
import { managedCalls } from './contract/managed.ts'
import {
  ACCOUNT_FROZEN,
  AccountApplication,
  AccountEdit,
  AccountMember,
  ALREADY_EXPERT,
  EDIT_PENDING,
  EnjoyType,
  MEMBERS_REFUSED,
  MemberType,
  NAME_TAKEN,
  ShareAccount,
  TEAM_FULL,
  TOO_OFTEN,
  Trend,
  UNKNOWN_INVITATION,
} from './contract/shapes.ts'

export { circlesPerLoad, TOO_MANY_CIRCLES } from './contract/circles/shapes.ts'
export { ACCOUNT_FROZEN, EXPERT_FROZEN, NO_EXPERT, TOO_OFTEN } from './contract/shapes.ts'

const base = '/knowledge-operation/come-enjoy'
const ofAccount = Type.Object({ id: Id })
/** 0: the change took effect. 1: it waits for approval. */
const Applied = Type.Object({ code: OneOf([0, 1] as const), id: Id })

export const community = contract({
  ...circleCalls,
  ...accountCalls,
  ...managedCalls,
  account: {
    method: 'GET',
    path: `${base}/get-comeenjoy-brief-info`,
    summary: 'A share account (COMMUNITY-127)',
    access: 'signed-in',
    noDryRun: 'reading',
    query: ofAccount,
    response: ShareAccount,
    errors: [NOT_FOUND],
    // The call counts a visit.
    writes: true,
  },
  trend: {
    method: 'GET',
    path: `${base}/get-comeenjoy-business-trend`,
    summary: 'Followers, likes, visits and rewards of a share account (COMMUNITY-128)',
    access: 'signed-in',
    query: ofAccount,
    response: Trend,
    errors: [NOT_FOUND],
  },
  myAccounts: {
    method: 'GET',
    path: `${base}/get-enjoylist-for-user`,
    summary: 'The share accounts that the caller belongs to (COMMUNITY-129)',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(ShareAccount), recordCount: Type.Integer() }),
  },
  hasAccount: {
    method: 'GET',
    path: `${base}/has-identity-of-enjoyer`,
    summary: 'Whether the caller has a share account of their own (COMMUNITY-132)',
    access: 'signed-in',
    response: Type.Object({ flag: Type.Boolean() }),
  },
  accountMembers: {
    method: 'GET',
    path: `${base}/getenjoymembers`,
    summary: 'The members of a share account, its administrators first (COMMUNITY-134)',
    access: 'signed-in',
    query: PageQuery({ id: Id, search: Type.Optional(Type.String({ maxLength: 60 })) }),
    response: Page(AccountMember),
    errors: [NOT_FOUND],
  },
  accountTopics: {
    method: 'GET',
    path: `${base}/get-enjoy-relationtopics`,
    summary: 'The topics of a share account (COMMUNITY-136)',
    access: 'signed-in',
    query: ofAccount,
    response: Type.Object({ items: ShareAccount.properties.lstRelationTopic, recordCount: Type.Integer() }),
    errors: [NOT_FOUND],
  },
  invitationCode: {
    method: 'GET',
    path: `${base}/get-invitecode`,
    summary: 'The invitation code of a team, for its administrators (COMMUNITY-137)',
    access: 'signed-in',
    query: ofAccount,
    response: Type.Object({ code: Type.String() }),
    errors: [NOT_FOUND, NO_PERMISSION, MEMBERS_REFUSED],
    cacheSeconds: 0,
  },
  renewInvitationCode: {
    method: 'GET',
    path: `${base}/update-invitecode`,
    summary: 'Replace the invitation code; the old code stops working (COMMUNITY-068, COMMUNITY-070, COMMUNITY-138)',
    access: 'signed-in',
    query: ofAccount,
    response: Type.Object({ code: Type.String() }),
    errors: [NOT_FOUND, NO_PERMISSION, MEMBERS_REFUSED, TOO_OFTEN],
    writes: true,
    cacheSeconds: 0,
  },
  nameExists: {
    method: 'GET',
    path: `${base}/checkNameExist`,
    summary: 'Whether another share account has the name (COMMUNITY-139)',
    access: 'signed-in',
    query: Type.Object({ name: Type.String({ minLength: 1, maxLength: 60 }), id: Type.Optional(Id) }),
    response: Type.Object({ flag: Type.Boolean() }),
    cacheSeconds: 0,
  },
  applicationState: {
    method: 'GET',
    path: `${base}/apply-verify`,
    summary: 'The state of the caller’s newest application: map approval-result, null without one (COMMUNITY-140)',
    access: 'signed-in',
    response: Type.Object({
      result: Nullable(OneOf([0, 1, 2, 4] as const)),
      enjoyType: Nullable(EnjoyType),
      name: Type.String(),
      opinion: Type.String(),
      applyTime: Nullable(Instant),
      /** The account, once it exists. */
      id: Nullable(Id),
    }),
    cacheSeconds: 0,
  },
  apply: {
    method: 'POST',
    path: `${base}/apply`,
    summary: 'Apply for a share account (COMMUNITY-143)',
    access: 'signed-in',
    form: true,
    body: AccountApplication,
    response: Applied,
    errors: [ALREADY_EXPERT, EDIT_PENDING, NAME_TAKEN, NOT_FOUND, NO_PERMISSION, MUTED],
  },
  applyForEdit: {
    method: 'POST',
    path: `${base}/update/apply`,
    summary: 'Change a share account, at once or after its approval (COMMUNITY-144)',
    access: 'signed-in',
    body: AccountEdit,
    response: Applied,
    errors: [NOT_FOUND, NO_PERMISSION, EDIT_PENDING, NAME_TAKEN, ACCOUNT_FROZEN, MUTED],
  },
  editPending: {
    method: 'GET',
    path: `${base}/update-audit/{id}`,
    summary: 'Whether a change of the share account waits for its approval (COMMUNITY-145)',
    access: 'signed-in',
    params: ofAccount,
    response: Type.Object({ pending: Type.Boolean() }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  updateMembers: {
    method: 'POST',
    path: `${base}/update-members`,
    summary: 'Add members, change their roles, and remove them; for the total administrator (COMMUNITY-141)',
    access: 'signed-in',
    body: Body({
      id: Id,
      members: Type.Array(Type.Object({ memberId: Id, memberType: MemberType }, { additionalProperties: false }), {
        maxItems: 200,
      }),
      removed: Type.Optional(Type.Array(Id, { maxItems: 200 })),
    }),
    onSelf: { allowed: 'A team has one total administrator, who can only hand that on.' },
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, MEMBERS_REFUSED, TEAM_FULL, ACCOUNT_FROZEN],
  },
  join: {
    method: 'POST',
    path: `${base}/join`,
    summary: 'Join a team by its code (COMMUNITY-142)',
    access: 'signed-in',
    body: Body({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
    response: Type.Object({ id: Id }),
    errors: [UNKNOWN_INVITATION, ACCOUNT_FROZEN, TEAM_FULL],
    rate: { max: 20, windowSeconds: 60 },
  },
  leave: {
    method: 'POST',
    path: `${base}/leave`,
    summary: 'Leave a team; its total administrator hands it over first',
    access: 'signed-in',
    body: Body({ id: Id }),
    response: Done,
    errors: [NOT_FOUND, MEMBERS_REFUSED],
  },
})
