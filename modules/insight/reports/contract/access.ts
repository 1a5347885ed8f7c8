/** Who shares views with others and sends them reports. Looking at one's own scope needs no permission of its own. */
export const managesReports = { permission: 'report.manage' } as const
/** Whose reports show more than the own rows: a permission behind some source. The server says which rows. */
export const opensReports = {
  permission: ['report.manage', 'course.progress', 'currency.manage', 'class.manage', 'settings.manage'],
} as const
