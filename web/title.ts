import { useEffect, useLayoutEffect } from 'react'
import type { Bilingual } from './i18n/language.ts'
import { useBilingual, useText } from './i18n/texts.ts'
import { look } from './theme/look.ts'

/** What the product is called here: the company's name for it, or ours. */
export function useProductName(): string {
  const t = useText('shell')
  return look.use().platformName || t('product')
}

/** The browser's title: the page, then the product. For pages that know better than their route, once they do. */
export function usePageTitle(title: string | undefined): void {
  const product = useProductName()
  useEffect(() => {
    if (title) document.title = `${title} · ${product}`
  }, [title, product])
}

/** The title of a screen. A layout effect, so that the page's own title, set in an effect, comes after it. */
export function useScreenTitle(title: Bilingual): void {
  const text = useBilingual()(title)
  const product = useProductName()
  useLayoutEffect(() => {
    document.title = `${text} · ${product}`
  }, [text, product])
}
