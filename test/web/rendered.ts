/** Components as they stand on a screen. A test that renders one proves what a person sees (test/proves.ts). */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { TestRunner } from 'vitest'

export function renderedMarkup(part: ReactNode): string {
  const test = TestRunner.getCurrentTest()
  if (test) test.meta.rendered = true
  return renderToStaticMarkup(part)
}

/** What can be read of it. */
export function renderedText(part: ReactNode): string {
  return readable(renderedMarkup(part))
}

/** What can be read of markup: without tags, and with the characters that markup escapes. */
export function readable(markup: string): string {
  return markup
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
