/** Strokes of the whiteboard: points from 0 to 1 of the sheet, so that every screen shows them in their place. */

export const boardTools = ['pen', 'marker', 'arrow', 'text'] as const
export type BoardTool = (typeof boardTools)[number]

/** Six that can be told apart on white paper and on a dark slide. */
export const boardColors = ['#d6402b', '#1f6fb2', '#2b8a57', '#e0a315', '#7b4bb7', '#16191c'] as const

/** A point is kept to a ten-thousandth of the sheet: finer than a pixel of any screen. */
const STEPS = 10_000

export function normalise(value: number, size: number): number {
  if (size <= 0) return 0
  return Math.round(Math.min(1, Math.max(0, value / size)) * STEPS) / STEPS
}

/** Whether a point is far enough from the last one to be worth sending: 0.15 % of the sheet. */
export function isNews(points: readonly number[], x: number, y: number): boolean {
  const lastY = points.at(-1)
  const lastX = points.at(-2)
  if (lastX === undefined || lastY === undefined) return true
  return (x - lastX) ** 2 + (y - lastY) ** 2 >= 0.0015 ** 2
}

/** Numbers of a stroke at most; a longer line goes on as another stroke that begins where it ended. */
export const STROKE_NUMBERS_MAX = 400
