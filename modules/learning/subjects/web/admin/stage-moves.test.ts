import { describe, expect, it } from 'vitest'
import { StoredIds } from '#web/ui/stored-ids.ts'
import type { EditedStage } from '../../contract/authoring.ts'
import { addContents, inputOf, keysIn, moveContent, withoutContent } from './stage-moves.ts'

const content = (id: string) => ({
  ...{ id, businessType: 1, businessId: `b-${id}`, businessName: id, kindName: '课程', coverUrl: null },
  ...{ isRequired: 1 as const, isAvailable: true, positions: [], organizations: [], topics: [] },
})
const stages: EditedStage[] = [
  { id: 's1', title: '甲', summary: '', contents: [content('a'), content('b')] },
  { id: 's2', title: '乙', summary: '', contents: [content('c')] },
]
const shown = (of: readonly EditedStage[]) => of.map(({ id, contents }) => [id, ...contents.map((one) => one.id)])

describe('moving in the stages', () => {
  it('a content goes up and down, and over the edge into the next stage', () => {
    expect(shown(moveContent(stages, 0, 0, 1))).toEqual([
      ['s1', 'b', 'a'],
      ['s2', 'c'],
    ])
    expect(shown(moveContent(stages, 0, 1, 2))).toEqual([
      ['s1', 'a'],
      ['s2', 'b', 'c'],
    ])
    expect(shown(moveContent(stages, 1, 0, -1))).toEqual([['s1', 'a', 'b', 'c'], ['s2']])
    expect(shown(moveContent(stages, 0, 0, -1))).toEqual(shown(stages))
    expect(shown(moveContent(stages, 1, 0, 1))).toEqual(shown(stages))
    expect(shown(moveContent(stages, 5, 0, 1))).toEqual(shown(stages))
  })

  it('what stands in it already is not added again; the ids of new stages are left to the server', () => {
    const choice = { businessType: 15, businessId: 'x', name: '直播', kind: '直播', coverPath: null }
    const known = { ...choice, businessType: 1, businessId: 'b-a' }
    const added = addContents([...stages, { id: 'new 1', title: ' 丙 ', summary: '', contents: [] }], 2, [
      choice,
      known,
    ])
    expect(shown(added)[2]).toEqual(['new 1', '15:x'])
    expect(keysIn(added)).toEqual(new Set(['1:b-a', '1:b-b', '1:b-c', '15:x']))
    const input = inputOf(added, new StoredIds(stages))
    expect(input.map(({ id }) => id)).toEqual(['s1', 's2', undefined])
    expect(input[2]).toMatchObject({ title: '丙', contents: [{ businessType: 15, businessId: 'x', isRequired: 1 }] })
    expect(shown(withoutContent(added, 'b'))[0]).toEqual(['s1', 'a'])
  })
})
