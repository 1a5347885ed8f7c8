/** The paths of the screens of approvals, after the `#`. */
export const approvalPaths = {
  home: '/center/approvals',
  list: (tab: string) => `/center/approvals/list/${tab}`,
  process: (id: string) => `/center/approvals/${id}`,
  flows: '/admin/approvals/flows',
  processes: '/admin/approvals/processes',
} as const
