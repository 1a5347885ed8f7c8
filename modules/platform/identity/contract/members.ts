/** Members for administrators. A caller manages members in the organizations of its `member.manage` grants. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { managesMembers, readsSignIns } from './access.ts'
import {
  EMAIL_USED,
  LAST_SUPER_ADMIN,
  ORGANIZATION_DISABLED,
  PASSWORD_RULE_BROKEN,
  PHONE_USED,
  STAFF_NUMBER_USED,
  SUPERIOR_CYCLE,
  USER_NAME_IMITATES,
  USER_NAME_REFUSED,
  USER_NAME_USED,
} from './codes.ts'
import {
  ById,
  bioLengthMax,
  Day,
  Email,
  FullName,
  Keyword,
  MemberRow,
  Password,
  PersonType,
  Phone,
  RoleKey,
  Sex,
  StaffNumber,
  UserName,
} from './shapes.ts'

export const MemberAdminDetail = Type.Object({
  ...MemberRow.properties,
  bio: Type.String(),
  personType: PersonType,
  hiredOn: Nullable(Type.String()),
  superiorId: Nullable(Id),
  superiorFullName: Type.String(),
  organizationPath: Type.String(),
  hasPassword: Type.Boolean(),
  /** The account is locked until then after too many wrong passwords. */
  lockedUntil: Nullable(Instant),
  /** False if the member has rights that the caller does not have; the caller cannot change such a member. */
  canManage: Type.Boolean(),
})
export type MemberAdminDetail = Static<typeof MemberAdminDetail>

/** Fields of a member; null deletes a value. */
const fields = {
  fullName: Type.Optional(FullName),
  organizationId: Type.Optional(Id),
  staffNumber: Type.Optional(Nullable(StaffNumber)),
  phone: Type.Optional(Nullable(Phone)),
  email: Type.Optional(Nullable(Email)),
  sex: Type.Optional(Sex),
  positionId: Type.Optional(Nullable(Id)),
  jobName: Type.Optional(OptionalText(30)),
  personType: Type.Optional(PersonType),
  bio: Type.Optional(OptionalText(bioLengthMax)),
  hiredOn: Type.Optional(Nullable(Day)),
  superiorId: Type.Optional(Nullable(Id)),
}

const memberFilters = {
  /** Name, full name, phone or staff number. */
  keyword: Type.Optional(Keyword),
  /** Includes all organizations below it. */
  organizationId: Type.Optional(Id),
  role: Type.Optional(RoleKey),
  enabled: Type.Optional(Type.Boolean()),
  positionId: Type.Optional(Id),
}

const saveErrors = [
  NOT_FOUND,
  NO_PERMISSION,
  USER_NAME_REFUSED,
  USER_NAME_IMITATES,
  USER_NAME_USED,
  STAFF_NUMBER_USED,
  PHONE_USED,
  EMAIL_USED,
  SUPERIOR_CYCLE,
  ORGANIZATION_DISABLED,
] as const

export const members = contract({
  listMembers: {
    method: 'GET',
    path: '/human/member',
    summary: 'Members of the organizations that the caller manages, newest first',
    access: managesMembers,
    query: PageQuery(memberFilters),
    response: Page(MemberRow),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  memberDetail: {
    method: 'GET',
    path: '/human/member/{id}',
    summary: 'The details of a member',
    access: managesMembers,
    params: ById,
    response: MemberAdminDetail,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  createMember: {
    method: 'POST',
    path: '/human/member',
    summary:
      'Create a member. A password must be changed at the first sign-in; without one, the member signs in by code',
    access: managesMembers,
    security: ['password'],
    body: Body({
      ...fields,
      memberName: UserName,
      fullName: FullName,
      organizationId: Id,
      password: Type.Optional(Password),
    }),
    onSelf: { allowed: 'A new member is nobody who could call; being the superior of one is part of it.' },
    response: MemberAdminDetail,
    errors: [
      NOT_FOUND,
      NO_PERMISSION,
      USER_NAME_REFUSED,
      USER_NAME_USED,
      USER_NAME_IMITATES,
      STAFF_NUMBER_USED,
      PHONE_USED,
      EMAIL_USED,
      ORGANIZATION_DISABLED,
      PASSWORD_RULE_BROKEN,
    ],
  },
  changeMember: {
    method: 'PUT',
    path: '/human/member/{id}',
    summary: 'Change a member; absent fields keep their values',
    access: managesMembers,
    params: ById,
    body: Body({ ...fields, memberName: Type.Optional(UserName) }),
    onSelf: { refusedByRow: "the caller's own organization or superior" },
    response: MemberAdminDetail,
    errors: saveErrors,
  },
  changeMembers: {
    method: 'POST',
    path: '/human/member/bulk',
    summary: 'Apply the same change to many members, all or none. Disabled members are signed out',
    access: managesMembers,
    body: Body({
      memberIds: Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true }),
      organizationId: Type.Optional(Id),
      positionId: Type.Optional(Nullable(Id)),
      superiorId: Type.Optional(Nullable(Id)),
      enabled: Type.Optional(Type.Boolean()),
    }),
    onSelf: { refusedByRow: "the caller's own organization or superior" },
    response: Type.Object({ changedCount: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION, LAST_SUPER_ADMIN, SUPERIOR_CYCLE, ORGANIZATION_DISABLED],
  },
  resetMemberPassword: {
    method: 'POST',
    path: '/human/member/{id}/reset-password',
    summary: 'Reset the password of a member, who must change it at the next sign-in; ends its sessions and its lock',
    access: managesMembers,
    params: ById,
    security: ['password'],
    // Without a password the server generates one.
    body: Body({ password: Type.Optional(Password) }),
    onSelf: { refused: ['params.id'] },
    response: Type.Object({ temporaryPassword: Type.String() }),
    errors: [NOT_FOUND, NO_PERMISSION, PASSWORD_RULE_BROKEN],
  },
  unlockMember: {
    method: 'POST',
    path: '/human/member/{id}/unlock',
    summary: 'End the lock after too many wrong passwords',
    access: managesMembers,
    params: ById,
    onSelf: { refused: ['params.id'] },
    response: Type.Object({}),
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  exportMembers: {
    method: 'GET',
    path: '/human/member/export',
    summary: 'The filtered members as xlsx, in the format of the import; at most 20,000',
    access: managesMembers,
    kind: 'stream',
    query: Type.Object(memberFilters),
    response: Type.String(),
    errors: [NOT_FOUND],
    timeoutMs: 120_000,
  },
  signInLog: {
    method: 'GET',
    path: '/human/sign-in-log',
    summary: 'The sign-in attempts with time and address, newest first',
    access: readsSignIns,
    query: PageQuery({
      keyword: Type.Optional(Keyword),
      memberId: Type.Optional(Id),
      method: Type.Optional(OneOf(['password', 'sms', 'email', 'qr', 'oidc', 'register'])),
      succeeded: Type.Optional(Type.Boolean()),
      from: Type.Optional(Instant),
      to: Type.Optional(Instant),
    }),
    response: Page(
      Type.Object({
        id: Id,
        at: Instant,
        memberId: Nullable(Id),
        memberName: Type.String(),
        memberFullName: Type.String(),
        organizationName: Type.String(),
        method: OneOf(['password', 'sms', 'email', 'qr', 'oidc', 'register']),
        succeeded: Type.Boolean(),
        /** The code of the refusal, for a refused attempt. */
        errorCode: Nullable(Type.Integer()),
        ip: Type.String(),
        userAgent: Type.String(),
      }),
    ),
    cacheSeconds: 0,
  },
})
