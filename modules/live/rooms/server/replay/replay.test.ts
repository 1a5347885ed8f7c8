import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rooms } from '#modules/live/rooms/contract.ts'
import { findProgram, storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { roomsTables } from '../db.ts'
import { end, type FakeRecordings, list, listModule, runningRoom, useFakeRecordings } from './ended-room.fixture.ts'
import { replayWork } from './replay-job.ts'

const ffmpeg = await findProgram('ffmpeg')
const platform = testPlatform({ modules: [...serverModules, listModule], environment: { FFMPEG_PATH: 'off' } })
let companyId: string
let host: BuiltMember
let viewer: BuiltMember
let engine: FakeRecordings

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  host = await buildMember(platform.db, { companyId })
  viewer = await buildMember(platform.db, { companyId })
  engine = useFakeRecordings(platform)
})
beforeEach(() => {
  list.managers = new Set([host.id])
  list.strangers.clear()
  list.ready.length = 0
  engine.isAway = false
})

const as = (member: BuiltMember) => platform.client(rooms, member)
const show = (roomId: string, member = viewer) => as(member).replay({ params: { id: roomId } })

/** A room of twenty seconds. The host's recording covers six seconds, from the third second on. */
async function recordedRoom({ greenRoomMs = 0 } = {}) {
  const room = await runningRoom(platform, { companyId, hostId: host.id })
  const path = engine.record(room.roomId, room.hostParticipantId, room.startedAt + 3000 - greenRoomMs)
  platform.now += 20_000
  return { ...room, path }
}

async function readyReplay() {
  const room = await recordedRoom()
  await end(platform, companyId, room.roomId)
  await platform.runJobs()
  return room
}

/** The queue waits before the next attempt; the test does not. */
async function retryJobs(): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(platform.root)
  await platform.runJobs()
}

