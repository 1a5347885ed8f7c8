import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Question, Stroke } from '../../contract/shapes.ts'
import type { RoomEvent } from '../../contract/socket.ts'
import { reduceAll, viewOf, withMessages } from './reduce.ts'
import { buildMessage, buildPerson, buildSnapshot } from './room-state.fixture.ts'
import { CHAT_MAX, type RoomView } from './room-state.ts'
import { createRoomStore, isSame } from './room-store.ts'

const view = (more = {}) => viewOf(buildSnapshot(more), 400)
function apply(before: RoomView, ...events: RoomEvent[]): RoomView {
  const next = reduceAll(before, events, 400)
  if (!next) throw new Error('no room')
  return next
}
const question = (id: string, votes = 0): Question => ({
  id,
  votes,
  participantId: 'p',
  name: '李雷',
  text: id,
  at: 1,
  answeredAt: null,
})

describe('the room in the browser', () => {
  it("is empty before the snapshot, and uses the server's clock after it", () => {
    expect(reduceAll(undefined, [{ e: 'likes', total: 3 }], 400)).toBeUndefined()
    expect(view().clockAheadMs).toBe(600)
  })

  it('shows each message once and in order, however the messages arrive', () => {
    const messages = Array.from({ length: 20 }, (_, at) => buildMessage(`m${String(at).padStart(2, '0')}`, 1000 + at))
    const expected = messages.map((message) => message.id)
    const anyOrder = fc.shuffledSubarray([...messages, ...messages], { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(anyOrder, (shuffled) => {
        const events = shuffled.map((message): RoomEvent => ({ e: 'chat', message }))
        expect(apply(view(), ...events).chat.map((message) => message.id)).toEqual(expected)
      }),
    )
  })

  it('keeps only the newest messages, with their pins and removals', () => {
    const many = Array.from({ length: CHAT_MAX + 9 }, (_, at) => buildMessage(`m${1000 + at}`, at))
    const chat = withMessages([], many)
    expect(chat).toHaveLength(CHAT_MAX)
    expect(chat.at(-1)?.id).toBe(many.at(-1)?.id)
    const pinned = apply(
      view({ chat: [buildMessage('a', 1), buildMessage('b', 2)] }),
      { e: 'chat', message: buildMessage('a', 1, { pinned: true }) },
      { e: 'chat.removed', id: 'b' },
      { e: 'chat.removed', id: 'unknown' },
    )
    expect(pinned.chat.map(({ id, pinned: isPinned }) => [id, isPinned])).toEqual([['a', true]])
  })

  it('closes a gap by a snapshot, keeps the older messages, and does not interrupt media', () => {
    const before = view({ chat: [buildMessage('a', 1), buildMessage('b', 2)] })
    const room = buildSnapshot({ chat: [buildMessage('b', 2), buildMessage('c', 3)], online: 9 })
    const next = apply(before, { e: 'snapshot', room })
    expect(next.chat.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(next).toMatchObject({ online: 9, engineRound: 0 })
  })

  it('ignores a repeated event', () => {
    const before = view({ people: [buildPerson({ id: 'p' })], online: 4, likes: 10 })
    const same = apply(
      before,
      { e: 'person', person: buildPerson({ id: 'p' }) },
      { e: 'presence', online: 4, onlinePeak: 1 },
      { e: 'likes', total: 7 },
      { e: 'viewing', viewing: 'rtc' },
    )
    expect(same).toBe(before)
  })

  it('keeps the identity of unchanged parts, so that they are not rendered again', () => {
    const before = view({ questions: [question('q1', 1), question('q2', 5)], people: [buildPerson({ id: 'p' })] })
    const next = apply(before, {
      e: 'question.votes',
      votes: [
        { id: 'q1', votes: 2 },
        { id: 'gone', votes: 9 },
      ],
    })
    expect(next.questions.map(({ votes }) => votes)).toEqual([2, 5])
    expect(next.questions[1]).toBe(before.questions[1])
    expect(next.people).toBe(before.people)
    expect(next.chat).toBe(before.chat)
  })

  it('takes votes and likes as absolute numbers: a repeat or a late one changes nothing', () => {
    const votes: RoomEvent = { e: 'question.votes', votes: [{ id: 'q', votes: 3 }] }
    expect(apply(view({ questions: [question('q')] }), votes, votes).questions[0]?.votes).toBe(3)
    expect(apply(view({ likes: 5 }), { e: 'likes', total: 9 }, { e: 'likes', total: 6 }).likes).toBe(9)
  })

  it('keeps an invitation until it is answered, withdrawn, or the person is on the stage', () => {
    const invited = apply(view(), { e: 'invited', by: '张老师' })
    expect(invited.invitedBy).toBe('张老师')
    expect(apply(invited, { e: 'person', person: buildPerson({ invited: false }) }).invitedBy).toBeUndefined()
    const seat = { number: 1, participantId: 'me', name: '', role: 'viewer', avatarPath: '', online: true } as const
    const on = { audioMuted: false, videoMuted: false, microphone: true, camera: true, screen: false }
    expect(apply(invited, { e: 'stage', seats: [{ ...seat, ...on }] }).invitedBy).toBeUndefined()
    expect(view({ me: buildPerson({ invited: true }) }).invitedBy).toBe('')
  })

  it('signs once a round: a new round asks again, a repeated event does not', () => {
    const round = { id: 's1', number: 1, openedAt: 1, closesAt: null, closed: false, signed: 0 }
    const signed = { ...apply(view(), { e: 'sign', round }), signed: true }
    expect(apply(signed, { e: 'sign', round: { ...round, signed: 4 } }).signed).toBe(true)
    expect(apply(signed, { e: 'sign', round: { ...round, id: 's2', number: 2 } }).signed).toBe(false)
  })

  it('shows only strokes of the current page', () => {
    const stroke = (id: string, page: number): Stroke => ({
      id,
      page,
      fileId: null,
      tool: 'pen',
      color: '#d6402b',
      width: 30,
      points: [0, 0],
    })
    const drawn = apply(
      view(),
      { e: 'stroke', stroke: stroke('a', 1), by: null },
      { e: 'stroke', stroke: stroke('a', 1), by: null },
      { e: 'stroke', stroke: stroke('late', 2), by: null },
    )
    expect(drawn.strokes.map(({ id }) => id)).toEqual(['a'])
    expect(apply(drawn, { e: 'board.undone', ids: ['a', 'gone'] }).strokes).toEqual([])
    expect(apply(drawn, { e: 'board.cleared', fileId: null, page: 2 }).strokes).toHaveLength(1)
    expect(apply(drawn, { e: 'board.cleared', fileId: null, page: 1 }).strokes).toEqual([])
  })

  it('sets up media again when the engine is back, and ignores events of a newer server', () => {
    const feed = { id: 'h:camera', participantId: 'h', source: 'camera', audio: true, video: true } as const
    const running = view({ feeds: [{ ...feed, audioMuted: false, videoMuted: false }] })
    const down = apply(running, { e: 'engine', state: 'down' })
    expect(down).toMatchObject({ engineDown: true, feeds: [] })
    expect(apply(down, { e: 'engine', state: 'back' })).toMatchObject({ engineDown: false, engineRound: 1 })
    expect(apply(running, { e: 'unheard-of' } as unknown as RoomEvent)).toBe(running)
  })
})

describe('the store', () => {
  it('notifies nobody if nothing changes: five thousand viewers are counted, not rendered', () => {
    const store = createRoomStore(() => 400)
    let calls = 0
    store.subscribe(() => calls++)
    store.handleEvents([{ e: 'snapshot', room: buildSnapshot({ online: 5 }) }])
    store.handleEvents([{ e: 'presence', online: 5, onlinePeak: 1 }])
    store.handleEvents([])
    expect(calls).toBe(1)
    store.handleEvents(Array.from({ length: 50 }, (_, at) => ({ e: 'presence', online: 6 + at, onlinePeak: 55 })))
    expect(calls).toBe(2)
    expect(store.get()?.online).toBe(55)
  })

  it('compares slices piece by piece', () => {
    const thing = {}
    expect(isSame([thing, 1], [thing, 1])).toBe(true)
    expect(isSame({ a: thing }, { a: thing })).toBe(true)
    expect(isSame({ a: thing }, { a: {} })).toBe(false)
    expect(isSame([1], { 0: 1 })).toBe(false)
    expect(isSame({ a: undefined }, { b: undefined })).toBe(false)
    expect(isSame(null, {})).toBe(false)
  })
})
