const dayMs = 86_400_000

/** The last day on which it holds: it ends with that day. */
export function lastInstant(expiresAt: number): number {
  return expiresAt - 1
}

/** Whole days until it ends, including the current one. */
export function daysLeft(expiresAt: number, now: number): number {
  return Math.max(0, Math.ceil((expiresAt - now) / dayMs))
}
