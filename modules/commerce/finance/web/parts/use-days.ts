import dayjs from 'dayjs'
import { useSearchParams } from 'react-router'
import { isCalendarDay } from '#kit/days.ts'
import { useToday } from '#web/ui/use-today.ts'
import { daysMax } from '../../contract/shapes.ts'
import { type FinanceTab, financeTabs } from '../paths.ts'

export interface Days {
  readonly from: string
  readonly until: string
}

/** The last so many days, today included. */
export const presets = { days7: 7, days30: 30, days90: 90, year: 365 } as const
export type Preset = keyof typeof presets

export function daysOf(preset: Preset, day: string): Days {
  const today = dayjs(day)
  const from = today.subtract(presets[preset] - 1, 'day')
  return { from: from.format('YYYY-MM-DD'), until: today.format('YYYY-MM-DD') }
}

export function presetOf({ from, until }: Days, today: string): Preset | 'own' {
  const names = Object.keys(presets) as Preset[]
  return names.find((name) => daysOf(name, today).from === from && until === today) ?? 'own'
}

/** What the server would take. */
export function areDays({ from, until }: Days): boolean {
  if (!isCalendarDay(from) || !isCalendarDay(until) || until < from) return false
  return dayjs(until).diff(dayjs(from), 'day') < daysMax
}

/** Tab and days stand in the address, so that a report can be sent to somebody, and back leads back. */
export function useFinanceAddress(tabs: readonly FinanceTab[]) {
  const [query, setQuery] = useSearchParams()
  const asked = { from: query.get('from') ?? '', until: query.get('until') ?? '' }
  const today = useToday()
  const days = areDays(asked) ? asked : daysOf('days30', today)
  const tab = tabs.find((one) => one === query.get('tab')) ?? tabs[0] ?? financeTabs[0]
  const change = (to: Partial<Days & { tab: FinanceTab }>) => {
    setQuery((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries({ ...days, ...to })) next.set(name, value)
      return next
    })
  }
  return { days, tab, change }
}

/** More columns than a chart shows by the day. */
export const areDaysMany = ({ from, until }: Days): boolean => dayjs(until).diff(dayjs(from), 'day') > 62
