/** The wait before the next attempt: short at first, then longer, never the same for all browsers. */
const FIRST_MS = 500
const LONGEST_MS = 10_000

/** `attempt` counts from 0. Half of the wait is random, so that a thousand viewers do not come back at once. */
export function waitBefore(attempt: number, random: () => number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10))
  return Math.round(whole / 2 + (whole / 2) * random())
}
