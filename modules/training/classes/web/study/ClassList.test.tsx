import '#test/web/browser.ts'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { renderedText } from '#test/web/rendered.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import { type ClassListItem, newClass } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { ClassList } from './ClassList.tsx'

beforeAll(async () => {
  registerMessages('classes', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['classes'])
})

const item: ClassListItem = {
  ...newClass,
  ...{ id: 's1', name: '入职须知', summary: '第一周', authorName: '苏静', publishedAt: null },
  ...{ openedAt: null, finishedAt: null },
}

function shown(progress: Partial<ClassListItem>): string {
  return renderedText(
    <MemoryRouter>
      <ClassList items={[{ ...item, ...progress }]} />
    </MemoryRouter>,
  )
}

it('says the name, the author and the progress of each, in both languages', async () => {
  expect(shown({})).toContain('入职须知')
  expect(shown({})).toContain('苏静')
  expect(shown({})).toContain(cn.progress.new)
  expect(shown({ openedAt: 1 })).toContain(cn.progress.opened)
  expect(shown({ openedAt: 1, finishedAt: 2 })).toContain(cn.progress.finished)
  await switchLanguage('en')
  expect(shown({ openedAt: 1, finishedAt: 2 })).toContain(en.progress.finished)
  await switchLanguage('cn')
})
