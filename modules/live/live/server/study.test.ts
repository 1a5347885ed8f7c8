/** Live sessions as study content: registration, completion, and notifications. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { findStudyKind } from '#modules/content/study/server.ts'
import { endRoom, startRoom } from '#modules/live/rooms/server.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { live } from '../contract.ts'
import { findCompletions } from './completions.ts'
import { buildLive } from './live.fixture.ts'
import { buildScene, minuteMs, publishedLive, type Scene } from './scene.fixture.ts'

const platform = testPlatform()
let scene: Scene
let brief: BuiltMember

beforeAll(async () => {
  scene = await buildScene(platform)
  brief = await buildMember(platform.db, { companyId: scene.companyId, fullName: '匆匆' })
})

function kindOf(businessType: number) {
  const kind = findStudyKind(businessType)
  if (!kind) throw new Error(`business type ${businessType} is no kind of study`)
  return kind
}

const callerOf = (member: BuiltMember): Caller => ({
  ...{ memberId: member.id, companyId: member.companyId, organizationId: member.organizationId },
  ...{ sessionId: uuid(), roles: [], permissions: new Map() },
})

async function stateOf(liveId: string, member: BuiltMember, businessType = 15) {
  const states = await kindOf(businessType).states(platform.db, scene.companyId, [member.id], [liveId])
  return states[0]
}

/** The member was in the room from one minute of it to another. */
async function was(roomId: string, member: BuiltMember, from: number, to: number) {
  const start = platform.now
  await sql`with person as (
      insert into rooms.participant (id, company_id, room_id, member_id, name, role, joined_at, created_at)
      values (${uuid()}, ${scene.companyId}, ${roomId}, ${member.id}, '学员', 'viewer', ${start}::bigint, ${start}::bigint)
      returning id
    ), counted as (
      insert into live.attendee (live_id, member_id, company_id, first_at)
      values (${roomId}, ${member.id}, ${scene.companyId}, ${start}::bigint)
    )
    insert into rooms.presence (id, company_id, room_id, participant_id, process_id, device, began_at, ended_at)
    select ${uuid()}, ${scene.companyId}, ${roomId}, id, ${uuid()}, 'x', ${start + from * minuteMs}::bigint,
      ${start + to * minuteMs}::bigint from person`.execute(platform.root)
}

/** Runs the minute's job, and the jobs that it enqueues. */
async function storeCompletions() {
  await platform.root.transaction().execute(async (transaction) => {
    await findCompletions.run(transaction as never, {}, { outside: platform.outside, now: platform.now })
  })
  await platform.runJobs()
}

