export type Phase = 'coming' | 'open' | 'over'

/** Where a check-in stands at a time of the server's. */
export function phaseOf({ opensAt, closesAt }: { opensAt: number; closesAt: number }, now: number): Phase {
  if (now < opensAt) return 'coming'
  return now < closesAt ? 'open' : 'over'
}
