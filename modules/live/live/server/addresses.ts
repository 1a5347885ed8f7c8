/** Full addresses of live's screens, because people use them outside of the platform. */
import type { Config } from '#server/config.ts'
import { isLegacy, type Supplier } from '../contract/states.ts'

const screen = (config: Config, path: string) => `${config.publicUrl}/#${path}`

/** Hash path where a member watches the live (LIVE-007, LIVE-011). */
export const watchPath = (supplier: Supplier, id: string) =>
  isLegacy(supplier) ? `/activity/gensee/detail/${id}` : `/live/detail/${id}`

/** Hash path where the host starts it (LIVE-010, LIVE-012). */
const startPath = (supplier: Supplier, id: string) =>
  isLegacy(supplier) ? `/activity/gensee/live/${id}/true` : `/live/action/${id}`

const lecturerPath = (id: string) => `/live/lecturer/${id}`
export const previewPath = (id: string) => `/live/preview/${id}`

export const liveAddress = (config: Config, supplier: Supplier, id: string) => screen(config, watchPath(supplier, id))
export const startAddress = (config: Config, supplier: Supplier, id: string) => screen(config, startPath(supplier, id))
export const lecturerAddress = (config: Config, id: string) => screen(config, lecturerPath(id))

/** The entrance for guests: the token follows as `?token=` (LIVE-139). */
export const roleLinkAddress = (config: Config, id: string) => screen(config, `/lives/keylogin/${id}`)

export const callbackAddress = (config: Config, id: string) => `${config.publicUrl}/api/v1/live/callback/${id}`
