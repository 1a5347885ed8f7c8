import '#test/web/browser.ts'
import { beforeAll, expect, it } from 'vitest'
import { renderedText } from '#test/web/rendered.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import CaptionsEditor from './CaptionsEditor.tsx'

const words = { cn, en } as const

beforeAll(async () => {
  registerMessages('playback', async (language) => ({ default: words[language] }))
  await startTexts(['playback'])
})

it.each(['cn', 'en'] as const)(
  'names each language with its captions, and says what can be uploaded (%s)',
  async (language) => {
    await switchLanguage(language)
    const track = (id: string, label: string, cueCount: number) => ({ id, language: id, label, cueCount })
    const shown = (captions: readonly ReturnType<typeof track>[]) =>
      renderedText(
        <CaptionsEditor
          captions={captions}
          onSave={async () => track('en', 'English', 1)}
          onRemove={async () => undefined}
        />,
      )
    const { captionFiles } = words[language]
    const two = shown([track('en', 'English', 1), track('zh-CN', '中文（中国）', 12)])
    expect(two).toContain(`English ${captionFiles.cues_one.replace('{count}', '1')}`)
    expect(two).toContain(`中文（中国） ${captionFiles.cues_other.replace('{count}', '12')}`)
    expect(two.split(captionFiles.remove)).toHaveLength(3)
    const none = shown([])
    expect(none).toContain(captionFiles.hint)
    expect(none).not.toContain(captionFiles.remove)
  },
)
