import { expect, it } from 'vitest'
import type { PositionBasicInfo } from '../../contract/learning.ts'
import { placeOf } from './place.ts'

const active = { chapterId: 'c2', chapterIndex: 1, sectionId: 's5', sectionIndex: 3, sectionName: '交接班' }
const study = { registeredAt: 1, percent: 40, isFinished: false, finishedAt: null, lastStudiedAt: 2 }
const info: PositionBasicInfo = {
  ...{
    pageId: 'p1',
    name: '班组长之路',
    summary: '',
    coverUrl: null,
    channelName: null,
    isOnShelf: true,
    isOpen: true,
    isUnpaid: false,
  },
  ...{ learnSequence: 1, lessonLocation: active.sectionId, totalChapter: 3, active, next: null, study },
  gives: { classHourHundredths: 0, creditHundredths: 0, certificate: null },
}

it('[COURSE-047] the learner stands at the section that was opened last, with its indexes', () => {
  expect(placeOf(info)).toEqual(active)
})

it('stands nowhere before anything was opened, and without being on the path', () => {
  expect(placeOf({ ...info, lessonLocation: null })).toBeUndefined()
  expect(placeOf({ ...info, study: null })).toBeUndefined()
})
