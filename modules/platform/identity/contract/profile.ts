/** The profile of the caller, the visible profiles of others, superiors and subordinates. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { NOT_SUBORDINATE } from './codes.ts'
import {
  AvatarPath,
  ById,
  bioLengthMax,
  Day,
  Email,
  FullName,
  Items,
  identityLabels,
  Keyword,
  MemberBrief,
  MemberType,
  OfMember,
  PersonType,
  Phone,
  RoleName,
  Sex,
} from './shapes.ts'

const Named = Type.Object({ id: Id, name: Type.String() })

export const CurrentMember = Type.Object({
  id: Id,
  memberName: Type.String(),
  fullName: Type.String(),
  headPortrait: Type.String(),
  organization: Named,
  rootOrganization: Named,
  roles: Type.Array(RoleName),
  /** The permissions by organization; each grant includes all organizations below. */
  dataPermission: Type.Array(
    Type.Object({
      code: Type.String(),
      organizationIds: Type.Array(Id),
      /** The grant covers the whole company; organizationIds then contains only its root. */
      wholeCompany: Type.Boolean(),
    }),
  ),
  buyerAccess: Type.Boolean(),
  personType: PersonType,
  memberType: MemberType,
  hasPassword: Type.Boolean(),
  hasSubordinates: Type.Boolean(),
  /** Of the company: its days begin there. */
  timeZone: Type.String(),
})
export type CurrentMember = Static<typeof CurrentMember>

export const editableFields = ['fullName', 'sex', 'bio', 'avatarPath', 'language'] as const

const EditDetail = Type.Object({
  id: Id,
  memberName: Type.String(),
  fullName: Type.String(),
  headPortrait: Type.String(),
  sex: Sex,
  bio: Type.String(),
  /** The language of mails and messages; the screens have their own setting. */
  language: OneOf(['cn', 'en']),
  phone: Type.String(),
  email: Type.String(),
  staffNumber: Type.String(),
  organizationName: Type.String(),
  positionName: Type.String(),
  jobName: Type.String(),
  hiredOn: Nullable(Type.String()),
  hasPassword: Type.Boolean(),
  /** The fields that PUT accepts: members with a staff number cannot change their full name. */
  editable: Type.Array(OneOf(editableFields)),
})

const MemberDetail = Type.Object({
  id: Id,
  memberName: Type.String(),
  memberFullName: Type.String(),
  headPortrait: Type.String(),
  sex: Sex,
  bio: Type.String(),
  organizationId: Id,
  organizationName: Type.String(),
  positionName: Type.String(),
  jobName: Type.String(),
  createdAt: Instant,
})

const MemberIdentity = Type.Object({
  memberId: Id,
  /** The first of the three that applies, else ordinary (IDENTITY-047). */
  label: OneOf(identityLabels),
  expert: Type.Boolean(),
  lecturer: Type.Boolean(),
  classStaff: Type.Boolean(),
  personType: PersonType,
  memberType: MemberType,
  buyerAccess: Type.Boolean(),
})

const Topic = Type.Object({ id: Id, name: Type.String() })
const Subordinate = Type.Object({ ...MemberBrief.properties, level: OneOf([1, 2, 3]), superiorId: Id })
const educations = ['secondary', 'college', 'bachelor', 'master', 'doctor', 'other'] as const
const oneMinute = 60