describe('making a replay', () => {
  it('runs by itself after the end of the room, without ffmpeg too, and then deletes the recordings', async () => {
    const { roomId, path, startedAt } = await recordedRoom()
    expect(await show(roomId)).toMatchObject({ state: 'none' })
    await end(platform, companyId, roomId)
    expect(await show(roomId)).toMatchObject({ state: 'making', durationMs: 0 })
    expect(await refusal(as(viewer).startReplay({ params: { id: roomId } }))).toMatchObject({ errorCode: 370150 })
    await platform.runJobs()
    const replay = await show(roomId)
    expect(replay).toMatchObject({ state: 'ready', title: '安全生产 / 第一课', failure: null, mayManage: false })
    expect(replay.beginsAt).toBe(startedAt + 3000)
    expect(Math.abs(replay.durationMs - 6000)).toBeLessThan(100)
    expect(list.ready).toEqual([roomId])
    expect(existsSync(path)).toBe(false)
    const { url } = await as(viewer).startReplay({ params: { id: roomId } })
    const headers = { authorization: `Bearer ${viewer.token}`, range: 'bytes=0-99' }
    const piece = await platform.app.inject({ url: url ?? '', headers })
    expect([piece.statusCode, piece.rawPayload.length]).toEqual([206, 100])
    const tasks = await platform.client(operations, host).listTasks({ query: {} })
    expect(tasks.items[0]).toMatchObject({ kind: 'live-replay', state: 'done', title: '安全生产 / 第一课' })
  })

  it('shows nothing of the green room', async () => {
    const { roomId, startedAt } = await recordedRoom({ greenRoomMs: 7000 })
    await end(platform, companyId, roomId)
    await platform.runJobs()
    const replay = await show(roomId)
    expect(replay.beginsAt).toBe(startedAt)
    expect(Math.abs(replay.durationMs - 2000)).toBeLessThan(150)
  })

  it('reports that nothing was recorded', async () => {
    const { roomId } = await runningRoom(platform, { companyId, hostId: host.id })
    platform.now += 1000
    await end(platform, companyId, roomId)
    await platform.runJobs()
    expect(await show(roomId)).toMatchObject({ state: 'none', durationMs: 0 })
    expect(list.ready).toEqual([])
  })

  it('leaves out unreadable files of an engine that died', async () => {
    const { roomId, hostParticipantId, startedAt } = await recordedRoom()
    writeFileSync(join(engine.directory, roomId, `${hostParticipantId}.camera.${startedAt + 12_000}.webm`), '')
    writeFileSync(join(engine.directory, roomId, `${hostParticipantId}.camera.${startedAt + 13_000}.webm`), 'nonsense')
    await end(platform, companyId, roomId)
    await platform.runJobs()
    expect(await show(roomId)).toMatchObject({ state: 'ready' })
  })

  it('tries again while the engine is away, and gives up with a message and a button', async () => {
    const { roomId, path } = await recordedRoom()
    engine.isAway = true
    await end(platform, companyId, roomId)
    await expect(platform.runJobs()).rejects.toThrow('away')
    for (let run = 0; run < 2; run += 1) await expect(retryJobs()).rejects.toThrow('away')
    expect(await show(roomId)).toMatchObject({ state: 'making' })
    await expect(retryJobs()).rejects.toThrow('away')
    await sql`delete from graphile_worker._private_jobs where task_id in
      (select id from graphile_worker._private_tasks where identifier = 'rooms.finish-media')`.execute(platform.root)
    await retryJobs()
    expect(await show(roomId)).toMatchObject({ state: 'failed', failure: 'engine' })
    expect(existsSync(path)).toBe(true)
    engine.isAway = false
    expect(await refusal(as(viewer).retryReplay({ params: { id: roomId } }))).toMatchObject({ errorCode: 900005 })
    await as(host).retryReplay({ params: { id: roomId } })
    expect(await show(roomId)).toMatchObject({ state: 'making', failure: null })
    await platform.runJobs()
    expect(await show(roomId)).toMatchObject({ state: 'ready' })
  })

  it('continues after a kill: before the video was stored, and after', async () => {
    const { roomId } = await recordedRoom()
    await end(platform, companyId, roomId)
    const db = roomsTables(platform.db)
    const lost = uuid()
    const of = (change: object) => db.updateTable('rooms.replay').set(change).where('room_id', '=', roomId).execute()
    await of({ run_id: lost })
    await platform.runJobs()
    expect(await show(roomId)).toMatchObject({ state: 'ready' })
    // The video is stored, but not the record of it; the recordings may even be gone.
    await of({ state: 'making', run_id: lost, duration_ms: 0 })
    const row = await db
      .selectFrom('rooms.replay')
      .select('task_id')
      .where('room_id', '=', roomId)
      .executeTakeFirstOrThrow()
    await sql`update operations.task set state = 'running' where id = ${row.task_id}`.execute(platform.root)
    await replayWork.resume(platform.db, row.task_id ?? '')
    const files = readdirSync(platform.outside.config.files.directory)
    await platform.runJobs()
    const replay = await show(roomId)
    expect(replay.state).toBe('ready')
    expect(replay.durationMs).toBeGreaterThan(5000)
    expect(readdirSync(platform.outside.config.files.directory)).toEqual(files)
  })

  it('can be cancelled, and started again from the list of background tasks', async () => {
    const { roomId } = await recordedRoom()
    await end(platform, companyId, roomId)
    const calls = platform.client(operations, host)
    const task = (await calls.listTasks({ query: {} })).items[0]
    await calls.cancelTask({ params: { id: task?.id ?? '' } })
    await platform.runJobs()
    expect(await show(roomId)).toMatchObject({ state: 'failed', failure: 'cancelled' })
    await calls.retryTask({ params: { id: task?.id ?? '' } })
    await platform.runJobs()
    expect(await show(roomId)).toMatchObject({ state: 'ready' })
  })
})

describe.skipIf(ffmpeg === undefined)('with ffmpeg', () => {
  const installed = testPlatform({
    modules: [...serverModules, listModule],
    environment: { FFMPEG_PATH: ffmpeg ?? 'off' },
  })

  it('is one video of everybody, as long as the time from the first to the last picture', async () => {
    const company = await buildCompany(installed.db)
    const leader = await buildMember(installed.db, { companyId: company })
    const own = useFakeRecordings(installed)
    const room = await runningRoom(installed, { companyId: company, hostId: leader.id })
    own.record(room.roomId, room.hostParticipantId, room.startedAt)
    own.record(room.roomId, uuid(), room.startedAt + 2000)
    own.record(room.roomId, room.hostParticipantId, room.startedAt + 9000)
    installed.now += 60_000
    await end(installed, company, room.roomId)
    await installed.runJobs()
    const replay = await installed.client(rooms, leader).replay({ params: { id: room.roomId } })
    expect(replay).toMatchObject({ state: 'ready', beginsAt: expect.any(Number) })
    expect(Math.abs(replay.durationMs - 15_000)).toBeLessThan(150)
    const { stream } = await installed.client(rooms, leader).startReplay({ params: { id: room.roomId } })
    expect(stream).not.toBeNull()
  })
})

