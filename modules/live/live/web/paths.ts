/** The addresses of the live screens for links. */
import { isLegacy, type Supplier } from '../contract/states.ts'

export const livePaths = {
  home: '/live/index',
  hot: '/live/hotlive-page',
  manage: '/live/manage',
  /** The management with the form of another live session like this one. */
  copy: (id: string) => `/live/manage?copy=${id}`,
  /** The page for members, by the company's supplier (LIVE-007, LIVE-011). */
  detail: (id: string, supplier: Supplier = 3) =>
    isLegacy(supplier) ? `/activity/gensee/detail/${id}` : `/live/detail/${id}`,
  lecturer: (id: string) => `/live/lecturer/${id}`,
  preview: (id: string) => `/live/preview/${id}`,
  /** The page for the host (LIVE-084). */
  action: (id: string, supplier: Supplier = 3) =>
    isLegacy(supplier) ? `/activity/gensee/live/${id}/true` : `/live/action/${id}`,
  attendance: (id: string) => `/live/attendance/${id}`,
  share: (id: string) => `/live/share/${id}`,
  keylogin: (id: string) => `/lives/keylogin/${id}`,
  admin: '/manage/lives',
  approval: (processId: string) => `/center/approvals/${processId}`,
} as const
