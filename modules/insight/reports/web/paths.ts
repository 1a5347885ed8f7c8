/** Addresses of the screens of reports, as the router writes them behind the `#`. */
export const reportPaths = {
  list: '/manage/reports',
  dashboard: '/manage/dashboard',
  fresh: (template?: string) => (template ? `/manage/reports/new?template=${template}` : '/manage/reports/new'),
  view: (id: string) => `/manage/reports/${id}`,
} as const
