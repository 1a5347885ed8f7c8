/** Ant Design's share of the look. It is fetched with the first screen that shows a part of Ant Design. */
import { theme as antTheme, ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import { type ReactNode, useEffect, useMemo } from 'react'
import { currentLanguage } from '../i18n/language.ts'
import { followLanguage } from '../i18n/texts.ts'
import { createStore } from '../store.ts'
import { returnFocusFromDialogs } from './focus-return.ts'
import { mix, type Palette } from './palette.ts'
import { usePalette } from './Theme.tsx'

/** Ant Design's own words. They are there before the theme is shown (`antWords`). */
const words = createStore<{ locale: Locale | undefined }>({ locale: undefined })

/**
 * Follows the language of the screen (SHELL-010): Ant Design's words. English is given as well, though it is built in:
 * `ConfigProvider` wraps its children once more where it has a locale, so one that came and went would mount the screen a
 * second time and empty its forms.
 */
async function loadAntWords(language: 'cn' | 'en'): Promise<void> {
  const { default: locale } = await (language === 'cn' ? import('antd/locale/zh_CN') : import('antd/locale/en_US'))
  words.set({ locale })
}

/** Ant Design would derive greyish grounds from our quiet colors, on which they could not be read. */
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
      fontFamily: 'var(--sy-font-sans)',
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
      // Its own grey looks the same as our surfaces.
      Tag: { defaultBg: isDark ? palette.line : palette.sunken, defaultColor: palette.inkSoft },
      Tooltip: { colorBgSpotlight: isDark ? palette.raised : palette.ink, colorTextLightSolid: '#f6f3ec' },
    },
  }
}

/** Around every screen that shows parts of Ant Design. */
export default function AntTheme({ children }: { children: ReactNode }) {
  const { palette, isDark } = usePalette()
  const { locale } = words.use()
  const ant = useMemo(() => antTokens(palette, isDark), [palette, isDark])
  useEffect(returnFocusFromDialogs, [])
  return (
    <ConfigProvider theme={ant} locale={locale} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  )
}

followLanguage(loadAntWords)

/** Before the first screen with Ant Design is shown. */
export const antWords = loadAntWords(currentLanguage())
