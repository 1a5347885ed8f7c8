/** How far a screen moves by itself while it comes: the sum of the browser's layout shifts (0.1 is a tenth of the screen). */
import type { Page } from '@playwright/test'

/** A screen that moves more than this makes people press what they did not mean. */
export const shiftMax = 0.05
/** Everybody begins at the home page, and presses there what is due. */
export const homeShiftMax = 0.02

const observe = `window.shiftSeen = { sum: 0, moved: [] }
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue
    window.shiftSeen.sum += entry.value
    for (const { node } of entry.sources)
      window.shiftSeen.moved.push(node instanceof Element ? node.tagName + '.' + String(node.className) : node?.nodeName)
  }
}).observe({ type: 'layout-shift', buffered: true })`

export interface Shift {
  readonly sum: number
  readonly moved: readonly string[]
}

/** From the next document on. */
export async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(observe)
}

/** The shift since the last look, and what moved. */
export function takeShift(page: Page): Promise<Shift> {
  return page.evaluate(`(() => {
    const { sum, moved } = window.shiftSeen
    window.shiftSeen = { sum: 0, moved: [] }
    return { sum, moved: [...new Set(moved)].slice(0, 6) }
  })()`)
}
