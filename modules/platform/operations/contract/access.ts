/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const readsAudit = { permission: 'audit.read', wholeCompany: true } as const
export const managesTasks = { permission: 'task.manage' } as const
export const managesRecycleBin = { permission: 'recycle.manage' } as const
/** Who has a figure on the overview: whoever manages members, studying, or the company. */
export const seesOverview = {
  permission: [
    'organization.manage',
    'member.manage',
    'role.manage',
    'settings.manage',
    'task.manage',
    'approval.manage',
    'comment.manage',
    'course.manage',
    'course.progress',
    'certificate.manage',
    'push.manage',
  ],
} as const
