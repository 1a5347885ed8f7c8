/** Chat, questions, polls and slides of a room. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '#modules/live/rooms/server.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { balanceOf } from '#modules/platform/currency/server.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { words } from '#modules/platform/words/contract.ts'
import { rooms } from '../contract.ts'
import { ownerCalls, type RoomClient, roomStage } from './room.fixture.ts'

const stage = roomStage()
const { platform } = stage
let host: BuiltMember

beforeAll(async () => {
  host = await stage.member('host', '周敏')
})

async function opened(more: object = {}) {
  const roomId = await stage.room(host, more)
  const leader = await stage.enter(roomId, host)
  const member = await stage.member('viewer', '林小满')
  const viewer = await stage.enter(roomId, member)
  const end = () => Promise.all([leader.leave(), viewer.leave()])
  return { roomId, leader, viewer, member, end }
}

describe('the chat', () => {
  it('delivers every message to everybody, as plain text', async () => {
    const { leader, viewer, end } = await opened()
    const text = '<img src=x onerror=alert(1)> & "大家好"'
    const { message } = await viewer.request('chat.send', { text })
    expect(message).toMatchObject({ text, name: '林小满', role: 'viewer' })
    expect((await leader.until('chat')).message).toEqual(message)
    await leader.request('chat.pin', { id: message.id })
    await viewer.until('chat', (event) => event.message.pinned)
    await leader.request('chat.unpin', { id: message.id })
    await leader.request('chat.remove', { id: message.id })
    expect((await viewer.until('chat.removed')).id).toBe(message.id)
    expect((await leader.refusal('chat.pin', { id: message.id })).code).toBe(900005)
    expect((await viewer.request('chat.history', { before: uuid() })).items).toEqual([])
    await end()
  })

  it('refuses long, empty and sensitive texts', async () => {
    const { viewer, end } = await opened()
    const chief = await buildMember(platform.db, {
      companyId: stage.companyId,
      roles: ['super-admin'],
      now: platform.now,
    })
    await platform.client(words, chief).addWords({ body: { words: ['赌博'], category: '', level: 'refuse' } })
    expect((await viewer.refusal('chat.send', { text: '一起赌博吧' })).code).toBe(900010)
    expect((await viewer.refusal('question.ask', { text: '赌博？' })).code).toBe(900010)
    expect((await viewer.refusal('chat.send', { text: 'x'.repeat(501) })).code).toBe(900001)
    expect((await viewer.refusal('chat.send', { text: '   ' })).code).toBe(900001)
    await viewer.request('chat.send', { text: '好'.repeat(500) })
    await end()
  })

  it('limits and silences viewers, but not staff', async () => {
    const { leader, viewer, end } = await opened()
    await leader.request('chat.slowMode', { seconds: 10 })
    await viewer.until('room', (event) => event.settings.slowModeSeconds === 10)
    await viewer.request('chat.send', { text: '一' })
    expect(await viewer.refusal('chat.send', { text: '二' })).toMatchObject({ code: 370110, data: { seconds: 10 } })
    platform.now += 10_000
    await viewer.request('chat.send', { text: '二' })
    for (const text of ['三', '四']) await leader.request('chat.send', { text })
    await leader.request('chat.mutePerson', { participantId: viewer.participantId, muted: true })
    await viewer.until('may', ({ me }) => me.silenced)
    platform.now += 10_000
    expect((await viewer.refusal('chat.send', { text: '五' })).code).toBe(370109)
    expect((await viewer.refusal('question.ask', { text: '为什么？' })).code).toBe(370109)
    await leader.request('chat.mutePerson', { participantId: viewer.participantId, muted: false })
    await leader.request('room.settings', { settings: { chatOpen: false } })
    expect((await viewer.refusal('chat.send', { text: '六' })).code).toBe(370111)
    expect((await leader.refusal('chat.mutePerson', { participantId: leader.participantId, muted: true })).code).toBe(
      10138,
    )
    await end()
  })

  it('keeps a flood out', async () => {
    const { viewer, leader } = await opened()
    const sent = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => viewer.request('chat.send', { text: `${index}` })),
    )
    const kept = sent.filter(({ status }) => status === 'fulfilled').length
    expect(kept).toBeLessThan(20)
    expect(kept).toBeGreaterThan(0)
    const rest = Array.from({ length: 300 }, () => viewer.request('chat.send', { text: 'x' }).catch(() => undefined))
    expect(await viewer.closed()).toBe(4008)
    await Promise.all(rest)
    await leader.leave()
  })
})

describe('questions', () => {
  it('rise by votes, one for each person, and are marked as answered', async () => {
    const { leader, viewer, end } = await opened()
    const { question } = await viewer.request('question.ask', { text: '灭火器多久检查一次？' })
    await leader.until('question')
    for (let time = 0; time < 2; time++) await leader.request('question.vote', { id: question.id, on: true })
    await viewer.request('question.vote', { id: question.id, on: true })
    await leader.until('question.votes', ({ votes }) => votes[0]?.votes === 2)
    for (let time = 0; time < 2; time++) await viewer.request('question.vote', { id: question.id, on: false })
    await leader.request('question.answered', { id: question.id, answered: true })
    const { items } = await viewer.request('question.list', { page: 1 })
    expect(items).toMatchObject([{ id: question.id, votes: 1, answeredAt: platform.now }])
    expect((await viewer.refusal('question.vote', { id: uuid(), on: true })).code).toBe(900005)
    await leader.request('question.remove', { id: question.id })
    await viewer.until('question.removed')
    await end()
  })
})

describe('polls', () => {
  it('accept one answer a person, and show the result when the host publishes it', async () => {
    const { leader, viewer, end } = await opened()
    const quiz = { kind: 'quiz' as const, question: '火警电话是？', options: ['110', '119', '120'], multiple: false }
    expect((await leader.refusal('poll.open', quiz)).code).toBe(900001)
    const { poll } = await leader.request('poll.open', { ...quiz, correct: [1] })
    expect((await leader.refusal('poll.open', { ...quiz, correct: [1] })).code).toBe(370118)
    const shown = await viewer.until('poll')
    expect(shown.poll).toMatchObject({ state: 'open', counts: null, correct: null })
    expect((await viewer.refusal('poll.answer', { id: poll.id, options: [3] })).code).toBe(900001)
    expect((await viewer.refusal('poll.answer', { id: poll.id, options: [0, 1] })).code).toBe(900001)
    await viewer.request('poll.answer', { id: poll.id, options: [1] })
    expect((await viewer.refusal('poll.answer', { id: poll.id, options: [2] })).code).toBe(370113)
    await leader.until('poll', (event) => event.poll.answered === 1 && event.poll.counts?.[1] === 1)
    await leader.request('poll.close', { id: poll.id })
    expect((await leader.refusal('poll.answer', { id: poll.id, options: [1] })).code).toBe(370112)
    await leader.request('poll.publish', { id: poll.id })
    const { poll: published } = await viewer.until('poll', (event) => event.poll.state === 'published')
    expect(published).toMatchObject({ counts: [0, 1, 0], correct: [1] })
    await end()
  })

  it('count correctly when many people answer at once', async () => {
    const { roomId, leader, end } = await opened()
    const many = await Promise.all(Array.from({ length: 25 }, async () => stage.enter(roomId, await stage.member())))
    const { poll } = await leader.request('poll.open', {
      kind: 'poll',
      question: '节奏？',
      options: ['快', '慢'],
      multiple: true,
    })
    await Promise.all(
      many.map((one, index) => one.request('poll.answer', { id: poll.id, options: index % 5 === 0 ? [0, 1] : [1] })),
    )
    await leader.until('poll', (event) => event.poll.answered === 25)
    await leader.request('poll.publish', { id: poll.id })
    const { poll: published } = await leader.until('poll', (event) => event.poll.state === 'published')
    expect(published.counts).toEqual([5, 25])
    await Promise.all(many.map((one) => one.leave()))
    await end()
  })
})

describe('signing in', () => {
  it('counts in rounds, and as a plain sign-in from outside', async () => {
    const { roomId, leader, viewer, member, end } = await opened()
    expect((await viewer.refusal('sign', {})).code).toBe(370114)
    const { round } = await leader.request('sign.open', { seconds: 60 })
    await viewer.until('sign', (event) => event.round.id === round.id)
    const { at } = await viewer.request('sign', {})
    platform.now += 1000
    expect((await viewer.request('sign', {})).at).toBe(at)
    await leader.until('sign', (event) => event.round.signed === 1)
    expect(await leader.request('sign.list', { page: 1 })).toMatchObject({
      recordCount: 1,
      items: [{ name: '林小满', at }],
    })
    platform.now += 60_000
    expect((await viewer.refusal('sign', {})).code).toBe(370114)
    const second = await leader.request('sign.open', { seconds: 60 })
    expect(second.round.number).toBe(2)
    await leader.request('sign.close', {})
    expect((await leader.refusal('sign.close', {})).code).toBe(370114)
    const request = { companyId: stage.companyId, roomId, memberId: member.id, now: platform.now }
    const signed = await signIn(platform.db, request)
    expect(await signIn(platform.db, { ...request, now: platform.now + 5 })).toBe(signed)
    const stranger = await stage.member()
    await expect(signIn(platform.db, { ...request, memberId: stranger.id })).rejects.toMatchObject({
      error: { code: 370114 },
    })
    const removed = await stage.member()
    const { participantId } = await stage.enter(roomId, removed)
    await leader.request('room.remove', { participantId })
    await expect(signIn(platform.db, { ...request, memberId: removed.id })).rejects.toMatchObject({
      error: { code: 370114 },
    })
    await end()
  })
})

describe('likes and rewards', () => {
  it('add up', async () => {
    const { leader, viewer, end } = await opened()
    const totals = await Promise.all([viewer.request('like', { count: 3 }), leader.request('like', { count: 4 })])
    expect(Math.max(...totals.map(({ total }) => total))).toBe(7)
    await viewer.until('likes', ({ total }) => total === 7)
    await end()
  })

  it('move coins to the host if rewards are on, never more than the balance', async () => {
    const { leader, viewer, member, end } = await opened()
    const refused = (by: RoomClient, coins: number) => by.refusal('reward', { coins })
    expect((await refused(viewer, 5)).code).toBe(370111)
    await sql`insert into settings.rule_config (company_id, key, value, updated_by, updated_at)
      values (${stage.companyId}, 'CURRENCY_REWARD_RULE_CONFIG', '{"switchOpen":"1"}', ${host.id}, ${platform.now})`.execute(
      platform.root,
    )
    const { companyId } = stage
    await buildIssue(platform.db, { companyId, owner: { kind: 'person', id: member.id }, amount: 800n })
    expect(await viewer.request('reward', { coins: 5 })).toMatchObject({ coins: 5, name: '周敏' })
    await leader.until('reward', ({ coins }) => coins === 5)
    expect((await refused(viewer, 4)).code).toBe(2000103)
    const coinsOf = async ({ id }: BuiltMember) =>
      (await balanceOf(platform.db, companyId, { kind: 'person', id }, 1)).totalAmount
    expect([await coinsOf(member), await coinsOf(host)]).toEqual(['300', '500'])
    // Nobody may reward themselves.
    expect((await refused(leader, 1)).code).toBeGreaterThan(0)
    await end()
  })
})

describe('slides and the board', () => {
  it('show a page to everybody, with the lines on it', async () => {
    const { leader, viewer, end } = await opened()
    expect((await leader.refusal('slides.add', { fileId: uuid(), name: '课件', pages: 3 })).code).toBe(900005)
    expect((await leader.refusal('slides.show', { fileId: uuid(), page: 1 })).code).toBe(900005)
    await leader.request('slides.show', { fileId: null, page: 2 })
    await viewer.until('slides', ({ slides }) => slides.page === 2)
    const stroke = {
      id: uuid(),
      fileId: null,
      page: 2,
      tool: 'pen' as const,
      color: '#ff0000',
      width: 30,
      points: [1, 2, 3, 4],
    }
    await leader.request('board.draw', stroke)
    await leader.request('board.draw', stroke)
    expect((await viewer.until('stroke')).stroke).toEqual(stroke)
    expect((await viewer.refusal('board.draw', { ...stroke, id: uuid() })).code).toBe(10138)
    expect((await leader.refusal('board.draw', { ...stroke, id: uuid(), page: 1 })).code).toBe(370107)
    const back = await leader.request('slides.show', { fileId: null, page: 2 })
    expect(back.strokes).toEqual([stroke])
    await leader.request('board.clear', {})
    await viewer.until('board.cleared')
    expect((await leader.request('slides.show', { fileId: null, page: 2 })).strokes).toEqual([])
    await end()
  })
})

describe('slides of a deck', () => {
  it('are readable for guests as well, by an address that opens nothing else', async () => {
    const { roomId, leader, viewer, end } = await opened()
    const owner = { companyId: stage.companyId, ownerId: host.id, kind: 'pdf' as const, contentType: 'application/pdf' }
    const [deck, secret] = [await buildFile(platform.db, owner), await buildFile(platform.db, owner)]
    await leader.request('slides.add', { fileId: deck.id, name: '课件', pages: 1 })
    await leader.request('slides.show', { fileId: deck.id, page: 1 })
    await viewer.until('slides', ({ slides }) => slides.fileId === deck.id)
    const body = { role: 'viewer' as const, label: '外部学员', expiresAt: null }
    const { token } = await platform.client(rooms, host).createLink({ params: { id: roomId }, body })
    const come = { token, name: '张先生', device: 'phone' }
    const { ticket, socketPath } = await platform.client(rooms).guestJoin({ body: come })
    const guest = await stage.connect(`${socketPath}?ticket=${ticket}`)
    await guest.until('snapshot')
    const { url } = await guest.request('slides.address', { fileId: deck.id })
    const get = async (address: string) => (await platform.app.inject({ url: address })).statusCode
    // Only the row exists, without bytes: a permitted reader gets the error that the file is missing.
    expect(await get(url)).toBe(422)
    expect(await get(url.replace(deck.id, secret.id))).toBe(401)
    expect(await get(url.replace(stage.companyId, host.id))).toBe(401)
    expect(await get(`${url}&rendition=poster`)).toBe(401)
    expect(await get(url.replace(/&?grant=[^&]*/, ''))).toBe(401)
    expect((await guest.refusal('slides.address', { fileId: secret.id })).code).toBe(900005)
    platform.now += 3_600_000
    expect(await get(url)).toBe(401)
    // The members' sessions continue in the following tests.
    platform.now -= 3_600_000
    guest.socket.close()
    await end()
  })
})

describe('the room', () => {
  it('[LIVE-090] starts and ends by its host, and its owner receives a call', async () => {
    const roomId = await stage.room(host, { waiting: true })
    const leader = await stage.enter(roomId, host)
    const viewer: RoomClient = await stage.enter(roomId, await stage.member())
    expect((await viewer.refusal('room.start', {})).code).toBe(10138)
    expect((await viewer.refusal('stage.raiseHand', {})).code).toBe(370107)
    await leader.request('room.start', {})
    await viewer.until('state', ({ state }) => state === 'running')
    await leader.request('room.end', {})
    await viewer.until('state', ({ state }) => state === 'ended')
    expect(ownerCalls).toEqual(
      expect.arrayContaining([`entered ${host.id}`, `started by ${host.id}`, `ended by ${host.id}`]),
    )
    await Promise.all([leader.leave(), viewer.leave()])
    await platform.runJobs()
    expect(stage.engine.calls).toContain(`end ${roomId}`)
  })
})
