import '#test/web/browser.ts'
import '#test/web/fake-server.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { sent, serve } from '#test/web/fake-server.ts'
import { keepLanguage } from '#web/i18n/language.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import { currentNotices, dismissNotice } from '#web/ui/notify.ts'
import { checkTexts } from './text-check.ts'

registerMessages('kit', (language) =>
  language === 'cn' ? import('#kit/messages/cn.json') : import('#kit/messages/en.json'),
)

const notices = () => currentNotices().notices.map(({ kind, text }) => ({ kind, text }))
const paths = () => sent.map(({ url }) => url.pathname.replace('/api/v1', ''))

beforeEach(async () => {
  keepLanguage('cn')
  await startTexts(['kit'])
})
afterEach(() => {
  for (const { id } of currentNotices().notices) dismissNotice(id)
})

describe('the check of a form before it is sent', () => {
  it('calls judge-str with the texts; an empty list permits the form without a notification', async () => {
    serve(() => ({ json: [] }))
    const found = await checkTexts({ title: '甲', body: '乙' })
    await proves('SYSTEM-120', () => {
      expect(paths()).toEqual(['/system/sensitive/judge-str'])
      expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ text: '甲\n乙' })
    })
    await proves('SYSTEM-123', () => {
      expect(found.size).toBe(0)
      expect(notices()).toEqual([])
    })
  })

  it.each([
    ['cn', '内容含敏感词：赌博、代考，请重新编辑'],
    ['en', 'Sensitive words found: 赌博、代考. Please edit the text.'],
  ] as const)(
    'lists the found words in an error notification, and answers their positions: %s',
    async (language, text) => {
      keepLanguage(language)
      await startTexts(['kit'])
      const hits = [{ start: 0, end: 2, word: '赌博' }]
      serve(({ url }) =>
        url.pathname.endsWith('judge-str')
          ? { json: ['赌博', '代考'] }
          : { json: { words: ['赌博', '代考'], fields: [{ path: 'body', hits }] } },
      )
      const found = await checkTexts({ title: '甲', body: '赌博代考' })
      await proves('SYSTEM-122', () => {
        expect(found).toEqual(new Map([['body', hits]]))
        expect(notices()).toMatchObject([{ kind: 'error', text: expect.stringContaining('赌博') }])
      })
      await proves('SYSTEM-126', () => expect(notices()).toEqual([{ kind: 'error', text }]))
    },
  )

  it('a word across two texts is no hit', async () => {
    serve(({ url }) => (url.pathname.endsWith('judge-str') ? { json: ['赌博'] } : { json: { words: [], fields: [] } }))
    expect((await checkTexts({ title: '赌', body: '博' })).size).toBe(0)
    expect(notices()).toEqual([])
  })
})
