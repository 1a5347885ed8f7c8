import { expect, it } from 'vitest'
import cn from '../messages/cn.json' with { type: 'json' }
import en from '../messages/en.json' with { type: 'json' }

/** Each number of a map with the words of both languages, as the specification's table has them. */
const maps = [
  ['COURSE-034', 'task-status', ['未开始', '学习中', '已完成'], ['not started', 'learning', 'done']],
  ['COURSE-035', 'push-status', ['未推送', '推送成功', '推送失败'], ['not started', 'success', 'failed']],
  ['COURSE-036', 'push-task-status', ['未开始', '进行中', '已完成'], ['not started', 'in progress', 'done']],
] as const

const numbered = (labels: readonly string[]) => Object.fromEntries(labels.map((label, index) => [index + 1, label]))

it.each(maps)('[%s] map %s reads as specified in both languages', (_id, map, chinese, english) => {
  expect(cn.maps[map]).toEqual(numbered(chinese))
  expect(en.maps[map]).toEqual(numbered(english))
})
