/**
 * The colors of a page that a company chooses: whether they can be read, and what is made of them. The same on both sides,
 * because the editor says at once what the server would refuse. Contrast is that of WCAG 2: 4.5 for text.
 */
import {
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  parseHex,
  wcagContrast,
  useMode as withMode,
} from 'culori/fn'

withMode(modeRgb)
withMode(modeLrgb)
withMode(modeOklab)
const toLch = withMode(modeOklch)

/** WCAG AA for text. */
export const contrastMin = 4.5

/** What the pages of the product stand on: `paper` of the light and the dark palette, and their lightest and darkest surface. */
const grounds = { light: ['#ffffff', '#f6f3ec'], dark: ['#131618', '#23282c'] } as const
export type Look = keyof typeof grounds

/** From 1 to 21. */
function contrastOf(color: string, ground: string): number {
  return wcagContrast(parseHex(color) ?? ground, parseHex(ground) ?? color)
}

/** The lowest contrast with the grounds of the look. */
export function contrastIn(color: string, look: Look): number {
  return Math.min(...grounds[look].map((ground) => contrastOf(color, ground)))
}

/** Whether a chosen color can be read as text on a page of the light look. */
export function isReadable(color: string): boolean {
  return parseHex(color) !== undefined && contrastIn(color, 'light') >= contrastMin
}

/** The same hue, as light as it takes to be read on a dark page. */
function forDark(color: string): string {
  const lch = toLch(parseHex(color))
  if (!lch) return color
  for (let lightness = Math.max(lch.l, 0.6); lightness <= 1; lightness += 0.02) {
    const lighter = formatHex({ ...lch, l: lightness, c: Math.min(lch.c, 0.14) })
    if (contrastIn(lighter, 'dark') >= contrastMin) return lighter
  }
  return '#ffffff'
}

/** White or nearly black, whichever is read better on the color. */
function textOn(color: string): string {
  return contrastOf('#ffffff', color) >= contrastOf('#14181b', color) ? '#ffffff' : '#14181b'
}

export interface LookColors {
  readonly primary: string
  readonly onPrimary: string
  readonly accent: string
}

/** Of chosen colors: what is used in a look. */
export function colorsOf(primary: string, accent: string | null, look: Look): LookColors {
  const used = look === 'dark' ? forDark(primary) : primary
  const second = accent ?? primary
  return { primary: used, onPrimary: textOn(used), accent: look === 'dark' ? forDark(second) : second }
}
