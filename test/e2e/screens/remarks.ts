/** What a machine sees wrong with a screen that is open. */
import type { Page } from '@playwright/test'

const textsNamed = 4

export async function widerThanWindow(page: Page): Promise<string[]> {
  const extra = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return extra > 0 ? [`${extra} px wider than the window of ${page.viewportSize()?.width} px`] : []
}

/** Texts that nobody wrote: the keys of messages, and values that are none. */
export async function rawTexts(page: Page): Promise<string[]> {
  const text = (await page.locator('body').allInnerTexts()).join('\n')
  const keys = text.match(/^[a-z]+(\.[a-zA-Z0-9]+){1,}$/gm) ?? []
  const values = text.match(/\b(undefined|NaN|\[object Object\]|Invalid Date)\b/g) ?? []
  return [...new Set([...keys, ...values])].map((raw) => `says "${raw}"`)
}

/** Texts that end in three dots because their place is too narrow, and controls that stand beyond the window's edge. */
export async function cutTexts(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    /** Whether it can be brought into the window. */
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const isSeen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1
    const all = [...document.querySelectorAll('main *, [role=dialog] *')].filter(isSeen)
    const cut = all.filter((element) => {
      const isDotted = getComputedStyle(element).textOverflow === 'ellipsis' && element.textContent !== ''
      return isDotted && element.scrollWidth > element.clientWidth + 1
    })
    const beyond = all.filter((element) => {
      const isControl = element.matches('button, a, input, [role=switch]')
      return isControl && element.getBoundingClientRect().left >= innerWidth && !scrolls(element)
    })
    const words = (element: Element) =>
      element.textContent?.trim() || element.getAttribute('aria-label') || element.tagName
    return { cut: cut.map(words), beyond: beyond.map(words) }
  })
  const width = page.viewportSize()?.width
  const named = (texts: readonly string[]) =>
    texts
      .slice(0, textsNamed)
      .map((text) => `“${text.slice(0, 40)}”`)
      .join(', ')
  const lines: string[] = []
  if (found.cut.length > 0) lines.push(`${found.cut.length} texts cut at ${width} px: ${named(found.cut)}`)
  if (found.beyond.length > 0) lines.push(`${found.beyond.length} controls beyond ${width} px: ${named(found.beyond)}`)
  return lines
}