export const profile = contract({
  currentMember: {
    method: 'GET',
    path: '/human/member/current',
    summary: 'The signed-in member with current roles and permissions',
    access: 'signed-in',
    response: CurrentMember,
    cacheSeconds: 0,
  },
  editDetail: {
    method: 'GET',
    path: '/human/member/edit-detail',
    summary: 'The profile of the caller, and its editable fields',
    access: 'signed-in',
    response: EditDetail,
    cacheSeconds: 0,
  },
  saveProfile: {
    method: 'PUT',
    path: '/human/member/edit-detail',
    summary: 'Change the profile of the caller; a fixed field is refused with 10138',
    access: 'signed-in',
    body: Body({
      fullName: Type.Optional(FullName),
      sex: Type.Optional(Sex),
      bio: Type.Optional(OptionalText(bioLengthMax)),
      avatarPath: Type.Optional(AvatarPath),
      language: Type.Optional(OneOf(['cn', 'en'])),
    }),
    response: EditDetail,
    errors: [NO_PERMISSION],
  },
  otherDetail: {
    method: 'GET',
    path: '/human/member/other/detail',
    summary: 'A colleague, for hover cards and the personal homepage',
    access: 'signed-in',
    query: OfMember,
    response: MemberDetail,
    errors: [NOT_FOUND],
    cacheSeconds: oneMinute,
  },
  otherGrade: {
    method: 'GET',
    path: '/system/integral-result/other/grade',
    summary: 'The grade of a member, by points',
    access: 'signed-in',
    query: OfMember,
    response: Type.Object({
      points: Type.Integer(),
      integralGrade: Type.Object({
        level: Type.Integer(),
        gradeName: Type.String(),
        /** Path of the grade's picture: `grades/{level}.svg`. */
        cover: Type.String(),
      }),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: oneMinute,
  },
  expertSimple: {
    method: 'GET',
    path: '/ask-bar/expert/other-simple',
    summary: 'Whether a member is an expert: both are 1',
    access: 'signed-in',
    query: OfMember,
    response: Type.Object({ activeStatus: OneOf([0, 1]), auditStatus: OneOf([0, 1]) }),
    errors: [NOT_FOUND],
    cacheSeconds: oneMinute,
  },
  isLecturerOther: {
    method: 'GET',
    path: '/training/lecturer/is-lecture-other',
    summary: 'Whether a member is an enabled lecturer: by the directory of lecturers, or by the role',
    access: 'signed-in',
    query: OfMember,
    response: Type.Object({ flag: Type.Boolean() }),
    errors: [NOT_FOUND],
    cacheSeconds: oneMinute,
  },
  isTeacherOther: {
    method: 'GET',
    path: '/training/class-teacher/other/is-teacher',
    summary: 'Whether a member is class staff',
    access: 'signed-in',
    query: OfMember,
    response: Type.Object({ flag: Type.Boolean() }),
    errors: [NOT_FOUND],
    cacheSeconds: oneMinute,
  },
  memberIdentity: {
    method: 'GET',
    path: '/human/identity',
    summary: 'The identity of a member; the caller by default',
    access: 'signed-in',
    query: Type.Object({ memberId: Type.Optional(Id) }),
    response: MemberIdentity,
    errors: [NOT_FOUND],
    cacheSeconds: 7200,
  },
  memberTopics: {
    method: 'GET',
    path: '/human/member/topic',
    summary: "The caller's topics (interests)",
    access: 'signed-in',
    response: Items(Topic),
    cacheSeconds: 0,
  },
  topicChoices: {
    method: 'GET',
    path: '/human/member/topic/choices',
    summary: 'The topics that members of the company may choose',
    access: 'signed-in',
    response: Items(Topic),
  },
  chooseTopics: {
    method: 'POST',
    path: '/human/member/insert-topic',
    summary: "Replace the caller's topics",
    access: 'signed-in',
    body: Body({ topicIds: Type.Array(Id, { maxItems: 50, uniqueItems: true }) }),
    response: Items(Topic),
    errors: [NOT_FOUND],
  },
  collectMemberInfo: {
    method: 'POST',
    path: '/human/collect-member-info',
    summary: "Save the caller's information form; a second one replaces the first",
    access: 'signed-in',
    body: Body({
      fullName: FullName,
      sex: Type.Optional(Sex),
      birthday: Type.Optional(Day),
      phone: Type.Optional(Phone),
      email: Type.Optional(Email),
      education: Type.Optional(OneOf(educations)),
      city: Type.Optional(OptionalText(50)),
      remark: Type.Optional(OptionalText(200)),
    }),
    response: Done,
  },
  memberInfoCommitted: {
    method: 'GET',
    path: '/human/collect-member-info/check-commit',
    summary: 'Whether the caller has committed the information form',
    access: 'signed-in',
    response: Type.Object({ flag: Type.Boolean() }),
    cacheSeconds: 0,
  },
  memberSuperiors: {
    method: 'GET',
    path: '/human/member-superior/find',
    summary: 'The superiors of a member, the direct one first, at most three',
    access: 'signed-in',
    query: Type.Object({ memberId: Type.Optional(Id) }),
    response: Items(MemberBrief),
    errors: [NOT_FOUND],
  },
  positionsOfMembers: {
    method: 'POST',
    path: '/human/member/getPositionByMemberId',
    summary: 'The positions of members; members without one are absent',
    access: 'signed-in',
    body: Body({ memberIds: Type.Array(Id, { minItems: 1, maxItems: 200 }) }),
    onSelf: { allowed: 'It only reads.' },
    response: Items(Type.Object({ memberId: Id, positionId: Id, positionName: Type.String(), jobName: Type.String() })),
  },
  subordinates: {
    method: 'GET',
    path: '/human/member/subordinate',
    summary: "The caller's subordinates by level: 1 managed directly, 2 and 3 through others",
    access: 'signed-in',
    query: PageQuery({ level: Type.Optional(OneOf([1, 2, 3])), keyword: Type.Optional(Keyword) }),
    response: Type.Object({
      ...Page(Subordinate).properties,
      levelCounts: Type.Object({ first: Type.Integer(), second: Type.Integer(), third: Type.Integer() }),
    }),
  },
  subordinateDetail: {
    method: 'GET',
    path: '/human/member/subordinate/{id}',
    summary: 'One of the subordinates; another member answers 20161',
    access: 'signed-in',
    params: ById,
    response: Type.Object({
      ...MemberDetail.properties,
      level: OneOf([1, 2, 3]),
      phone: Type.String(),
      email: Type.String(),
    }),
    errors: [NOT_SUBORDINATE],
  },
  searchColleagues: {
    method: 'GET',
    path: '/human/member/search',
    summary: 'Members of the own company by name, for pickers',
    access: 'signed-in',
    query: PageQuery({ keyword: Type.Optional(Keyword), organizationId: Type.Optional(Id) }),
    response: Page(MemberBrief),
  },
  findOrganizationPath: {
    method: 'GET',
    path: '/system/organization/find-path/{id}',
    summary: 'The names from the company down to the organization',
    access: 'signed-in',
    params: ById,
    response: Type.Object({ id: Id, name: Type.String(), path: Type.String(), names: Type.Array(Type.String()) }),
    errors: [NOT_FOUND],
    cacheSeconds: oneMinute,
  },
  companyById: {
    method: 'GET',
    path: '/system/company-sync/get-company-by-id',
    summary: 'The company with the id, which must be the company of the caller',
    access: 'signed-in',
    query: Type.Object({ id: Id }),
    response: Type.Object({ id: Id, name: Type.String(), timeZone: Type.String(), memberCount: Type.Integer() }),
    errors: [NOT_FOUND],
  },
})