describe('watching a replay', () => {
  const start = (roomId: string, member = viewer) => as(member).startReplay({ params: { id: roomId } })
  const heartbeat = (
    playbackId: string,
    sequence: number,
    intervals: { from: number; to: number }[],
    member = viewer,
  ) => as(member).replayHeartbeat({ params: { playbackId }, body: { sequence, intervals, positionMs: 0, activeMs: 0 } })

  it('counts played time as far as the clock allows, and no repeats', async () => {
    const { roomId } = await readyReplay()
    const { playbackId, rateMax } = await start(roomId)
    expect(rateMax).toBe(2)
    const forged = await refusal(heartbeat(playbackId, 1, [{ from: 0, to: 6000 }]))
    expect(forged).toMatchObject({ errorCode: 370151, data: { claimedMs: 3000, allowedMs: 2000, retryAfterMs: 1000 } })
    platform.now += 1000
    expect(await heartbeat(playbackId, 1, [{ from: 0, to: 6000 }])).toMatchObject({ coveredMs: 6000 })
    expect(await heartbeat(playbackId, 1, [{ from: 0, to: 6000 }])).toMatchObject({
      coveredMs: 6000,
      acknowledgedSequence: 1,
    })
    platform.now += 60_000
    expect(await heartbeat(playbackId, 2, [{ from: 0, to: 2_000_000_000 }])).toMatchObject({
      coveredMs: (await show(roomId)).durationMs,
    })
    expect(await refusal(heartbeat(playbackId, 3, [{ from: 5, to: 5 }]))).toMatchObject({ errorCode: 900001 })
  })

  it('counts in one place: the second tab takes over and gains no time', async () => {
    const { roomId } = await readyReplay()
    const first = await start(roomId)
    await heartbeat(first.playbackId, 1, [{ from: 0, to: 4000 }])
    const second = await start(roomId)
    expect(await refusal(heartbeat(first.playbackId, 2, [{ from: 4000, to: 5000 }]))).toMatchObject({
      errorCode: 370152,
    })
    expect(await refusal(heartbeat(second.playbackId, 1, [{ from: 4000, to: 6000 }]))).toMatchObject({
      errorCode: 370151,
    })
    expect(await refusal(heartbeat(second.playbackId, 1, [{ from: 4000, to: 6000 }], host))).toMatchObject({
      errorCode: 370152,
    })
    platform.now += 1000
    expect(await heartbeat(second.playbackId, 1, [{ from: 4000, to: 6000 }])).toMatchObject({ coveredMs: 6000 })
    expect((await start(roomId)).watched).toEqual([{ from: 0, to: 6000 }])
  })

  it('refuses more fragments than any player produces', async () => {
    const { roomId } = await readyReplay()
    const { playbackId } = await start(roomId)
    platform.now += 240_000
    const pieces = (from: number) => Array.from({ length: 100 }, (_, index) => from + index * 8)
    for (let number = 0; number < 5; number += 1) {
      await heartbeat(
        playbackId,
        number + 1,
        pieces(number * 800).map((at) => ({ from: at, to: at + 1 })),
      )
    }
    const one = await refusal(
      heartbeat(
        playbackId,
        6,
        pieces(4000).map((at) => ({ from: at, to: at + 1 })),
      ),
    )
    expect(one).toMatchObject({ errorCode: 370153, data: { piecesMax: 500 } })
  })

  it('is limited to the people admitted by the owner of the room; the owner’s own code says why', async () => {
    const { roomId } = await readyReplay()
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    const nowhere = [
      () => as(stranger).replay({ params: { id: roomId } }),
      () => as(stranger).startReplay({ params: { id: roomId } }),
      () => as(stranger).replayTalk({ params: { id: roomId }, query: {} }),
      () => as(stranger).downloadReplay({ params: { id: roomId } }),
    ]
    for (const call of nowhere) expect(await refusal(call())).toMatchObject({ errorCode: 900005 })
    list.strangers.add(viewer.id)
    expect(await refusal(show(roomId))).toMatchObject({ errorCode: 100309 })
    expect(await refusal(start(roomId))).toMatchObject({ errorCode: 100309 })
  })
})

