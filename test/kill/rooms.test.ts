/**
 * People talk in a room while the server is killed with SIGKILL again and again. Every message that was acknowledged is
 * there, once; the log of the room has no gap; who sits on the stage and who has a hand up still does; the attendance is
 * right to five seconds. KILLS sets how often; `npm run test:long` kills 200 times.
 */

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import WebSocket from 'ws'
import { attendanceOf, openRoom } from '#modules/live/rooms/server.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Number(process.env.KILLS ?? 1)
const peopleCount = 6
const killAfterMs = { least: 200, most: 900 }

let database: ClonedDatabase
let db: RootDatabase
let server: ServerProcess
let directory: string

beforeAll(async () => {
  database = await cloneDatabase(inject('databaseServerUrl'), inject('databaseTemplate'))
  db = createDatabase(createPool({ databaseUrl: database.url, size: 4 }))
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-kill-'))
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: database.url,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'error',
  })
  await server.start()
})

afterAll(async () => {
  await server.end('SIGKILL')
  await db.destroy()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

interface Room {
  readonly companyId: string
  readonly roomId: string
}

/** Somebody whose browser comes back as soon as it can, and says one thing after the other. */
class Talker {
  readonly id: string
  readonly acknowledged = new Set<string>()
  /** From the first word of the server to its last, over all visits. */
  heardMs = 0
  private readonly room: Room
  private socket: WebSocket | undefined
  private isDone = false

  constructor(room: Room, id: string) {
    this.room = room
    this.id = id
  }

  async talk(): Promise<void> {
    while (!this.isDone) {
      await this.visit().catch(() => {})
      await wait(30)
    }
  }

  stop(): void {
    this.isDone = true
    this.socket?.close()
  }

  private async visit(): Promise<void> {
    const ticket = randomBytes(32).toString('base64url')
    await sql`insert into rooms.ticket (hash, company_id, room_id, participant_id, purpose, device, expires_at)
      values (${createHash('sha256').update(ticket).digest()}, ${this.room.companyId}, ${this.room.roomId}, ${this.id},
        'socket', 'test', ${Date.now() + 60_000})`.execute(db)
    const address = `${server.origin.replace('http', 'ws')}/api/v1/rooms/${this.room.roomId}/socket?ticket=${ticket}`
    const socket = new WebSocket(address)
    this.socket = socket
    socket.on('error', () => {})
    await once(socket, 'open')
    const closed = once(socket, 'close')
    let n = 0
    const texts = new Map<number, string>()
    const say = () => {
      n += 1
      texts.set(n, `${this.id} ${uuid()}`)
      socket.send(JSON.stringify({ n, op: 'chat.send', text: texts.get(n) }))
    }
    let firstAt = 0
    socket.on('message', (data) => {
      const now = Date.now()
      if (firstAt > 0) this.heardMs += now - firstAt
      firstAt = now
      const answer = JSON.parse(data.toString()) as { n?: number; ok?: boolean }
      if (answer.n === undefined) return
      if (answer.ok) this.acknowledged.add(texts.get(answer.n) ?? '')
      setTimeout(() => socket.readyState === socket.OPEN && say(), 100)
    })
    say()
    await closed
  }
}

async function buildRoom(): Promise<{ room: Room; talkers: Talker[] }> {
  const companyId = await buildCompany(db)
  const host = await buildMember(db, { companyId })
  const room = { companyId, roomId: uuid() }
  const now = Date.now()
  await openRoom(db, {
    ...{ ...room, kind: 'live', title: '公开课', mode: 'interactive', plannedEndAt: now + 86_400_000 },
    ...{ hostId: host.id, lecturerIds: [], now },
  })
  await sql`update rooms.room set state = 'running', started_at = ${now} where id = ${room.roomId}`.execute(db)
  const talkers = Array.from({ length: peopleCount }, () => new Talker(room, uuid()))
  await sql`insert into rooms.participant (id, company_id, room_id, name, role, joined_at, created_at)
    select id, ${companyId}, ${room.roomId}, id::text, 'viewer', ${now}, ${now}
    from unnest(${talkers.map(({ id }) => id)}::uuid[]) id`.execute(db)
  return { room, talkers }
}

it(
  'loses no message that was acknowledged, no seat, no hand, and no attendance while the server is killed',
  async () => {
    const { room, talkers } = await buildRoom()
    const [speaker, raised] = talkers
    await sql`insert into rooms.seat (room_id, number, company_id, participant_id, taken_at)
    values (${room.roomId}, 1, ${room.companyId}, ${speaker?.id}, ${Date.now()})`.execute(db)
    await sql`update rooms.participant set hand_at = ${Date.now()} where id = ${raised?.id}`.execute(db)
    const started = Date.now()
    const talking = talkers.map((talker) => talker.talk())
    for (let kill = 0; kill < kills; kill++) {
      const before = talkers.reduce((sum, talker) => sum + talker.acknowledged.size, 0)
      const spoken = () => talkers.reduce((sum, talker) => sum + talker.acknowledged.size, 0)
      while (spoken() < before + peopleCount) await wait(20)
      await wait(killAfterMs.least + Math.random() * (killAfterMs.most - killAfterMs.least))
      await server.end('SIGKILL')
      await server.start()
    }
    await wait(1000)
    // However slow the server started: everybody has heard enough to be counted.
    while (talkers.some(({ heardMs }) => heardMs <= 1000)) await wait(50)
    const stopped = Date.now()
    for (const talker of talkers) talker.stop()
    await Promise.all(talking)

    const { rows: messages } = await sql<{ text: string; count: number }>`select text, count(*)::int as count
    from rooms.message where room_id = ${room.roomId} group by text`.execute(db)
    const kept = new Map(messages.map(({ text, count }) => [text, count]))
    const lost = talkers.flatMap((talker) => [...talker.acknowledged].filter((text) => kept.get(text) !== 1))
    expect(lost).toEqual([])
    const { rows: log } = await sql<{ events: number; last: number; room: number }>`
    select count(*)::int as events, max(e.sequence) as last, r.sequence as room
    from rooms.event e join rooms.room r on r.id = e.room_id where r.id = ${room.roomId} group by r.sequence`.execute(
      db,
    )
    expect(log[0]?.events).toBe(log[0]?.last)
    expect(log[0]?.last).toBe(log[0]?.room)
    const { rows: stage } = await sql<{ seat: string; hand: number | null }>`select s.participant_id as seat,
    (select hand_at from rooms.participant where id = ${raised?.id}) as hand
    from rooms.seat s where s.room_id = ${room.roomId} and s.number = 1`.execute(db)
    expect(stage).toMatchObject([{ seat: speaker?.id, hand: expect.any(Number) }])
    // Whatever a browser heard of the server is attendance, but for the last heartbeat before each kill.
    const { items } = await attendanceOf(db, { ...room, now: stopped, pageSize: 100 })
    for (const talker of talkers) {
      const person = items.find(({ participantId }) => participantId === talker.id)
      expect((person?.liveSeconds ?? 0) * 1000).toBeGreaterThan(talker.heardMs - 5000 * (kills + 1))
      expect((person?.liveSeconds ?? 0) * 1000).toBeLessThanOrEqual(stopped - started + 2000)
    }
  },
  600_000 + kills * 60_000,
)
