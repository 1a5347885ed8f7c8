/** What those who run a class and its participants read of a graduation. */
import '#test/web/browser.ts'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import kitCn from '#kit/messages/cn.json' with { type: 'json' }
import kitEn from '#kit/messages/en.json' with { type: 'json' }
import { proves } from '#test/proves.ts'
import { renderedText } from '#test/web/rendered.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import type { Standing } from '../../contract/conditions.ts'
import type { OwnGraduation } from '../../contract/learning.ts'
import type { Batch } from '../../contract/managing.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { OwnCard } from '../center/GraduationSection.tsx'
import { BatchNote } from './BatchNote.tsx'
import { Obstacles } from './ForecastTable.tsx'

beforeAll(async () => {
  registerMessages('graduation', async (language) => ({ default: language === 'cn' ? cn : en }))
  registerMessages('kit', async (language) => ({ default: language === 'cn' ? kitCn : kitEn }))
  await startTexts(['graduation', 'kit'])
})

const batch: Batch = {
  ...{ taskId: '01a1fdaa-c672-74fb-8330-3df9166daa01', isRunning: true, total: 42, graduated: 10, failing: 2, gone: 0 },
  ...{ startedAt: 1, startedBy: '沈墨', endedAt: null },
}

it('a batch is shown with its processing state while it runs, and with its result afterwards', async () => {
  await proves(['TRAINING-020', 'TRAINING-091'], async () => {
    for (const [language, processing] of [
      ['en', 'Batch graduation in progress'],
      ['cn', '批量结业处理中'],
    ] as const) {
      await switchLanguage(language)
      const running = renderedText(<BatchNote batch={batch} />)
      expect(running).toContain(processing)
      expect(running).toContain('12 / 42')
      const ended = renderedText(<BatchNote batch={{ ...batch, isRunning: false, endedAt: 2 }} />)
      expect(ended).not.toContain(processing)
      expect(ended).toContain('10')
    }
  })
  expect(renderedText(<BatchNote batch={null} />)).toBe('')
})

const attendance: Standing = { kind: 'attendance', name: '', actual: 60, needed: 80, isMet: false }
const score: Standing = { kind: 'score', name: '结业考试', actual: 55, needed: 60, isMet: false }
const credit: Standing = { kind: 'credit', name: '', actual: 150, needed: 200, isMet: false }

it('the simulator says what stands in the way', () => {
  const shown = (obstacles: Standing[], rest = {}) =>
    renderedText(<Obstacles row={{ obstacles, passes: obstacles.length === 0, reason: '', graduation: 1, ...rest }} />)
  const text = shown([attendance, score, { ...score, actual: null }, credit])
  for (const reason of [
    '出勤率 60%，要求 80%',
    '《结业考试》成绩 55，要求 60',
    '《结业考试》暂无成绩',
    '学分 1.5，要求 2',
  ])
    expect(text).toContain(reason)
  expect(shown([])).toBe('已达到全部条件')
  expect(shown([attendance], { graduation: 2, reason: '特批' })).toBe('未达条件直接结业：特批')
})

const own: OwnGraduation = {
  ...{ graduation: 1, graduatedAt: null, certificate: null, retrainAt: null },
  standings: [attendance, { ...score, actual: null }, { ...credit, actual: 200, isMet: true }],
}
const ownText = (rest: Partial<OwnGraduation> = {}) => {
  const shown = { ...own, ...rest }
  return renderedText(
    <MemoryRouter>
      <OwnCard own={shown} state={shown.graduation ?? 1} />
    </MemoryRouter>,
  )
}

it('a participant reads what is left, and afterwards the certificate with its validity', () => {
  expect(ownText()).toContain('距离结业还差 2 项')
  expect(ownText()).not.toContain('55')
  expect(ownText({ standings: [{ ...attendance, actual: 90, isMet: true }] })).toContain('等待班主任办理结业')
  expect(ownText({ standings: [] })).toContain('本班没有结业条件')
  const certificate = {
    ...{ code: 'abcdefghjkmnpqrstuvwxyz2', number: 'AQ-2026-000128', titleCn: '结业证书', titleEn: '' },
    ...{ validity: 'expired' as const, expiresAt: Date.UTC(2026, 10, 27) },
  }
  const graduated = ownText({ graduation: 2, graduatedAt: 1, certificate })
  for (const text of ['已结业', '结业证书', '已过期', 'AQ-2026-000128', '有效期至']) expect(graduated).toContain(text)
  expect(ownText({ graduation: 2, graduatedAt: 1, certificate: { ...certificate, expiresAt: null } })).toContain(
    '长期有效',
  )
})
