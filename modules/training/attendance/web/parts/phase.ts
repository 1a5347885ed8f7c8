export type Phase = 'coming' | 'open' | 'over'

/** Where a check-in stands at a time of the server's. */
export function phaseOf({ opensAt, closesAt }: { opensAt: number; closesAt: number }, now: number): Phase {
  if (now < opensAt) return 'coming'
  return now < closesAt ? 'open' : 'over'
}

/** So long after the session a check-in may still be open: participants check out. */
const checkOutMs = 3_600_000

/** Whether a check-in is still open long after its session: nobody is waited for, and nobody has ended it. */
export function isLeftOpen(one: { opensAt: number; closesAt: number; endsAt: number }, now: number): boolean {
  return phaseOf(one, now) === 'open' && now >= one.endsAt + checkOutMs
}
