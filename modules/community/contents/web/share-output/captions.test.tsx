/** The captions in the editor of a video. What happens when they are used: test/e2e/content-captions.e2e.ts. */
import '#test/web/browser.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderedText } from '#test/web/rendered.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import { emptyFields } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { CaptionFields, withCaptions } from './FileFields.tsx'

const words = { cn, en } as const

beforeAll(async () => {
  registerMessages('contents', async (language) => ({ default: words[language] }))
  await startTexts(['contents'])
})

const track = (at: number, language: string) => ({
  ...{ id: `019a0000-0000-7000-8000-00000000000${at}`, language, label: language, cueCount: at },
})

describe('captions of a draft', () => {
  it('have one file a language: another takes its place, and the others stay', () => {
    const [english, chinese, newer] = [track(1, 'en'), track(2, 'zh-CN'), track(3, 'en')]
    expect(withCaptions([], chinese)).toEqual([chinese])
    expect(withCaptions([chinese], english)).toEqual([english, chinese])
    expect(withCaptions([english, chinese], newer)).toEqual([newer, chinese])
  })

  it.each(['cn', 'en'] as const)('wait for the video (%s)', async (language) => {
    await switchLanguage(language)
    const form = (fileId: string | null) => (
      <CaptionFields accountId={track(9, 'en').id} fields={{ ...emptyFields, fileId }} onChange={() => undefined} />
    )
    expect(renderedText(form(null))).toContain(words[language].write.captionsLater)
    expect(renderedText(form(track(8, 'en').id))).not.toContain(words[language].write.captionsLater)
  })
})
