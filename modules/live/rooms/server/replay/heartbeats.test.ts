/** Replays under the law of believed progress. */
import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import { lawDurationMs, testPlaybackLaw } from '#modules/content/playback/server/playback-law.fixture.ts'
import { rooms } from '#modules/live/rooms/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { end, list, listModule, runningRoom, useFakeRecordings } from './ended-room.fixture.ts'

const platform = testPlatform({ poolSize: 8, modules: [...serverModules, listModule] })
const roomIds: string[] = []
let companyId: string

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  const host = await buildMember(platform.db, { companyId })
  list.managers = new Set([host.id])
  list.strangers.clear()
  useFakeRecordings(platform)
  for (const _ of [1, 2, 3]) {
    const { roomId } = await runningRoom(platform, { companyId, hostId: host.id })
    platform.now += 1000
    await end(platform, companyId, roomId)
    const file = await buildFile(platform.db, { companyId, ownerId: host.id, durationMs: lawDurationMs })
    await platform.client(rooms, host).replaceReplay({ params: { id: roomId }, body: { fileId: file.id } })
    roomIds.push(roomId)
  }
})

testPlaybackLaw({
  platform,
  refusals: { takenOver: 370152, tooFast: 370151, tooFragmented: 370153 },
  async newViewer() {
    const member = await buildMember(platform.db, { companyId, now: platform.now })
    // Days may pass, and the session of the member does not end.
    await sql`update identity.session set access_expires_at = ${8_000_000_000_000_000} where member_id = ${member.id}`.execute(
      platform.root,
    )
    const calls = platform.client(rooms, member)
    const paramsOf = (item: number) => ({ params: { id: roomIds[item] ?? '' } })
    return {
      start: (item) => calls.startReplay(paramsOf(item)),
      heartbeat: (playbackId, body) => calls.replayHeartbeat({ params: { playbackId }, body }),
      async percent(item) {
        const { watched, durationMs } = await calls.replay(paramsOf(item))
        return Math.floor((watched.coveredMs * 100) / durationMs)
      },
      async countedMs() {
        const { rows } = await sql<{ ms: number }>`
          select sum(active_ms)::int as ms from rooms.replay_watch where member_id = ${member.id}`.execute(
          platform.root,
        )
        return rows[0]?.ms ?? 0
      },
      lockOf: (playbackId) => sql`select from rooms.replay_watch where playback_id = ${playbackId} for update`,
    }
  },
})
