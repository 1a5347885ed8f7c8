import { hasText, type TextOf } from '#web/i18n/texts.ts'
import { isBuiltIn } from '../../contract/shapes.ts'

/** What a role is called: the name that the company has given it, or that of a built-in one. `t` are identity's texts. */
export function roleTitle(t: TextOf, role: string, name: string): string {
  return isBuiltIn(role) ? t(`maps.role.${role}`) : name
}

const keyOf = (permission: string) => permission.replace('.', '-')

export const permissionTitle = (t: TextOf, permission: string): string => t(`permission.${keyOf(permission)}`)

/** What it allows, in one sentence. */
export const permissionHint = (t: TextOf, permission: string): string =>
  hasText('identity', `permissionHint.${keyOf(permission)}`) ? t(`permissionHint.${keyOf(permission)}`) : ''

/** Permissions in the groups of the administration's menu; a permission without a group stands with the system. */
const groups: Readonly<Record<string, readonly string[]>> = {
  people: ['organization.manage', 'member.manage', 'role.manage'],
  content: ['course.author', 'course.manage', 'question.manage', 'live.create', 'live.manage'],
  study: [
    'course.progress',
    'push.manage',
    'certificate.manage',
    'credit.manage',
    'accommodation.manage',
    'report.manage',
  ],
  training: [
    ...['class.run', 'class.manage', 'lecturer.manage', 'classroom.manage', 'external.manage', 'plan.manage'],
    ...['lottery.run', 'contest.run'],
  ],
  community: ['topic.manage', 'comment.manage', 'community.manage', 'word.manage', 'currency.manage'],
  commerce: [
    'price.manage',
    'order.manage',
    'payment.manage',
    'invoice.manage',
    'redeem.manage',
    'finance.read',
    'goods.manage',
    'coupon.manage',
  ],
  messages: ['message.manage', 'page.manage', 'approval.manage'],
  security: ['sign-in.manage', 'audit.read', 'privacy.manage', 'recycle.manage'],
}

export function permissionGroups(permissions: readonly string[]): { group: string; permissions: string[] }[] {
  const grouped = Object.entries(groups).map(([group, own]) => ({
    group,
    permissions: own.filter((permission) => permissions.includes(permission)),
  }))
  const placed = new Set(grouped.flatMap((each) => each.permissions))
  const rest = permissions.filter((permission) => !placed.has(permission))
  return [...grouped, { group: 'system', permissions: rest }].filter((each) => each.permissions.length > 0)
}
