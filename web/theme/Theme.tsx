import { theme as antTheme, ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { createStore } from '../store.ts'
import { look } from './look.ts'
import { themeMode } from './mode.ts'
import { dark, fonts, light, mix, type Palette, withCompanyColor } from './palette.ts'

/** Ant Design's own words; undefined is its built-in English. */
const words = createStore<{ locale: Locale | undefined }>({ locale: undefined })

/** Follows the language of the screen (SHELL-010): Ant Design's words. */
export async function loadAntWords(language: 'cn' | 'en'): Promise<void> {
  if (language === 'en') return words.set({ locale: undefined })
  const { default: locale } = await import('antd/locale/zh_CN')
  words.set({ locale })
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function writeVariables(palette: Palette, isDark: boolean): void {
  const { style, dataset } = document.documentElement
  for (const [name, value] of Object.entries(palette)) style.setProperty(`--sy-${kebab(name)}`, value)
  style.setProperty('--sy-font-sans', fonts.sans)
  style.setProperty('--sy-font-serif', fonts.serif)
  style.colorScheme = isDark ? 'dark' : 'light'
  dataset.theme = isDark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', palette.paper)
}

/** Ant Design would derive greyish grounds from our quiet colours, on which they could not be read. */
function grounds({ success, warning, danger, accent, surface }: Palette) {
  const ground = (color: string) => mix(color, surface, 0.9)
  const edge = (color: string) => mix(color, surface, 0.65)
  return {
    colorSuccessBg: ground(success),
    colorSuccessBorder: edge(success),
    colorWarningBg: ground(warning),
    colorWarningBorder: edge(warning),
    colorErrorBg: ground(danger),
    colorErrorBorder: edge(danger),
    colorInfoBg: ground(accent),
    colorInfoBorder: edge(accent),
  }
}

function antTokens(palette: Palette, isDark: boolean) {
  return {
    algorithm: isDark ? antTheme.darkAlgorithm : antTheme.defaultAlgorithm,
    token: {
      colorPrimary: palette.accent,
      colorInfo: palette.accent,
      colorSuccess: palette.success,
      colorWarning: palette.warning,
      colorError: palette.danger,
      colorLink: palette.accent,
      colorTextBase: palette.ink,
      colorBgBase: palette.surface,
      colorText: palette.ink,
      colorTextSecondary: palette.inkSoft,
      colorTextTertiary: palette.inkFaint,
      colorTextDescription: palette.inkFaint,
      colorTextPlaceholder: palette.inkFaint,
      colorBgLayout: palette.paper,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: palette.lineStrong,
      colorBorderSecondary: palette.line,
      colorTextLightSolid: palette.onAccent,
      fontFamily: fonts.sans,
      fontSize: 14,
      borderRadius: 8,
      borderRadiusLG: 12,
      borderRadiusSM: 6,
      controlHeight: 36,
      controlHeightLG: 44,
      boxShadow: palette.shadowHigh,
      boxShadowSecondary: palette.shadowHigh,
      wireframe: false,
      // A popup that waits for the end of a motion would never come where the user asked for none.
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      ...grounds(palette),
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      Table: {
        headerBg: palette.sunken,
        headerColor: palette.inkSoft,
        headerSplitColor: 'transparent',
        rowHoverBg: palette.paper,
        cellPaddingBlock: 13,
      },
      Card: { headerFontSize: 16 },
      Tooltip: { colorBgSpotlight: isDark ? palette.raised : palette.ink, colorTextLightSolid: '#f6f3ec' },
    },
  }
}

/** The look of the product, in light or dark and with the company's own colour. */
export function Theme({ children }: { children: ReactNode }) {
  const { dark: isDark } = themeMode.use()
  const { primaryColor } = look.use()
  const { locale } = words.use()
  const palette = useMemo(() => withCompanyColor(isDark ? dark : light, primaryColor), [isDark, primaryColor])
  const ant = useMemo(() => antTokens(palette, isDark), [palette, isDark])
  useLayoutEffect(() => writeVariables(palette, isDark), [palette, isDark])
  return (
    <ConfigProvider theme={ant} locale={locale} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  )
}
