/**
 * The default matrix of roles and permissions, printed in docs/permissions.md. A company changes it on the roles
 * screen; the differences are rows of identity.role_permission. A permission covers the organization of the grant and
 * all below it.
 */
import type { Role } from '../contract/shapes.ts'

export { roles } from '../contract/shapes.ts'

export const permissions = [
  'organization.manage',
  'member.manage',
  'role.manage',
  'sign-in.manage',
  'settings.manage',
  'word.manage',
  'audit.read',
  'task.manage',
  'recycle.manage',
  'message.manage',
  'approval.manage',
  'topic.manage',
  'comment.manage',
  'privacy.manage',
  'currency.manage',
  'record.manage',
  'course.author',
  'course.manage',
  'course.progress',
  'credit.manage',
  'certificate.manage',
  'question.manage',
  'accommodation.manage',
  'push.manage',
  'class.run',
  'class.manage',
  'lottery.run',
  'live.create',
  'live.manage',
] as const
export type Permission = (typeof permissions)[number]

export const defaultPermissions: Readonly<Record<Role, readonly Permission[]>> = {
  learner: [],
  'super-admin': permissions,
  admin: [
    'organization.manage',
    'member.manage',
    'role.manage',
    'sign-in.manage',
    'word.manage',
    'audit.read',
    'task.manage',
    'recycle.manage',
    'message.manage',
    'approval.manage',
    'topic.manage',
    'comment.manage',
    'currency.manage',
    'course.author',
    'course.manage',
    'course.progress',
    'credit.manage',
    'certificate.manage',
    'question.manage',
    'accommodation.manage',
    'push.manage',
    'class.run',
    'class.manage',
    'lottery.run',
    'live.create',
    'live.manage',
  ],
  lecturer: ['course.author', 'live.create'],
  'class-teacher': ['course.progress', 'push.manage', 'class.run', 'lottery.run', 'live.create'],
  'class-staff': ['course.progress', 'class.run', 'lottery.run'],
  proctor: [],
  grader: [],
  approver: [],
  expert: [],
  'branch-manager': ['member.manage', 'course.progress', 'push.manage'],
  'branch-member': [],
  purchaser: [],
}
