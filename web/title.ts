import { useEffect, useLayoutEffect } from 'react'
import type { Bilingual } from './i18n/language.ts'
import { useBilingual, useText } from './i18n/texts.ts'
import { currentPath } from './paths.ts'
import { look } from './theme/look.ts'

/** What the product is called here: the company's name for it, or ours. */
export function useProductName(): string {
  const t = useText('shell')
  return look.use().platformName || t('product')
}

const COUNT_SHOWN_MAX = 99
const VISITED_MAX = 6
let page = ''
let visited: readonly { readonly path: string; readonly title: string }[] = []
let count = 0

function showTitle(): void {
  const mark = count === 0 ? '' : `(${count > COUNT_SHOWN_MAX ? `${COUNT_SHOWN_MAX}+` : count}) `
  document.title = mark + page
}

function setTitle(text: string): void {
  page = text
  showTitle()
  const path = currentPath()
  const title = text.replace(/ · .*$/, '')
  visited = [{ path, title }, ...visited.filter((one) => one.path !== path)].slice(0, VISITED_MAX + 1)
}

/** The screens that this page has shown before this one, the last ones first. Nothing keeps them. */
export const visitedScreens = () => visited.slice(1)

/** How much is new, before the title: whoever works in another tab sees it there. */
export function setTitleCount(unread: number): void {
  count = unread
  if (page !== '') showTitle()
}

/** The browser's title: the page, then the product. For pages that know better than their route, once they do. */
export function usePageTitle(title: string | undefined): void {
  const product = useProductName()
  useEffect(() => {
    if (title) setTitle(`${title} · ${product}`)
  }, [title, product])
}

/** The title of a screen. A layout effect, so that the page's own title, set in an effect, comes after it. */
export function useScreenTitle(title: Bilingual): void {
  const text = useBilingual()(title)
  const product = useProductName()
  useLayoutEffect(() => {
    setTitle(`${text} · ${product}`)
  }, [text, product])
}
