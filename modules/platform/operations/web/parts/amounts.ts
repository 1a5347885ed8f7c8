/** Formats sizes and durations. */
import type { TextOf } from '#web/i18n/texts.ts'

const KB = 1024
const sizeUnits = ['B', 'KB', 'MB', 'GB', 'TB'] as const

export function sizeText(bytes: number): string {
  let [value, unit] = [bytes, 0]
  while (value >= KB && unit < sizeUnits.length - 1) {
    value /= KB
    unit += 1
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${sizeUnits[unit]}`
}

const steps = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
] as const

/** The largest unit and the next one unless it is zero: `2 小时 5 分钟`. `t` are the texts of operations. */
export function spanText(t: TextOf, ms: number): string {
  const at = steps.findIndex(([, size]) => ms >= size)
  const found = steps[at]
  if (!found) return t('units.ms', { count: Math.max(0, Math.round(ms)) })
  const [name, size] = found
  const first = t(`units.${name}`, { count: Math.floor(ms / size) })
  const next = steps[at + 1]
  const rest = next ? Math.floor((ms % size) / next[1]) : 0
  return next && rest > 0 ? `${first} ${t(`units.${next[0]}`, { count: rest })}` : first
}
