/** The permission table against the running server: every operation × role × state. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { mayDo, outranks, policy, type RoomOp, roomOps, verdict } from '../contract/policy.ts'
import { roomsTables } from './db.ts'
import { LiveRoom } from './live/room.ts'
import { usualTimings } from './live/timings.ts'
import { roomStage } from './room.fixture.ts'

const stage = roomStage()
const { platform } = stage
const states = ['waiting', 'running', 'ended', 'closed'] as const
const roleNames = ['host', 'lecturer', 'assistant', 'viewer'] as const
let host: BuiltMember

beforeAll(async () => {
  host = await stage.member('host')
})

describe('the table', () => {
  it('permits nothing in a closed room, and no leading by viewers', () => {
    for (const role of roleNames) expect(mayDo(role, 'closed')).toEqual([])
    const leading = roomOps.filter((op) =>
      /^(room\.(start|end|settings|remove|handOver|takeOver)|stage\.(invite|remove|mute|enter)|chat\.(pin|unpin|remove|mutePerson|slowMode)|poll\.(open|close|publish)|sign\.|slides\.(add$|remove|show)|board\.clear)/.test(
        op,
      ),
    )
    expect(leading.length).toBeGreaterThan(20)
    for (const op of leading) for (const state of states) expect(verdict(op, 'viewer', state), op).not.toBe('yes')
  })

  it('ranks host, lecturer, assistant, viewer', () => {
    const above = roleNames.flatMap((one) =>
      roleNames.filter((other) => outranks(one, other)).map((other) => `${one}>${other}`),
    )
    expect(above).toEqual([
      'host>lecturer',
      'host>assistant',
      'host>viewer',
      'lecturer>assistant',
      'lecturer>viewer',
      'assistant>viewer',
    ])
  })
})

describe('the server', () => {
  it.each(states)('refuses exactly the forbidden operations, in every role: %s', async (state) => {
    const roomId = await stage.room(host, { waiting: true })
    const db = roomsTables(platform.db)
    const me = await db
      .selectFrom('rooms.participant')
      .select('id')
      .where('room_id', '=', roomId)
      .executeTakeFirstOrThrow()
    await db.updateTable('rooms.room').set({ state }).where('id', '=', roomId).execute()
    const { outside } = platform
    const room = new LiveRoom({
      ...{ db, outside, companyId: host.companyId, roomId, processId: roomId, timings: usualTimings },
      logError: () => {},
    })
    const line = { participantId: me.id, sessionId: null, device: 'test', peers: new Map() }
    for (const role of roleNames) {
      await db.updateTable('rooms.participant').set({ role }).where('id', '=', me.id).execute()
      for (const op of roomOps) {
        // Only the permission check runs: the operation itself is rolled back before it starts.
        const answer = await room.assertAllowed(line as never, op as RoomOp).then(
          () => 'yes',
          (error: { error: { code: number } }) => error.error.code,
        )
        const isOver = state === 'ended' || state === 'closed'
        const expected = { yes: 'yes', 'wrong role': 10138, 'wrong state': isOver ? 370101 : 370107 }
        expect(answer, `${op} as ${role} while ${state}`).toBe(expected[verdict(op, role, state)])
      }
    }
    room.stop()
    expect(Object.keys(policy)).toHaveLength(roomOps.length)
  })

  it('is read at every request', async () => {
    const roomId = await stage.room(host)
    const viewer = await stage.enter(roomId, await stage.member())
    expect((await viewer.refusal('room.end', {})).code).toBe(10138)
    expect((await viewer.refusal('sign.open', { seconds: 60 })).code).toBe(10138)
    expect((await viewer.refusal('slides.show', { fileId: null, page: 1 })).code).toBe(10138)
    const leader = await stage.enter(roomId, host)
    expect((await leader.refusal('room.start', {})).code).toBe(370107)
    await leader.request('room.end', {})
    await viewer.until('state', ({ state }) => state === 'ended')
    expect((await viewer.refusal('chat.send', { text: '再见' })).code).toBe(370101)
    await Promise.all([leader.leave(), viewer.leave()])
  })
})