describe('the data beside a replay', () => {
  it('has chapters of slides and answered questions, which the host changes', async () => {
    const { roomId, startedAt, hostParticipantId } = await recordedRoom()
    const db = roomsTables(platform.db)
    const of = { company_id: companyId, room_id: roomId }
    const deck = uuid()
    await db
      .insertInto('rooms.deck')
      .values({ ...of, file_id: deck, name: '消防.pdf', pages: 9, added_at: startedAt })
      .execute()
    const shown = { ...of, file_id: deck, page: 3, at: startedAt - 60_000 }
    await db
      .insertInto('rooms.slide_shown')
      .values({ ...shown, id: uuid() })
      .execute()
    const row = { ...of, participant_id: hostParticipantId, at: startedAt + 4000, votes: 2 }
    const question = { ...row, id: uuid(), text: '灭火器多久检查一次？', answered_at: startedAt + 8000 }
    await db.insertInto('rooms.question').values(question).execute()
    await db
      .insertInto('rooms.message')
      .values({ ...of, id: uuid(), participant_id: hostParticipantId, text: '<b>大家好</b>', at: startedAt + 3500 })
      .execute()
    await end(platform, companyId, roomId)
    await platform.runJobs()
    const { chapters } = await show(roomId)
    expect(chapters.map(({ kind, title, atMs }) => [kind, title, atMs])).toEqual([['question', question.text, 0]])
    const talk = await as(viewer).replayTalk({ params: { id: roomId }, query: {} })
    expect(talk.items.map(({ kind, atMs, text, answered }) => [kind, atMs, text, answered])).toEqual([
      ['message', 500, '<b>大家好</b>', false],
      ['question', 1000, question.text, true],
    ])
    const rest = await as(viewer).replayTalk({
      params: { id: roomId },
      query: { fromMs: 500, after: talk.items[0]?.id },
    })
    expect(rest).toMatchObject({ items: [{ kind: 'question' }], more: false })
    const renamed = [
      { id: chapters[0]?.id, atMs: 1000, title: '  灭火器 ' },
      { atMs: 99_999, title: '结束' },
    ]
    expect(
      await refusal(as(viewer).setChapters({ params: { id: roomId }, body: { chapters: renamed } })),
    ).toMatchObject({
      errorCode: 900005,
    })
    const { items } = await as(host).setChapters({ params: { id: roomId }, body: { chapters: renamed } })
    expect(items).toMatchObject([
      { id: chapters[0]?.id, kind: 'question', atMs: 1000, title: '灭火器' },
      { kind: 'own', atMs: (await show(roomId)).durationMs, title: '结束' },
    ])
  })

  it('is downloaded with the host’s permission, and by the host', async () => {
    const { roomId } = await readyReplay()
    const params = { id: roomId }
    expect(await refusal(as(viewer).downloadReplay({ params }))).toMatchObject({ errorCode: 370155 })
    expect((await as(host).downloadReplay({ params })).url).toContain('download=1')
    expect(await refusal(as(viewer).changeReplay({ params, body: { downloadable: true } }))).toMatchObject({
      errorCode: 900005,
    })
    await as(host).changeReplay({ params, body: { downloadable: true, watermark: true } })
    const { url } = await as(viewer).downloadReplay({ params })
    const answer = await platform.app.inject({ url, headers: { authorization: `Bearer ${viewer.token}` } })
    expect(answer.headers['content-disposition']).toContain('attachment')
    expect(await show(roomId)).toMatchObject({ watermark: true, mayDownload: true })
  })

  it('is replaced only by a video of the host, and deleted', async () => {
    const { roomId } = await readyReplay()
    const params = { id: roomId }
    const before = (await as(viewer).startReplay({ params })).playbackId
    const upload = { companyId, kind: 'video' as const, name: '剪辑.webm', now: platform.now }
    const content = { path: join(import.meta.dirname, 'samples', 'six-seconds.webm') }
    const foreign = await storeFile(platform.db, platform.outside, { ...upload, ownerId: viewer.id, content })
    for (const fileId of [foreign.id, uuid()]) {
      expect(await refusal(as(host).replaceReplay({ params, body: { fileId } }))).toMatchObject({ errorCode: 370154 })
    }
    const own = await storeFile(platform.db, platform.outside, { ...upload, ownerId: host.id, content })
    await as(host).replaceReplay({ params, body: { fileId: own.id } })
    expect(await show(roomId)).toMatchObject({ state: 'ready', replaced: true, beginsAt: null, chapters: [] })
    const stale = { params: { playbackId: before }, body: { sequence: 1, intervals: [], activeMs: 0 } }
    expect(await refusal(as(viewer).replayHeartbeat(stale))).toMatchObject({ errorCode: 370152 })
    expect(await as(viewer).replayTalk({ params, query: {} })).toEqual({ items: [], more: false })
    expect(await refusal(as(viewer).deleteReplay({ params }))).toMatchObject({ errorCode: 900005 })
    await as(host).deleteReplay({ params })
    await platform.runJobs()
    expect(await show(roomId)).toMatchObject({ state: 'none' })
    const over = [
      () => as(viewer).startReplay({ params }),
      () => as(host).setChapters({ params, body: { chapters: [] } }),
      () => as(host).downloadReplay({ params }),
    ]
    for (const call of over) expect(await refusal(call())).toMatchObject({ errorCode: 370150 })
  })

  it('does not exist before the room has ended', async () => {
    const { roomId } = await runningRoom(platform, { companyId, hostId: host.id })
    const params = { id: roomId }
    const early = [
      () => as(host).changeReplay({ params, body: {} }),
      () => as(host).retryReplay({ params }),
      () => as(host).deleteReplay({ params }),
    ]
    for (const call of early) expect(await refusal(call())).toMatchObject({ errorCode: 900005 })
  })
})

