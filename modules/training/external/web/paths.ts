/** The addresses of the screens of external training. */
export const externalPaths = {
  own: '/external-training',
  newReport: '/external-training/report',
  report: (id: string) => `/external-training/report/${id}`,
  asked: (activityId: string) => `/external-training/report?activity=${activityId}`,
  managed: '/admin/external-training',
  reports: '/admin/external-training/reports',
} as const
