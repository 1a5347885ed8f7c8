/** Groups messages by day: today, yesterday, earlier. */

export type DayGroup = 'today' | 'yesterday' | 'earlier'

function dayStart(instant: number, daysBefore = 0): number {
  const date = new Date(instant)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime()
}

export function dayGroupOf(at: number, now: number): DayGroup {
  if (at >= dayStart(now)) return 'today'
  return at >= dayStart(now, 1) ? 'yesterday' : 'earlier'
}

/** Splits a list that is sorted newest first into groups of days. */
export function byDayGroup<Item extends { readonly at: number }>(
  items: readonly Item[],
  now: number,
): { group: DayGroup; items: Item[] }[] {
  const cut: { group: DayGroup; items: Item[] }[] = []
  for (const item of items) {
    const group = dayGroupOf(item.at, now)
    const last = cut.at(-1)
    if (last?.group === group) last.items.push(item)
    else cut.push({ group, items: [item] })
  }
  return cut
}
