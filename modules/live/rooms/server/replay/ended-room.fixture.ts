/** For tests of replays: rooms that have ended with recordings on disk, and an engine that only lists recordings. */

import { cpSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { contract } from '#kit/contract.ts'
import { errorCode, refuse } from '#kit/errors.ts'
import { EngineUnavailable, type LiveEngine, type Recording } from '#modules/live/engines/server.ts'
import { endRoom, openRoom, roomKind, startRoom } from '#modules/live/rooms/server.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { serverModule } from '#server/module.ts'
import type { TestPlatform } from '#test/harness.ts'
import { roomsTables } from '../db.ts'
import { useEngine as putEngine } from '../engine.ts'

const sixSeconds = join(import.meta.dirname, 'samples', 'six-seconds.webm')
/** The refusal of the room's owner. */
const NOT_ON_THE_LIST = errorCode(100309)

/** A kind of room whose participants the test lists. */
export const list = { managers: new Set<string>(), strangers: new Set<string>(), ready: [] as string[] }

export const listModule = serverModule({
  name: 'list',
  contract: contract({}),
  routes: {},
  extensions: [
    roomKind({
      kind: 'list',
      admit: async () => 'viewer',
      admitGuest: async () => undefined,
      async admitReplay(_db, { caller }) {
        if (list.strangers.has(caller.memberId)) throw refuse(NOT_ON_THE_LIST)
        return list.managers.has(caller.memberId) ? 'host' : 'viewer'
      },
      mayManage: async (_db, { caller }) => list.managers.has(caller.memberId),
      ended: async () => undefined,
      async replayReady(_db, { roomId }) {
        list.ready.push(roomId)
      },
    }),
  ],
})

/** Recordings by room. Like the real engine, it still lists them after the room has ended. */
export class FakeRecordings implements Partial<LiveEngine> {
  readonly directory = mkdtempSync(join(tmpdir(), 'shuyuan-pieces-'))
  isAway = false
  readonly ended: string[] = []

  async end(roomId: string): Promise<void> {
    if (this.isAway) throw new EngineUnavailable('away')
    this.ended.push(roomId)
  }

  async recordings(roomId: string): Promise<readonly Recording[]> {
    const folder = join(this.directory, roomId)
    mkdirSync(folder, { recursive: true })
    return readdirSync(folder).map((name) => {
      const [participantId, source, startedAt] = name.split('.')
      const feedId = `${participantId}:${source}`
      return { feedId, path: join(folder, name), container: 'webm', startedAt: Number(startedAt), endedAt: null }
    })
  }

  /** Six seconds of a person. */
  record(roomId: string, participantId: string, startedAt: number): string {
    const folder = join(this.directory, roomId)
    mkdirSync(folder, { recursive: true })
    const path = join(folder, `${participantId}.camera.${startedAt}.webm`)
    cpSync(sixSeconds, path)
    return path
  }
}

export function useFakeRecordings(platform: TestPlatform): FakeRecordings {
  const engine = new FakeRecordings()
  putEngine(platform.outside, engine as unknown as LiveEngine)
  return engine
}

interface RunningRoom {
  readonly roomId: string
  readonly hostParticipantId: string
  readonly startedAt: number
}

export async function runningRoom(
  platform: TestPlatform,
  { companyId, hostId, minimumMinutes = 0 }: { companyId: string; hostId: string; minimumMinutes?: number },
): Promise<RunningRoom> {
  const roomId = uuid()
  const { db, now } = platform
  await openRoom(db, {
    ...{ companyId, kind: 'list', roomId, title: '安全生产 / 第一课', mode: 'interactive', minimumMinutes },
    ...{ plannedEndAt: now + 3_600_000, hostId, lecturerIds: [], now },
  })
  await startRoom(db, { companyId, roomId, by: hostId, now })
  const host = await roomsTables(db)
    .selectFrom('rooms.participant')
    .select('id')
    .where('room_id', '=', roomId)
    .where('role', '=', 'host')
    .executeTakeFirstOrThrow()
  return { roomId, hostParticipantId: host.id, startedAt: now }
}

export async function end(platform: TestPlatform, companyId: string, roomId: string): Promise<void> {
  await inTransaction(platform.db, (db) => endRoom(db, { companyId, roomId, by: null, now: platform.now }))
}
