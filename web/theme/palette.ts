/**
 * The product's colors and measures: ink on paper, 靛青 for what can be acted upon, 朱砂 for the seal and for what must
 * be seen. The same values become CSS variables (`--sy-…`) and Ant Design's tokens, so that both speak alike.
 */
import type { Language } from '#kit/caller.ts'

export interface Palette {
  /** The page behind everything. */
  readonly paper: string
  readonly surface: string
  /** What lies above the surface: menus, cards that float. */
  readonly raised: string
  /** What lies below it: tracks, code, quiet fields. */
  readonly sunken: string
  readonly line: string
  readonly lineStrong: string
  readonly ink: string
  readonly inkSoft: string
  readonly inkFaint: string
  readonly accent: string
  readonly onAccent: string
  readonly cinnabar: string
  readonly onCinnabar: string
  readonly success: string
  readonly warning: string
  readonly danger: string
  readonly shadow: string
  readonly shadowHigh: string
}

export const light: Palette = {
  paper: '#f6f3ec',
  surface: '#fffefb',
  raised: '#ffffff',
  sunken: '#eee9de',
  line: '#e5dfd3',
  lineStrong: '#cdc5b5',
  ink: '#1d2226',
  inkSoft: '#474e55',
  inkFaint: '#62676a',
  accent: '#1f5c85',
  onAccent: '#ffffff',
  cinnabar: '#b93a22',
  onCinnabar: '#fff8f2',
  success: '#33714f',
  warning: '#946013',
  danger: '#b4321f',
  shadow: '0 1px 2px rgb(60 48 24 / 6%), 0 4px 14px rgb(60 48 24 / 5%)',
  shadowHigh: '0 2px 6px rgb(60 48 24 / 8%), 0 16px 40px rgb(60 48 24 / 14%)',
}

export const dark: Palette = {
  paper: '#131618',
  surface: '#1b1f22',
  raised: '#23282c',
  sunken: '#0f1214',
  line: '#2d3338',
  lineStrong: '#454d54',
  ink: '#ece8df',
  inkSoft: '#bcbab3',
  inkFaint: '#979a9c',
  accent: '#7fb8de',
  onAccent: '#0f1c26',
  cinnabar: '#d9573d',
  onCinnabar: '#fff8f2',
  success: '#7fc09a',
  warning: '#dcb064',
  danger: '#ee8a74',
  shadow: '0 1px 2px rgb(0 0 0 / 30%), 0 4px 14px rgb(0 0 0 / 22%)',
  shadowHigh: '0 2px 6px rgb(0 0 0 / 36%), 0 18px 44px rgb(0 0 0 / 48%)',
}

export const fonts = {
  sans: '-apple-system, BlinkMacSystemFont, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "Segoe UI", sans-serif',
  /** For titles. SimSun is left out: it is too thin on a screen. */
  serif: '"Source Han Serif SC", "Noto Serif CJK SC", "Noto Serif SC", "Songti SC", STSong, "Microsoft YaHei", serif',
} as const

/** The fonts of a language: Chinese fonts draw the quotation marks of English a whole character wide. */
export function fontsOf(language: Language): { readonly sans: string; readonly serif: string } {
  if (language === 'cn') return fonts
  return { sans: `"Shuyuan quotes", ${fonts.sans}`, serif: `"Shuyuan serif quotes", ${fonts.serif}` }
}

function channels(hex: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of two colors as WCAG defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** The color, moved a share of the way towards another. */
export function mix(hex: string, towards: string, share: number): string {
  const target = channels(towards)
  const mixed = channels(hex).map((value, at) => Math.round(value + ((target[at] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** The color, moved towards ink or paper just far enough to be read on the surface (contrast 4.5). */
function readableOn(surface: string, color: string): string {
  const towards = luminance(surface) > 0.4 ? '#000000' : '#ffffff'
  for (let share = 0; share <= 1; share += 0.05) {
    const candidate = mix(color, towards, share)
    if (contrast(candidate, surface) >= 4.5) return candidate
  }
  return towards
}

/** The palette with a company's own color in place of 靛青, kept readable. */
export function withCompanyColor(palette: Palette, color: string): Palette {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return palette
  const accent = readableOn(palette.sunken, readableOn(palette.raised, color))
  const onAccent = contrast(accent, '#ffffff') >= 4.5 ? '#ffffff' : '#101418'
  return { ...palette, accent, onAccent }
}
