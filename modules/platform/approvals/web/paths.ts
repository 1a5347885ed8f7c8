/** Addresses of the screens of approvals, as the router writes them behind the `#`. */
export const approvalPaths = {
  home: '/center/approvals',
  list: (tab: string) => `/center/approvals/list/${tab}`,
  process: (id: string) => `/center/approvals/${id}`,
  flows: '/admin/approvals/flows',
  processes: '/admin/approvals/processes',
} as const
