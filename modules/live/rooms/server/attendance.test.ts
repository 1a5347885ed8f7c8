/** How long people were present: their connections, devices, breaks, and processes that died. */

import type { LightMyRequestResponse } from 'fastify'
import { unzipSync } from 'fflate'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { endRoom } from '#modules/live/rooms/server.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal } from '#test/harness.ts'
import { rooms } from '../contract.ts'
import { roomsTables } from './db.ts'
import { closeAbandoned, closePresences, heartbeat, openPresence } from './presence.ts'
import { roomStage } from './room.fixture.ts'

const stage = roomStage()
const { platform } = stage
const minute = 60_000
let host: BuiltMember

beforeAll(async () => {
  host = await stage.member('host', '周敏')
})

async function inRoom(roomId: string, member: BuiltMember) {
  const { participantId } = await platform.client(rooms, member).join({ params: { id: roomId }, body: { device: 'x' } })
  const db = roomsTables(platform.db)
  const place = { companyId: stage.companyId, roomId, participantId }
  return {
    participantId,
    /**
     * A connection from one minute of the room to another. Without an end, it looks like the row of a killed process.
     */
    async was(from: number, to: number | undefined, start: number, processId = uuid()) {
      const id = await openPresence(db, { ...place, processId, device: 'x', now: start + from * minute })
      if (to !== undefined) await closePresences(db, [{ presenceId: id, at: start + to * minute }])
      return processId
    },
  }
}

const sheetOf = (roomId: string, member: BuiltMember = host) =>
  platform.client(rooms, member).attendance({ params: { id: roomId } })

describe('attendance', () => {
  it('counts several devices and short breaks once', async () => {
    const roomId = await stage.room(host, { minimumMinutes: 30 })
    const start = platform.now
    const [many, brief] = [
      await inRoom(roomId, await stage.member('viewer', '甲')),
      await inRoom(roomId, await stage.member('viewer', '乙')),
    ]
    await many.was(0, 10, start)
    await many.was(5, 20, start)
    await many.was(20.4, 30, start)
    await many.was(40, 45, start)
    await brief.was(10, 12, start)
    await brief.was(-5, 1, start)
    platform.now = start + 50 * minute
    await endRoom(platform.db, { companyId: stage.companyId, roomId, by: host.id, now: platform.now })
    const { items, attendedCount, recordCount } = await sheetOf(roomId)
    expect({ attendedCount, recordCount }).toEqual({ attendedCount: 1, recordCount: 2 })
    // A break of 24 s does not count; a break of ten minutes does.
    expect(items.find(({ name }) => name === '甲')).toMatchObject({
      liveSeconds: 35 * 60,
      visits: 2,
      attended: true,
      completed: true,
    })
    // Presence before the start does not count.
    expect(items.find(({ name }) => name === '乙')).toMatchObject({ liveSeconds: 3 * 60, visits: 2, attended: false })
    const found = await platform
      .client(rooms, host)
      .attendance({ params: { id: roomId }, query: { name: '甲', attended: true } })
    expect(found.recordCount).toBe(1)
    platform.now = start
  })

  it('is exact to one heartbeat if the process dies, and ends there', async () => {
    const roomId = await stage.room(host)
    const start = platform.now
    const db = roomsTables(platform.db)
    const person = await inRoom(roomId, await stage.member('viewer', '丙'))
    const processId = await person.was(0, undefined, start)
    for (let second = 4; second <= 40; second += 4) await heartbeat(db, processId, [roomId], start + second * 1000)
    // A clock that moves backwards removes nothing.
    await heartbeat(db, processId, [roomId], start + 3000)
    platform.now = start + 42_000
    expect((await sheetOf(roomId)).items[0]).toMatchObject({ liveSeconds: 40, online: true })
    platform.now = start + 10 * minute
    expect((await sheetOf(roomId)).items[0]).toMatchObject({ liveSeconds: 40, online: false })
    await closeAbandoned(db, platform.now)
    expect((await sheetOf(roomId)).items[0]).toMatchObject({ liveSeconds: 40, online: false, lastOut: start + 40_000 })
    platform.now = start
  })

  it('follows real sockets without any action of the user', async () => {
    const roomId = await stage.room(host)
    const start = platform.now
    const member = await stage.member('viewer', '丁')
    const client = await stage.enter(roomId, member)
    platform.now = start + 12 * minute
    await client.leave()
    await expect.poll(async () => (await sheetOf(roomId)).items[0]?.liveSeconds).toBe(12 * 60)
    expect((await sheetOf(roomId)).items[0]).toMatchObject({
      name: '丁',
      liveSeconds: 12 * 60,
      visits: 1,
      firstIn: start,
    })
    platform.now = start
  })

  it('can be exported as a spreadsheet at any time', async () => {
    const roomId = await stage.room(host)
    const person = await inRoom(roomId, await stage.member('viewer', '=1+1戊'))
    await person.was(0, 1, platform.now)
    const answer = (await platform
      .client(rooms, host)
      .attendanceSheet({ params: { id: roomId } })) as unknown as LightMyRequestResponse
    expect(answer.headers['content-disposition']).toContain('attendance.xlsx')
    const files = unzipSync(answer.rawPayload)
    const text = Object.values(files)
      .map((bytes) => Buffer.from(bytes).toString())
      .join('')
    expect(text).toContain('=1+1戊')
    expect(text).not.toContain('<f>')
  })

  it('is hidden from everybody else', async () => {
    const roomId = await stage.room(host)
    const learner = await stage.member()
    expect(await refusal(sheetOf(roomId, learner))).toMatchObject({ errorCode: 900005 })
    const sheet = platform.client(rooms, learner).attendanceSheet({ params: { id: roomId } })
    expect(await refusal(sheet)).toMatchObject({ errorCode: 900005 })
    expect(await refusal(platform.client(rooms, learner).links({ params: { id: uuid() } }))).toMatchObject({
      errorCode: 900005,
    })
  })
})
