import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import type { PathChapter, PositionSection } from '../../contract/wire.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { ChapterPanel } from './ChapterPanel.tsx'

beforeAll(async () => {
  registerMessages('paths', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['paths'])
})

const section = (index: number): PositionSection => ({
  ...{ id: `s${index}`, businessId: `b${index}`, businessType: 5, kind: { cn: '直播', en: 'Live' } },
  ...{ name: `第 ${index} 节`, link: '/x', require: 1, choiceId: null, needsReview: false, finishStatus: 0 },
  ...{ isFinished: false, percent: 0, isAvailable: true, progressId: null, proofState: null },
})

/** What is shown of a chapter with so many sections, of which the first page is loaded. */
function shown(sectionCount: number): string {
  const positionSections = Array.from({ length: Math.min(sectionCount, 100) }, (_, index) => section(index))
  const chapter: PathChapter = {
    ...{ id: 'c', index: 0, title: '入门', summary: '', lockIcon: null, lock: null, opensAt: null, closesAt: null },
    ...{ choices: [], sectionCount, finishedCount: 0, requiredCount: sectionCount, requiredDoneCount: 0 },
    ...{ isFinished: false, loadStatus: sectionCount > 100 ? 0 : 2, pageIndex: 1, positionSections, newSections: [] },
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ChapterPanel pathId="p" chapter={chapter} active={undefined} isRegistered />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('a chapter of more than a hundred sections offers to load more of them', async () => {
  await proves('COURSE-050', () => {
    expect(shown(250).match(/<li /g)).toHaveLength(100)
  })
  await proves('COURSE-051', () => {
    expect(shown(100)).not.toContain('lp-more')
    expect(shown(101)).toMatch(/<button [^>]*lp-more/)
  })
  await proves('COURSE-054', async () => {
    expect(shown(101)).toContain('还有更多（100/101）')
    await switchLanguage('en')
    expect(shown(101)).toContain('More (100/101)')
    await switchLanguage('cn')
  })
})
