/** The addresses of the live screens, as links write them. */
import { isOwnPage, type Supplier } from './supplier.ts'

export const livePaths = {
  home: '/live/index',
  hot: '/live/hotlive-page',
  /** Where a member watches: by the company's supplier (LIVE-007, LIVE-011). */
  detail: (id: string, supplier: Supplier = 3) =>
    isOwnPage(supplier) ? `/live/detail/${id}` : `/activity/gensee/detail/${id}`,
  lecturer: (id: string) => `/live/lecturer/${id}`,
  preview: (id: string) => `/live/preview/${id}`,
  /** Where the host starts (LIVE-084). */
  action: (id: string, supplier: Supplier = 3) =>
    isOwnPage(supplier) ? `/live/action/${id}` : `/activity/gensee/live/${id}/true`,
  share: (id: string) => `/live/share/${id}`,
  keylogin: (id: string) => `/lives/keylogin/${id}`,
  admin: '/manage/lives',
  approval: (processId: string) => `/center/approvals/${processId}`,
} as const