describe('attendance of the room and its replay', () => {
  it('adds live and replay minutes of a person, shows both, and shows when people left', async () => {
    const room = await runningRoom(platform, { companyId, hostId: host.id, minimumMinutes: 1 })
    const { roomId, startedAt, hostParticipantId } = room
    const db = roomsTables(platform.db)
    const of = { company_id: companyId, room_id: roomId }
    const participant_id = uuid()
    await db
      .insertInto('rooms.participant')
      .values({ ...of, id: participant_id, member_id: viewer.id, name: '王五', role: 'viewer', created_at: startedAt })
      .execute()
    const there = (began: number, ended: number) => ({
      ...{ ...of, id: uuid(), participant_id, process_id: uuid(), device: 'x' },
      ...{ began_at: startedAt + began, ended_at: startedAt + ended },
    })
    // Two devices at a time, then a short break, then a long one.
    await db
      .insertInto('rooms.presence')
      .values([there(-5000, 20_000), there(10_000, 30_000), there(45_000, 50_000), there(100_000, 110_000)])
      .execute()
    engine.record(roomId, hostParticipantId, startedAt)
    platform.now = startedAt + 120_000
    await end(platform, companyId, roomId)
    await platform.runJobs()
    const { playbackId } = await as(viewer).startReplay({ params: { id: roomId } })
    await as(viewer).replayHeartbeat({
      params: { playbackId },
      body: { sequence: 1, intervals: [{ from: 0, to: 4000 }], activeMs: 0 },
    })
    expect(await show(roomId)).toMatchObject({ liveSeconds: 60, minimumMinutes: 1, watched: { coveredMs: 4000 } })
    const attendance = await as(host).attendance({ params: { id: roomId }, query: { name: '王' } })
    expect(attendance.items[0]).toMatchObject({ liveSeconds: 60, replaySeconds: 4, attended: true, visits: 2 })
    const ids = { params: { id: roomId }, query: { participantIds: [participant_id, hostParticipantId] } }
    const { items } = await as(host).attendanceTimelines(ids)
    expect(items).toEqual([
      {
        participantId: participant_id,
        intervals: [
          { from: startedAt, to: startedAt + 50_000 },
          { from: startedAt + 100_000, to: startedAt + 110_000 },
        ],
        signedAt: [],
      },
      { participantId: hostParticipantId, intervals: [], signedAt: [] },
    ])
    const curve = await as(host).attendanceCurve({ params: { id: roomId } })
    expect(curve).toMatchObject({ startedAt, until: startedAt + 120_000, stepSeconds: 10, slides: [] })
    expect(curve.viewers).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0])
    expect(await refusal(as(viewer).attendanceTimelines(ids))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(viewer).attendanceCurve({ params: { id: roomId } }))).toMatchObject({ errorCode: 900005 })
  })
})
