/** What a certificate is worth at a time. One rule for lists, pages and figures. */
import { type RawBuilder, sql } from 'kysely'
import type { Validity } from '../contract/shapes.ts'

export const dayMs = 86_400_000

export interface ValidityFacts {
  readonly status: string
  readonly expires_at: number | null
  readonly renewal_days: number
}

/** Days before it ends it may be renewed: it is expiring. */
export function validityOf({ status, expires_at, renewal_days }: ValidityFacts, now: number): Validity {
  if (status === 'revoked' || status === 'replaced') return status
  if (expires_at === null) return 'valid'
  if (expires_at <= now) return 'expired'
  return expires_at - renewal_days * dayMs <= now ? 'expiring' : 'valid'
}

/** The same of rows: certificate `c` with its template `t`. */
export function validitySql(validity: Validity | undefined, now: number): RawBuilder<boolean> {
  const window = sql`c.expires_at - t.renewal_days * ${dayMs}::bigint`
  switch (validity) {
    case undefined:
      return sql`true`
    case 'revoked':
    case 'replaced':
      return sql`c.status = ${validity}`
    case 'expired':
      return sql`c.status = 'current' and c.expires_at <= ${now}`
    case 'expiring':
      return sql`c.status = 'current' and c.expires_at > ${now} and ${window} <= ${now}`
    case 'valid':
      return sql`c.status = 'current' and (c.expires_at is null or ${window} > ${now})`
  }
}
