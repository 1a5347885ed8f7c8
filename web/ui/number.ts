import type { Language } from '#kit/caller.ts'

const grouped = { cn: new Intl.NumberFormat('zh-CN'), en: new Intl.NumberFormat('en-US') }

/**
 * A count as screens show it: in full below 10,000, from there 1.2W in Chinese and 12K in English; one decimal, cut and
 * not rounded, `.0` dropped (SHELL-111).
 */
export function shortNumber(count: number, language: Language): string {
  if (Math.abs(count) < 10_000) return String(count)
  const [unit, letter] = language === 'cn' ? [10_000, 'W'] : [1000, 'K']
  return `${Math.trunc((count / unit) * 10) / 10}${letter}`
}

/** All digits, with separators: the full number behind a short one. */
export function fullNumber(count: number, language: Language): string {
  return grouped[language].format(count)
}
