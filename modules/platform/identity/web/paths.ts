const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The company that the address of a page before the sign-in names. */
export function companyOfAddress(query: URLSearchParams): string | undefined {
  const id = query.get('companyId')
  return id !== null && idPattern.test(id) ? id : undefined
}

/** The address of a page before the sign-in for one company. */
export const withCompany = (path: string, companyId: string | undefined) =>
  companyId === undefined ? path : `${path}?companyId=${companyId}`

/** The paths of identity's screens, after the `#`. */
export const identityPaths = {
  signIn: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  confirmQrCode: (id: string) => `/qr-confirm/${id}`,
  center: '/center',
  centerSection: (name: string) => `/center/my/${name}`,
  subordinates: '/center/subordinate',
  homepage: (memberId: string) => `/personal-homepage/${memberId}`,
  organizations: '/admin/organizations',
  members: '/admin/members',
  memberImport: '/admin/members/import',
  roles: '/admin/roles',
  role: (role: string) => `/admin/roles/${role}`,
  signInLog: '/admin/sign-in-log',
} as const
