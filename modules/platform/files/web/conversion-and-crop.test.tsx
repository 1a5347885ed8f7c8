import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import kitCn from '#kit/messages/cn.json' with { type: 'json' }
import kitEn from '#kit/messages/en.json' with { type: 'json' }
import { proves } from '#test/proves.ts'
import { renderedMarkup, renderedText } from '#test/web/rendered.ts'
import { queryClient } from '#web/api/query.ts'
import { keepLanguage } from '#web/i18n/language.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import en from '../messages/en.json' with { type: 'json' }
import Conversion, { type ConversionProps } from './Conversion.tsx'
import ImageCropField from './ImageCropField.tsx'

const within = (part: ReactNode) => <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>

beforeAll(() => {
  registerMessages('kit', async (language) => ({ default: language === 'cn' ? kitCn : kitEn }))
  registerMessages('files', async (language) => ({ default: language === 'cn' ? cn : en }))
})

describe.each([
  {
    language: 'cn',
    conversion: {
      waiting: '等待转换',
      running: '正在转换 45%',
      done: '转换完成',
      failed: '转换失败',
      retry: '重新转换',
    },
    crop: { prompt: '上传头像', hint: '建议尺寸300x300' },
  },
  {
    language: 'en',
    conversion: {
      waiting: 'Waiting for conversion',
      running: 'Converting 45%',
      done: 'Converted',
      failed: 'Conversion failed',
      retry: 'Convert again',
    },
    crop: { prompt: 'Upload avatar', hint: 'Recommended size: 300 × 300' },
  },
] as const)('in $language', ({ language, conversion, crop }) => {
  beforeEach(async () => {
    keepLanguage(language)
    await startTexts(['kit', 'files'])
  })

  const shown = (state: Partial<ConversionProps['state']>, mayRetry = true) =>
    renderedText(
      within(
        <Conversion
          state={{ id: 'f', translateType: 0, progressPermille: 0, failure: null, ...state }}
          mayRetry={mayRetry}
        />,
      ),
    ).trim()

  it('a conversion shows its progress, and offers a retry after a failure', async () => {
    await proves('SYSTEM-084', () => {
      expect(shown({ translateType: 0 })).toBe(conversion.waiting)
      expect(shown({ translateType: 0, progressPermille: 459 })).toBe(conversion.running)
      expect(shown({ translateType: 1, progressPermille: 1000 })).toBe(conversion.done)
      expect(shown({ translateType: 2 }, false)).toBe(conversion.failed)
      expect(shown({ translateType: null })).toBe('')
    })
    await proves('SYSTEM-085', () => {
      const texts = language === 'cn' ? cn.conversion.failure : en.conversion.failure
      expect(shown({ translateType: 2, failure: 'too-long' }, false)).toBe(
        `${conversion.failed} · ${texts['too-long']}`,
      )
    })
    await proves('SYSTEM-086', () => {
      const offers = ([0, 1, 2] as const).map((translateType) => shown({ translateType }).includes(conversion.retry))
      expect(offers).toEqual([false, false, true])
      expect(shown({ translateType: 2 }, false)).not.toContain(conversion.retry)
    })
  })

  it('the cropper has the prompt and the hint of the specification', async () => {
    const markup = renderedMarkup(within(<ImageCropField onUploaded={() => undefined} />))
    await proves('SYSTEM-059', () => {
      expect(markup).toContain(`<span>${crop.prompt}</span>`)
      expect(markup).toContain(`>${crop.hint}</span>`)
    })
    await proves('SYSTEM-111', () => expect(markup).toContain(`aria-label="${crop.prompt}"`))
    await proves('SYSTEM-112', () => expect(markup).toContain(crop.hint))
    expect(markup).toContain('accept=".jpg,.jpeg,.png"')
  })
})
