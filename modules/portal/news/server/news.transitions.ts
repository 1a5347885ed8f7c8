/** States of an article: the table that the refusals and the buttons of the screens follow. */
import { refuse } from '#kit/errors.ts'
import { NEWS_STATUS } from '../contract/codes.ts'
import type { NewsAction, NewsStatus } from '../contract.ts'

const allowed: Readonly<Record<NewsStatus, readonly NewsAction[]>> = {
  draft: ['edit', 'publish', 'delete'],
  scheduled: ['edit', 'withdraw'],
  published: ['edit', 'withdraw'],
  expired: ['edit', 'withdraw'],
  withdrawn: ['edit', 'publish', 'delete'],
}

interface Dated {
  readonly status: string
  readonly published_at: number | null
  readonly expires_at: number | null
}

/** What readers see of it now: publication and expiry are looked at when it is read. */
export function statusOf({ status, published_at, expires_at }: Dated, now: number): NewsStatus {
  if (status !== 'published') return status as NewsStatus
  if (published_at !== null && published_at > now) return 'scheduled'
  return expires_at !== null && expires_at <= now ? 'expired' : 'published'
}

export function actionsOf(status: NewsStatus): NewsAction[] {
  return [...allowed[status]]
}

export function assertAllowed(status: NewsStatus, action: NewsAction): void {
  if (!allowed[status].includes(action)) throw refuse(NEWS_STATUS, { status })
}
