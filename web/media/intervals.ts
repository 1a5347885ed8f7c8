/** Half-open ranges of what is played or read: milliseconds of a video, pages of a document. Pure functions. */

/** From, up to but without to. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** The union, ordered and without overlap or empty ranges. */
export function unionOf(intervals: readonly Interval[]): Interval[] {
  const ordered = intervals.filter(({ from, to }) => to > from).sort((one, other) => one.from - other.from)
  const union: { from: number; to: number }[] = []
  for (const { from, to } of ordered) {
    const last = union.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else union.push({ from, to })
  }
  return union
}

export function lengthOf(intervals: readonly Interval[]): number {
  return unionOf(intervals).reduce((sum, { from, to }) => sum + to - from, 0)
}

/** Whether every unit of the whole is covered. */
export function covers(intervals: readonly Interval[], unitCount: number): boolean {
  return lengthOf(intervals) >= unitCount
}
