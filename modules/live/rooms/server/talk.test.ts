/** What is said, asked, voted and shown in a room. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '#modules/live/rooms/server.ts'
import { buildIssue } from '#modules/platform/currency/server/build.ts'
import { balanceOf } from '#modules/platform/currency/server.ts'
import { buildFile } from '#modules/platform/files/server/build.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/build.ts'
import { words } from '#modules/platform/words/contract.ts'
import { rooms } from '../contract.ts'
import { roomStage, type Seated, toldOwner } from './room-fixture.ts'

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
  it('hands everybody what is written, as text and nothing else', async () => {
    const { leader, viewer, end } = await opened()
    const text = '<img src=x onerror=alert(1)> & "大家好"'
    const { message } = await viewer.ask('chat.send', { text })
    expect(message).toMatchObject({ text, name: '林小满', role: 'viewer' })
    expect((await leader.until('chat')).message).toEqual(message)
    await leader.ask('chat.pin', { id: message.id })
    await viewer.until('chat', (event) => event.message.pinned)
    await leader.ask('chat.unpin', { id: message.id })
    await leader.ask('chat.remove', { id: message.id })
    expect((await viewer.until('chat.removed')).id).toBe(message.id)
    expect((await leader.refusal('chat.pin', { id: message.id })).code).toBe(900005)
    expect((await viewer.ask('chat.history', { before: uuid() })).items).toEqual([])
    await end()
  })

  it('refuses what is too long, empty, or has sensitive words', async () => {
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
    await viewer.ask('chat.send', { text: '好'.repeat(500) })
    await end()
  })

  it('slows down and silences viewers, not those who lead', async () => {
    const { leader, viewer, end } = await opened()
    await leader.ask('chat.slowMode', { seconds: 10 })
    await viewer.until('room', (event) => event.settings.slowModeSeconds === 10)
    await viewer.ask('chat.send', { text: '一' })
    expect(await viewer.refusal('chat.send', { text: '二' })).toMatchObject({ code: 370110, data: { seconds: 10 } })
    platform.now += 10_000
    await viewer.ask('chat.send', { text: '二' })
    for (const text of ['三', '四']) await leader.ask('chat.send', { text })
    await leader.ask('chat.mutePerson', { participantId: viewer.participantId, muted: true })
    await viewer.until('may', ({ me }) => me.silenced)
    platform.now += 10_000
    expect((await viewer.refusal('chat.send', { text: '五' })).code).toBe(370109)
    expect((await viewer.refusal('question.ask', { text: '为什么？' })).code).toBe(370109)
    await leader.ask('chat.mutePerson', { participantId: viewer.participantId, muted: false })
    await leader.ask('room.settings', { settings: { chatOpen: false } })
    expect((await viewer.refusal('chat.send', { text: '六' })).code).toBe(370111)
    expect((await leader.refusal('chat.mutePerson', { participantId: leader.participantId, muted: true })).code).toBe(
      10138,
    )
    await end()
  })

  it('keeps a flood out', async () => {
    const { viewer, leader } = await opened()
    const sent = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => viewer.ask('chat.send', { text: `${index}` })),
    )
    const kept = sent.filter(({ status }) => status === 'fulfilled').length
    expect(kept).toBeLessThan(20)
    expect(kept).toBeGreaterThan(0)
    const rest = Array.from({ length: 300 }, () => viewer.ask('chat.send', { text: 'x' }).catch(() => undefined))
    expect(await viewer.closed()).toBe(4008)
    await Promise.all(rest)
    await leader.leave()
  })
})

describe('questions', () => {
  it('rise by votes, one a person, and are marked as answered', async () => {
    const { leader, viewer, end } = await opened()
    const { question } = await viewer.ask('question.ask', { text: '灭火器多久检查一次？' })
    await leader.until('question')
    for (let time = 0; time < 2; time++) await leader.ask('question.vote', { id: question.id, on: true })
    await viewer.ask('question.vote', { id: question.id, on: true })
    await leader.until('question.votes', ({ votes }) => votes[0]?.votes === 2)
    for (let time = 0; time < 2; time++) await viewer.ask('question.vote', { id: question.id, on: false })
    await leader.ask('question.answered', { id: question.id, answered: true })
    const { items } = await viewer.ask('question.list', { page: 1 })
    expect(items).toMatchObject([{ id: question.id, votes: 1, answeredAt: platform.now }])
    expect((await viewer.refusal('question.vote', { id: uuid(), on: true })).code).toBe(900005)
    await leader.ask('question.remove', { id: question.id })
    await viewer.until('question.removed')
    await end()
  })
})

describe('polls', () => {
  it('take one answer a person, and show the result when the host says so', async () => {
    const { leader, viewer, end } = await opened()
    const wish = { kind: 'quiz' as const, question: '火警电话是？', options: ['110', '119', '120'], multiple: false }
    expect((await leader.refusal('poll.open', wish)).code).toBe(900001)
    const { poll } = await leader.ask('poll.open', { ...wish, correct: [1] })
    expect((await leader.refusal('poll.open', { ...wish, correct: [1] })).code).toBe(370118)
    const shown = await viewer.until('poll')
    expect(shown.poll).toMatchObject({ state: 'open', counts: null, correct: null })
    expect((await viewer.refusal('poll.answer', { id: poll.id, options: [3] })).code).toBe(900001)
    expect((await viewer.refusal('poll.answer', { id: poll.id, options: [0, 1] })).code).toBe(900001)
    await viewer.ask('poll.answer', { id: poll.id, options: [1] })
    expect((await viewer.refusal('poll.answer', { id: poll.id, options: [2] })).code).toBe(370113)
    await leader.until('poll', (event) => event.poll.answered === 1 && event.poll.counts?.[1] === 1)
    await leader.ask('poll.close', { id: poll.id })
    expect((await leader.refusal('poll.answer', { id: poll.id, options: [1] })).code).toBe(370112)
    await leader.ask('poll.publish', { id: poll.id })
    const { poll: published } = await viewer.until('poll', (event) => event.poll.state === 'published')
    expect(published).toMatchObject({ counts: [0, 1, 0], correct: [1] })
    await end()
  })

  it('count right when many answer at once', async () => {
    const { roomId, leader, end } = await opened()
    const many = await Promise.all(Array.from({ length: 25 }, async () => stage.enter(roomId, await stage.member())))
    const { poll } = await leader.ask('poll.open', {
      kind: 'poll',
      question: '节奏？',
      options: ['快', '慢'],
      multiple: true,
    })
    await Promise.all(
      many.map((one, index) => one.ask('poll.answer', { id: poll.id, options: index % 5 === 0 ? [0, 1] : [1] })),
    )
    await leader.until('poll', (event) => event.poll.answered === 25)
    await leader.ask('poll.publish', { id: poll.id })
    const { poll: published } = await leader.until('poll', (event) => event.poll.state === 'published')
    expect(published.counts).toEqual([5, 25])
    await Promise.all(many.map((one) => one.leave()))
    await end()
  }, 60_000)
})

describe('signing in', () => {
  it('counts in rounds, and as a plain sign from outside', async () => {
    const { roomId, leader, viewer, member, end } = await opened()
    expect((await viewer.refusal('sign', {})).code).toBe(370114)
    const { round } = await leader.ask('sign.open', { seconds: 60 })
    await viewer.until('sign', (event) => event.round.id === round.id)
    const { at } = await viewer.ask('sign', {})
    platform.now += 1000
    expect((await viewer.ask('sign', {})).at).toBe(at)
    await leader.until('sign', (event) => event.round.signed === 1)
    expect(await leader.ask('sign.list', { page: 1 })).toMatchObject({
      recordCount: 1,
      items: [{ name: '林小满', at }],
    })
    platform.now += 60_000
    expect((await viewer.refusal('sign', {})).code).toBe(370114)
    const second = await leader.ask('sign.open', { seconds: 60 })
    expect(second.round.number).toBe(2)
    await leader.ask('sign.close', {})
    expect((await leader.refusal('sign.close', {})).code).toBe(370114)
    const ask = { companyId: stage.companyId, roomId, memberId: member.id, now: platform.now }
    const signed = await signIn(platform.db, ask)
    expect(await signIn(platform.db, { ...ask, now: platform.now + 5 })).toBe(signed)
    const stranger = await stage.member()
    await expect(signIn(platform.db, { ...ask, memberId: stranger.id })).rejects.toMatchObject({
      error: { code: 370114 },
    })
    const removed = await stage.member()
    const { participantId } = await stage.enter(roomId, removed)
    await leader.ask('room.remove', { participantId })
    await expect(signIn(platform.db, { ...ask, memberId: removed.id })).rejects.toMatchObject({
      error: { code: 370114 },
    })
    await end()
  })
})

describe('likes and rewards', () => {
  it('add up', async () => {
    const { leader, viewer, end } = await opened()
    const totals = await Promise.all([viewer.ask('like', { count: 3 }), leader.ask('like', { count: 4 })])
    expect(Math.max(...totals.map(({ total }) => total))).toBe(7)
    await viewer.until('likes', ({ total }) => total === 7)
    await end()
  })

  it('move coins to the host where rewards are on, never more than there are', async () => {
    const { leader, viewer, member, end } = await opened()
    const refused = (by: Seated, coins: number) => by.refusal('reward', { coins })
    expect((await refused(viewer, 5)).code).toBe(370111)
    await sql`insert into settings.rule_config (company_id, key, value, updated_by, updated_at)
      values (${stage.companyId}, 'CURRENCY_REWARD_RULE_CONFIG', '{"switchOpen":"1"}', ${host.id}, ${platform.now})`.execute(
      platform.root,
    )
    const { companyId } = stage
    await buildIssue(platform.db, { companyId, owner: { kind: 'person', id: member.id }, amount: 800n })
    expect(await viewer.ask('reward', { coins: 5 })).toMatchObject({ coins: 5, name: '周敏' })
    await leader.until('reward', ({ coins }) => coins === 5)
    expect((await refused(viewer, 4)).code).toBe(2000103)
    const coinsOf = async ({ id }: BuiltMember) =>
      (await balanceOf(platform.db, companyId, { kind: 'person', id }, 1)).totalAmount
    expect([await coinsOf(member), await coinsOf(host)]).toEqual(['300', '500'])
    // Nobody rewards themselves.
    expect((await refused(leader, 1)).code).toBeGreaterThan(0)
    await end()
  })
})

describe('slides and the board', () => {
  it('show a page to everybody, with what is drawn on it', async () => {
    const { leader, viewer, end } = await opened()
    expect((await leader.refusal('slides.add', { fileId: uuid(), name: '课件', pages: 3 })).code).toBe(900005)
    expect((await leader.refusal('slides.show', { fileId: uuid(), page: 1 })).code).toBe(900005)
    await leader.ask('slides.show', { fileId: null, page: 2 })
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
    await leader.ask('board.draw', stroke)
    await leader.ask('board.draw', stroke)
    expect((await viewer.until('stroke')).stroke).toEqual(stroke)
    expect((await viewer.refusal('board.draw', { ...stroke, id: uuid() })).code).toBe(10138)
    expect((await leader.refusal('board.draw', { ...stroke, id: uuid(), page: 1 })).code).toBe(370107)
    const back = await leader.ask('slides.show', { fileId: null, page: 2 })
    expect(back.strokes).toEqual([stroke])
    await leader.ask('board.clear', {})
    await viewer.until('board.cleared')
    expect((await leader.ask('slides.show', { fileId: null, page: 2 })).strokes).toEqual([])
    await end()
  })
})

describe('slides of a deck', () => {
  it('are read by guests as well, by an address that opens nothing else', async () => {
    const { roomId, leader, viewer, end } = await opened()
    const owner = { companyId: stage.companyId, ownerId: host.id, kind: 'pdf' as const, contentType: 'application/pdf' }
    const [deck, secret] = [await buildFile(platform.db, owner), await buildFile(platform.db, owner)]
    await leader.ask('slides.add', { fileId: deck.id, name: '课件', pages: 1 })
    await leader.ask('slides.show', { fileId: deck.id, page: 1 })
    await viewer.until('slides', ({ slides }) => slides.fileId === deck.id)
    const body = { role: 'viewer' as const, label: '外部学员', expiresAt: null }
    const { token } = await platform.client(rooms, host).createLink({ params: { id: roomId }, body })
    const come = { token, name: '张先生', device: 'phone' }
    const { ticket, socketPath } = await platform.client(rooms).guestJoin({ body: come })
    const guest = await stage.connect(`${socketPath}?ticket=${ticket}`)
    await guest.until('snapshot')
    const { url } = await guest.ask('slides.address', { fileId: deck.id })
    const get = async (address: string) => (await platform.app.inject({ url: address })).statusCode
    // The row alone stands here, without bytes: whoever may read it is told that it is missing.
    expect(await get(url)).toBe(422)
    expect(await get(url.replace(deck.id, secret.id))).toBe(401)
    expect(await get(url.replace(stage.companyId, host.id))).toBe(401)
    expect(await get(`${url}&rendition=poster`)).toBe(401)
    expect(await get(url.replace(/&?grant=[^&]*/, ''))).toBe(401)
    expect((await guest.refusal('slides.address', { fileId: secret.id })).code).toBe(900005)
    platform.now += 3_600_000
    expect(await get(url)).toBe(401)
    // The members' sessions live on in the stories that follow.
    platform.now -= 3_600_000
    guest.socket.close()
    await end()
  })
})

describe('the room', () => {
  it('[LIVE-090] starts and ends by its host, and its owner is told', async () => {
    const roomId = await stage.room(host, { waiting: true })
    const leader = await stage.enter(roomId, host)
    const viewer: Seated = await stage.enter(roomId, await stage.member())
    expect((await viewer.refusal('room.start', {})).code).toBe(10138)
    expect((await viewer.refusal('stage.raiseHand', {})).code).toBe(370107)
    await leader.ask('room.start', {})
    await viewer.until('state', ({ state }) => state === 'running')
    await leader.ask('room.end', {})
    await viewer.until('state', ({ state }) => state === 'ended')
    expect(toldOwner).toEqual(
      expect.arrayContaining([`entered ${host.id}`, `started by ${host.id}`, `ended by ${host.id}`]),
    )
    await Promise.all([leader.leave(), viewer.leave()])
    await platform.runJobs()
    expect(stage.engine.calls).toContain(`end ${roomId}`)
  })
})
