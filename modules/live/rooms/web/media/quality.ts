/** The quality of the network; only lasting changes are shown. */
export type Quality = 'good' | 'fair' | 'poor'

/** Totals since the start, from the browser's statistics. */
export interface Totals {
  readonly packets: number
  readonly packetsLost: number
  readonly roundTripMs: number | null
}

const FAIR_LOSS = 0.03
const POOR_LOSS = 0.1
const FAIR_ROUND_TRIP_MS = 300
const POOR_ROUND_TRIP_MS = 800
/** With fewer packets a single loss would look like a problem. */
const PACKETS_MIN = 20

/** The quality between two measurements. */
export function qualityBetween(before: Totals, now: Totals): Quality {
  const packets = now.packets - before.packets
  const lost = Math.max(0, now.packetsLost - before.packetsLost)
  const loss = packets + lost < PACKETS_MIN ? 0 : lost / (packets + lost)
  const roundTripMs = now.roundTripMs ?? 0
  if (loss >= POOR_LOSS || roundTripMs >= POOR_ROUND_TRIP_MS) return 'poor'
  return loss >= FAIR_LOSS || roundTripMs >= FAIR_ROUND_TRIP_MS ? 'fair' : 'good'
}

const rank: Readonly<Record<Quality, number>> = { good: 0, fair: 1, poor: 2 }

/** A worse quality counts after two measurements, a better one at once. */
export function shownQuality(shown: Quality, lately: readonly Quality[]): Quality {
  const [previous, last] = lately.slice(-2)
  if (last === undefined) return shown
  if (rank[last] <= rank[shown]) return last
  return previous !== undefined && rank[previous] > rank[shown]
    ? rank[previous] < rank[last]
      ? previous
      : last
    : shown
}
