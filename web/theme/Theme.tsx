import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import type { Language } from '#kit/caller.ts'
import { useLanguage } from '../i18n/texts.ts'
import { look } from './look.ts'
import { themeMode } from './mode.ts'
import { dark, fontsOf, light, type Palette, withCompanyColor } from './palette.ts'

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function writeVariables(palette: Palette, isDark: boolean, language: Language): void {
  const { style, dataset } = document.documentElement
  const { sans, serif } = fontsOf(language)
  for (const [name, value] of Object.entries(palette)) style.setProperty(`--sy-${kebab(name)}`, value)
  style.setProperty('--sy-font-sans', sans)
  style.setProperty('--sy-font-serif', serif)
  style.colorScheme = isDark ? 'dark' : 'light'
  dataset.theme = isDark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', palette.paper)
}

/** The colors of the moment: light or dark, and with the company's own one. */
export function usePalette(): { readonly palette: Palette; readonly isDark: boolean } {
  const { dark: isDark } = themeMode.use()
  const { primaryColor } = look.use()
  const palette = useMemo(() => withCompanyColor(isDark ? dark : light, primaryColor), [isDark, primaryColor])
  return { palette, isDark }
}

/** The look of the product, in light or dark and with the company's own color. Ant Design's part of it is `AntTheme`. */
export function Theme({ children }: { children: ReactNode }) {
  const { palette, isDark } = usePalette()
  const language = useLanguage()
  useLayoutEffect(() => writeVariables(palette, isDark, language), [palette, isDark, language])
  return children
}
