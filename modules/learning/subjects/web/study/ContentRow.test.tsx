import '#test/web/browser.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import type { StageContent } from '../../contract/wire.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { ContentRow } from './ContentRow.tsx'

beforeAll(async () => {
  registerMessages('subjects', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['subjects'])
})

const content: StageContent = {
  ...{ id: 'c1', businessType: 1, businessId: 'b1', businessName: '灭火器', kindName: '课程', coverUrl: null },
  ...{ isRequired: 1, isAvailable: true, becauseOf: null },
  progress: { isRegistered: false, finishStatus: 0, isStarted: false, isFinished: false, percent: 0, finishedAt: null },
}

function marked(isRequired: 0 | 1): string {
  const row = <ContentRow content={{ ...content, isRequired }} isNext={false} onOpen={undefined} opening={false} />
  return renderToStaticMarkup(row).replace(/<[^>]+>/g, '|')
}

it('[COURSE-066] a content is marked as required or elective, in both languages', async () => {
  expect(marked(1)).toContain('|必修|')
  expect(marked(1)).not.toContain('选修')
  expect(marked(0)).toContain('|选修|')
  expect(marked(0)).not.toContain('必修')
  await switchLanguage('en')
  expect(marked(1)).toContain('|Required|')
  expect(marked(0)).toContain('|Elective|')
  await switchLanguage('cn')
})
