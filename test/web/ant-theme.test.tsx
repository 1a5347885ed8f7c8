import './browser.ts'
import { ConfigProvider } from 'antd'
import { useContext } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import AntTheme, { antWords } from '#web/theme/AntTheme.tsx'
import cn from '../../web/messages/cn.json' with { type: 'json' }
import en from '../../web/messages/en.json' with { type: 'json' }
import { renderedText } from './rendered.ts'

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  registerMessages('shell', async (language) => ({ default: language === 'cn' ? cn : en }))
  await Promise.all([startTexts(['shell']), antWords])
})

/** Ant Design puts one part more around the screen where it has a locale: with and without are two different trees. */
test('Ant Design has a locale in each language, so that the screen stays mounted and its forms keep what was typed', async () => {
  const Locale = () => useContext(ConfigProvider.ConfigContext).locale?.locale ?? 'none'
  const locale = () =>
    renderedText(
      <AntTheme>
        <Locale />
      </AntTheme>,
    )
  expect(locale()).toBe('zh-cn')
  await switchLanguage('en')
  expect(locale()).toBe('en')
  await switchLanguage('cn')
  expect(locale()).toBe('zh-cn')
})