describe('live sessions as study content', () => {
  it('[COURSE-046] counts reservations and visits as registered; finished with 1 after enough minutes, once it has ended', async () => {
    const id = await publishedLive(platform, scene.host)
    const kind = kindOf(15)
    await kind.register?.(platform.db, scene.companyId, [scene.learner.id, brief.id], [id], platform.now)
    await kind.register?.(platform.db, scene.companyId, [scene.learner.id], [id], platform.now)
    expect(await platform.client(live, scene.host).live({ params: { id } })).toMatchObject({ subNumber: 2 })
    expect(await stateOf(id, scene.learner)).toMatchObject({ isRegistered: true, isStarted: false, finishStatus: 0 })
    expect(await stateOf(id, scene.lecturer)).toBeUndefined()
    await sql`update rooms.room set minimum_minutes = 20 where id = ${id}`.execute(platform.root)
    const about = { companyId: scene.companyId, roomId: id, by: scene.host.id }
    await startRoom(platform.db, { ...about, now: platform.now })
    await was(id, scene.learner, 0, 25)
    await was(id, brief, 3, 5)
    platform.now += 30 * minuteMs
    await storeCompletions()
    expect(await stateOf(id, scene.learner)).toMatchObject({ isStarted: true, isFinished: false, percent: 0 })
    await endRoom(platform.db, { ...about, now: platform.now })
    platform.now += minuteMs
    await storeCompletions()
    expect(await stateOf(id, scene.learner)).toMatchObject({
      ...{ isRegistered: true, isFinished: true, finishStatus: 1, percent: 100, finishedAt: expect.any(Number) },
    })
    expect(await stateOf(id, brief)).toMatchObject({
      isStarted: true,
      isFinished: false,
      finishStatus: 0,
      finishedAt: null,
    })
    // A completion stays, even if the requirement grows later.
    await sql`update rooms.room set minimum_minutes = 29 where id = ${id}`.execute(platform.root)
    await storeCompletions()
    expect(await stateOf(id, scene.learner)).toMatchObject({ isFinished: true })
  })

  it('counts the replay as completion too, once', async () => {
    const id = await publishedLive(platform, scene.host)
    await sql`update rooms.room set minimum_minutes = 10 where id = ${id}`.execute(platform.root)
    const about = { companyId: scene.companyId, roomId: id, by: scene.host.id }
    await startRoom(platform.db, { ...about, now: platform.now })
    platform.now += 30 * minuteMs
    await endRoom(platform.db, { ...about, now: platform.now })
    await storeCompletions()
    expect(await stateOf(id, scene.learner)).toBeUndefined()
    const fileId = uuid()
    await sql`insert into rooms.replay (room_id, company_id, owner_id, title, state, file_id, duration_ms, requested_at, finished_at)
      values (${id}, ${scene.companyId}, ${scene.host.id}, '回放', 'ready', ${fileId}, ${30 * minuteMs}::bigint,
        ${platform.now}::bigint, ${platform.now}::bigint)
      on conflict (room_id) do update set state = 'ready', file_id = excluded.file_id, duration_ms = excluded.duration_ms,
        finished_at = excluded.finished_at`.execute(platform.root)
    expect(await kindOf(15).items(platform.db, scene.companyId, [id])).toMatchObject([{ isAvailable: true }])
    const watched = (ms: number) =>
      sql`insert into rooms.replay_watch (room_id, member_id, company_id, file_id, covered_ms, started_at, watched_at,
          playback_id, credited_until)
        values (${id}, ${scene.learner.id}, ${scene.companyId}, ${fileId}, ${ms}, ${platform.now}::bigint,
          ${platform.now}::bigint, ${uuid()}, ${platform.now}::bigint)
        on conflict (room_id, member_id) do update set covered_ms = excluded.covered_ms, watched_at = excluded.watched_at
        `.execute(platform.root)
    await watched(9 * minuteMs)
    platform.now += minuteMs
    await storeCompletions()
    expect(await stateOf(id, scene.learner)).toBeUndefined()
    await watched(11 * minuteMs)
    platform.now += minuteMs
    await storeCompletions()
    expect(await stateOf(id, scene.learner)).toMatchObject({ isFinished: true, isStarted: true, finishStatus: 1 })
  })

  it('finishes an external one for its visitors, when it has ended', async () => {
    const { db, now } = platform
    const input = { companyId: scene.companyId, hostId: scene.host.id, externalUrl: 'https://a.example', now }
    const id = await buildLive(db, { ...input, startTime: now - 90 * minuteMs, minutes: 60, status: 3 })
    await sql`insert into live.attendee (live_id, member_id, company_id, first_at)
      values (${id}, ${scene.learner.id}, ${scene.companyId}, ${now}::bigint)`.execute(platform.root)
    platform.now += minuteMs
    await storeCompletions()
    expect(await stateOf(id, scene.learner)).toMatchObject({ isFinished: true, finishStatus: 1 })
    expect(await kindOf(15).items(db, scene.companyId, [id])).toMatchObject([{ isAvailable: false }])
  })

  it('notifies its dependents once', async () => {
    const { rows } = await sql<{
      pending: number
      notified: number
    }>`select count(*) filter (where told_at is null)::int as pending,
      count(told_at)::int as notified from live.completion where company_id = ${scene.companyId}`.execute(platform.root)
    expect(rows[0]).toEqual({ pending: 0, notified: 3 })
  })

  it('are named, found and reserved by their family, within their visibility', async () => {
    const { db, now } = platform
    const input = { companyId: scene.companyId, hostId: scene.host.id, organizationId: scene.department, now }
    const own = await buildLive(db, { ...input, subject: '可选直播甲' })
    const legacy = await buildLive(db, { ...input, subject: '可选直播乙', supplier: 4 })
    await buildLive(db, { ...input, subject: '可选直播丙', shareScope: 2 })
    await buildLive(db, { ...input, subject: '可选直播丁', status: 4 })
    const outsider = callerOf(scene.approver)
    const found = async (type: number) => (await kindOf(type).search(db, outsider, '可选直播', 9)).map(({ id }) => id)
    expect([await found(15), await found(5)]).toEqual([[own], [legacy]])
    const items = await kindOf(5).items(db, scene.companyId, [own, legacy])
    expect(items).toMatchObject([{ id: legacy, name: '可选直播乙', link: `/activity/gensee/detail/${legacy}` }])
    expect([...(await kindOf(15).visible(db, outsider, [own, legacy, uuid()]))]).toEqual([own])
    await kindOf(5).register?.(db, scene.companyId, [scene.learner.id], [own, legacy], now)
    expect([await stateOf(own, scene.learner), await stateOf(legacy, scene.learner, 5)]).toMatchObject([
      undefined,
      { isRegistered: true },
    ])
  })
})
