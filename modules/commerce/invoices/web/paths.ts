/** Addresses of the screens of invoices, as paths of the hash router. */
import type { MemberType } from '../contract/states.ts'

export const invoicePaths = {
  own: (memberType: MemberType) => `/invoice-management/${memberType}`,
  managed: '/invoice-management/admin',
}
