import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { roomStage } from './room.fixture.ts'

const stage = roomStage()
let host: BuiltMember
beforeAll(async () => {
  host = await stage.member('host')
})

const line = (more: object = {}) => ({
  ...{ id: uuid(), fileId: null, page: 1, color: '#d6402b', width: 30, points: [1, 2, 3, 4] },
  ...{ tool: 'pen' as const },
  ...more,
})

describe('the board', () => {
  it("takes back a person's own lines, and nobody else’s", async () => {
    const roomId = await stage.room(host)
    const leader = await stage.enter(roomId, host)
    const helper = await stage.enter(roomId, await stage.member('assistant'))
    const [mine, theirs] = [line(), line()]
    await leader.request('board.draw', mine)
    await helper.request('board.draw', theirs)
    await helper.request('board.undo', { ids: [mine.id] })
    await leader.request('board.undo', { ids: [mine.id, theirs.id, uuid()] })
    expect((await helper.until('board.undone')).ids).toEqual([mine.id])
    const late = await stage.enter(roomId, await stage.member())
    expect(late.snapshot.strokes.map(({ id }) => id)).toEqual([theirs.id])
    await leader.request('board.undo', { ids: [mine.id] })
    for (const client of [leader, helper, late]) await client.leave()
  })

  it('shows text where it was written; a line has no text, and a text tool needs one', async () => {
    const roomId = await stage.room(host)
    const leader = await stage.enter(roomId, host)
    const text = line({ tool: 'text', text: '<b>要点</b>', points: [100, 200] })
    await leader.request('board.draw', text)
    expect((await leader.until('stroke')).stroke).toEqual(text)
    expect((await leader.refusal('board.draw', line({ tool: 'text' }))).code).toBe(900001)
    expect((await leader.refusal('board.draw', line({ text: 'hidden' }))).code).toBe(900001)
    expect((await leader.refusal('board.draw', line({ tool: 'text', text: 'x'.repeat(201) }))).code).toBe(900001)
    await leader.leave()
  })
})
