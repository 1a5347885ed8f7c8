/** The maps of the specification that the learners' screens show, by their texts. */
import { expect, it } from 'vitest'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }

it('[COURSE-054] a chapter says that more sections exist, or that all are loaded', () => {
  expect(cn.chapter.more).toMatch(/^还有更多/)
  expect(cn.chapter.all).toBe('已全部加载')
  expect(en.chapter.more).toMatch(/^More/)
  expect(en.chapter.all).toBe('All loaded')
})

it('[COURSE-055] a path that is studied in order says so', () => {
  expect([cn.path.inOrder, en.path.inOrder]).toEqual(['顺序学习', 'In order'])
  expect(cn.path.anyOrder).not.toBe(cn.path.inOrder)
})
