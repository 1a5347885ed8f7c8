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
  signInLog: '/admin/sign-in-log',
} as const
