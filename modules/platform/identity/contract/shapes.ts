/** Shapes that several calls of identity share. */
import { type Static, type TSchema, Type } from 'typebox'
import { titlePattern } from '#kit/names.ts'
import { Id, Instant, Name, Nullable, OneOf } from '#kit/schema.ts'

export const nameLengthMax = 20
export const bioLengthMax = 200

/** The roles of map `role` that can be granted; every member is a learner. */
export const roles = [
  'learner',
  'super-admin',
  'admin',
  'lecturer',
  'class-teacher',
  'class-staff',
  'proctor',
  'grader',
  'approver',
  'expert',
  'branch-manager',
  'branch-member',
  'purchaser',
] as const
export type Role = (typeof roles)[number]
export const RoleName = OneOf(roles)
/** A built-in role by its name, or a role that the company has made by its id. */
export const RoleKey = Type.Union([RoleName, Id])
export type RoleKey = Static<typeof RoleKey>

export const customRolesMax = 30

export const isBuiltIn = (role: string): role is Role => roles.some((known) => known === role)

export const identityLabels = ['expert', 'lecturer', 'class-staff', 'ordinary'] as const
export type IdentityLabel = (typeof identityLabels)[number]

/** `avatars/{type}-{1…6}.png` is one of the six default pictures; `files/{id}` an upload. */
export const AvatarPath = Type.String({
  pattern: '^(avatars/[0-3]-[1-6]\\.png|files/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$',
})
export const defaultAvatarCount = 6
/** `type`: 0 person, 1 organization, 2 group, 3 AI; `number` from 1. */
export function defaultAvatarPath(type: 0 | 1 | 2 | 3, number: number): string {
  return `avatars/${type}-${number}.png`
}

/** 0 not said, 1 male, 2 female. */
export const Sex = OneOf([0, 1, 2])
/** 1 individual, 2 purchaser, 3 administrator. */
export const PersonType = OneOf([1, 2, 3])
/** 0 super administrator, 1 administrator, 2 member. */
export const MemberType = OneOf([0, 1, 2])

/** The formats of a member's fields, for calls and for cells of an import. */
export const patterns = {
  phone: '^(1[3-9][0-9]{9}|\\+[1-9][0-9]{6,14})$',
  email: "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]{0,80}\\.[A-Za-z]{2,20}$",
  // An Arabic or Hangul letter may look like nothing.
  memberName: '^(?:(?!\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{N}._-])+$',
  fullName: titlePattern,
  position: titlePattern,
  jobName: titlePattern,
  staffNumber: '^[\\x21-\\x7e]+$',
  hiredOn: '^(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
} as const

/** One handset is one phone: a mainland number without the prefix of the country. */
export const plainPhone = (phone: string) => phone.replace(/^\+86(?=1[3-9]\d{9}$)/, '')

/** International numbers with `+`, or a mainland number of 11 digits. */
export const Phone = Type.String({ pattern: patterns.phone })
export const Email = Type.String({ maxLength: 100, pattern: patterns.email })
/** Letters of any script, digits, and . _ - ; `admin`, `guest` and `test` inside are refused (IDENTITY-023). */
export const UserName = Name(nameLengthMax, { minLength: 2, pattern: patterns.memberName })
export const FullName = Name(nameLengthMax)
export const StaffNumber = Type.String({ minLength: 1, maxLength: 40, pattern: patterns.staffNumber })
/** Longer than the password rule allows, so that the rule itself answers with its text (IDENTITY-021). */
export const Password = Type.String({ maxLength: 200 })
export const VerificationCode = Type.String({ pattern: '^[0-9]{4,6}$' })
/** A day, `2026-11-21`. */
export const Day = Type.String({ pattern: patterns.hiredOn })
export const Keyword = Type.String({ maxLength: 50 })

export const Items = <T extends TSchema>(row: T) =>
  Type.Object({ items: Type.Array(row), recordCount: Type.Integer({ minimum: 0 }) })
export const ById = Type.Object({ id: Id })
export const OfMember = Type.Object({ memberId: Id })

/** A member as lists and pickers show it to any colleague. */
export const MemberBrief = Type.Object({
  id: Id,
  memberName: Type.String(),
  memberFullName: Type.String(),
  headPortrait: Type.String({ description: 'path of the avatar' }),
  organizationId: Id,
  organizationName: Type.String(),
  positionName: Type.String(),
})
export type MemberBrief = Static<typeof MemberBrief>

/** A member as administrators see it (IDENTITY-012). */
export const MemberRow = Type.Object({
  id: Id,
  memberName: Type.String(),
  memberFullName: Type.String(),
  sex: Sex,
  headPortrait: Type.String(),
  organizationId: Id,
  organizationName: Type.String(),
  positionId: Nullable(Id),
  positionName: Type.String(),
  jobName: Type.String(),
  staffNumber: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  enabled: Type.Boolean(),
  roles: Type.Array(RoleName),
  /** The names of the roles that the company has made. */
  customRoles: Type.Array(Type.String()),
  createdAt: Instant,
  lastSignInAt: Nullable(Instant),
})
export type MemberRow = Static<typeof MemberRow>
