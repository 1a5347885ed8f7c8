/** The audiences of what a company shows its members. Stored and sent as a key: `everybody`, `role:admin`, `person-type:2`, `organization:{id}`. */
import { Type } from 'typebox'
import { OneOf } from '#kit/schema.ts'

export const everybody = 'everybody'
export const audienceKinds = ['everybody', 'role', 'person-type', 'organization'] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** The roles of map `role` that have screens of their own. */
export const audienceRoles = {
  'super-admin': { cn: '超级管理员', en: 'Super administrator' },
  admin: { cn: '管理员', en: 'Administrator' },
  lecturer: { cn: '讲师', en: 'Lecturer' },
  'class-teacher': { cn: '班主任', en: 'Class teacher' },
  'class-staff': { cn: '班务人员', en: 'Class staff' },
  proctor: { cn: '监考员', en: 'Proctor' },
  grader: { cn: '阅卷人', en: 'Grader' },
  approver: { cn: '审批人', en: 'Approver' },
  expert: { cn: '专家', en: 'Expert' },
  'branch-manager': { cn: '分院管理员', en: 'Branch manager' },
  'branch-member': { cn: '分院成员', en: 'Branch member' },
  purchaser: { cn: '采购员', en: 'Purchaser' },
} as const

/** Map `person-type`. */
export const audiencePersonTypes = {
  1: { cn: '个人', en: 'Individual' },
  2: { cn: '采购员', en: 'Purchaser' },
  3: { cn: '管理员', en: 'Administrator' },
} as const

export const audiencesMax = 50
const roleNames = Object.keys(audienceRoles).join('|')
const uuidText = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

export const AudienceKey = Type.String({
  pattern: `^(everybody|role:(${roleNames})|person-type:[123]|organization:${uuidText})$`,
  maxLength: 60,
})

export const Audience = Type.Object({
  key: AudienceKey,
  kind: OneOf(audienceKinds),
  name: Type.String(),
})
