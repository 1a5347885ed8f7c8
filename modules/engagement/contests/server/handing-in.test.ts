/** Handing in over HTTP: works and versions, their limits, their files. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import { CONTEST_NOT_FOR_YOU, FILE_UNFIT, HAND_IN_CLOSED, TOO_MANY, WORK_OUT } from '../contract/codes.ts'
import { versionsMax } from '../contract/fields.ts'
import { contestsOn, minuteMs, type TestContest } from './contests-on.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const roles = testRoles(platform, { owner: ['admin'], otherCompany: ['super-admin'] })
const { as, build, handIn, store, video, document, toReview } = contestsOn(platform, () => roles.owner)

const body = (fileId: string, groupKey: string | null = null) => ({ title: '五步查隐患', text: '', groupKey, fileId })
const version = (work: TestContest, fileId: string) =>
  as(roles.member).handInVersion({ ...work, body: { title: '五步查隐患（修订）', text: '新结尾', fileId } })

describe('a work', () => {
  it('is handed in with versions, and shows the newest', async () => {
    const one = await build({ isAnonymous: false })
    const work = await handIn(roles.member, one)
    expect(await version(work, await document(roles.member))).toEqual({ id: work.params.id, version: 2 })
    const { own, obstacle } = await as(roles.member).contest(one)
    expect(obstacle).toBe('too-many')
    expect(own).toMatchObject([{ number: 1, title: '五步查隐患（修订）', isOpen: true, state: 'in' }])
    expect(own[0]?.versions.map(({ number, fileKind, copy }) => [number, fileKind, copy])).toEqual([
      [2, 'document', 'none'],
      [1, 'video', 'none'],
    ])
    expect(await refusal(as(roles.colleague).work(work))).toMatchObject({ errorCode: 900_005 })
    expect((await as(roles.colleague).works(one)).recordCount).toBe(0)
    toReview()
    const shown = await as(roles.colleague).work(work)
    expect(shown).toMatchObject({ version: 2, fileKind: 'document', author: { fullName: 'member' } })
    const answer = await platform.app.inject({
      ...{ url: shown.file.pdfUrl ?? '', headers: { authorization: `Bearer ${roles.colleague.token}` } },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  })

  it('is handed in while the round is open', async () => {
    const one = await build()
    const from = platform.now
    const fileId = await video(roles.member)
    const hand = () => as(roles.member).handIn({ ...one, body: body(fileId) })
    platform.now = from - minuteMs - 1
    expect(await refusal(hand())).toMatchObject({ status: 422, errorCode: HAND_IN_CLOSED.code })
    expect((await as(roles.member).contest(one)).obstacle).toBe('coming')
    platform.now = from + 10 * minuteMs
    expect(await refusal(hand())).toMatchObject({ errorCode: HAND_IN_CLOSED.code })
    expect((await as(roles.member).contest(one)).obstacle).toBe('closed')
    platform.now -= 1
    const work = { params: { id: (await hand()).id } }
    platform.now += 1
    expect(await refusal(version(work, fileId))).toMatchObject({ errorCode: HAND_IN_CLOSED.code })
    expect(await refusal(as(roles.member).withdrawWork(work))).toMatchObject({ errorCode: HAND_IN_CLOSED.code })
  })

  it('is a video or a document of its author', async () => {
    const one = await build()
    const hand = (fileId: string) => as(roles.member).handIn({ ...one, body: body(fileId) })
    const unfit = async (fileId: string, reason: string) =>
      expect(await refusal(hand(fileId))).toMatchObject({ errorCode: FILE_UNFIT.code, data: { reason } })
    await unfit(await store(roles.member, '表格.csv', Buffer.from('a,b')), 'type')
    await unfit(await video(roles.colleague), 'missing')
    await unfit(await video(roles.otherCompany), 'missing')
    await unfit(one.params.id, 'missing')
  })

  it('belongs to a group of the contest', async () => {
    const one = await build({ groups: [{ key: 'a', name: '内勤' }] })
    const fileId = await video(roles.member)
    for (const groupKey of [null, 'b'])
      expect(await refusal(as(roles.member).handIn({ ...one, body: body(fileId, groupKey) }))).toMatchObject({
        errorCode: 900_005,
      })
    expect(await as(roles.member).handIn({ ...one, body: body(fileId, 'a') })).toMatchObject({ version: 1 })
    const plain = await build()
    expect(await refusal(as(roles.member).handIn({ ...plain, body: body(fileId, 'a') }))).toMatchObject({
      errorCode: 900_005,
    })
  })

  it('is one of so many of a member, also of requests at one moment', async () => {
    let one: TestContest = { params: { id: '' } }
    const fileId = await video(roles.member)
    const begin = async () => {
      one = await build({ worksPerMember: 2 })
    }
    const result = await race(platform, 5, () => as(roles.member).handIn({ ...one, body: body(fileId) }), { begin })
    expect(result).toMatchObject({ accepted: 2, refused: { [TOO_MANY.code]: 3 } })
    expect((await as(roles.member).contest(one)).own.map(({ number }) => number)).toEqual([1, 2])
  })

  it('has so many versions at most', async () => {
    const one = await build({ isAnonymous: false })
    const work = await handIn(roles.member, one)
    const fileId = await video(roles.member)
    for (let at = 1; at < versionsMax; at += 1) await version(work, fileId)
    expect(await refusal(version(work, fileId))).toMatchObject({ errorCode: TOO_MANY.code, data: { max: versionsMax } })
  })

  it('keeps a copy without names of its newest version alone, and none once it is withdrawn', async () => {
    const one = await build()
    const work = await handIn(roles.member, one)
    const copies = async () => {
      const { rows } = await sql<{ number: number; copy: string }>`
        select number, copy from contests.version where work_id = ${work.params.id} order by number`.execute(
        platform.root,
      )
      return rows.map(({ number, copy }) => [number, copy])
    }
    const stored = async () => {
      const { rows } = await sql<{ files: number }>`
        select count(*)::int as files from files.file where name like 'work-1-%'`.execute(platform.root)
      return rows[0]?.files ?? 0
    }
    const before = (await stored()) - 1
    const fileId = await video(roles.member)
    for (let at = 0; at < 2; at += 1) await version(work, fileId)
    await platform.runJobs()
    expect(await copies()).toEqual([
      [1, 'none'],
      [2, 'none'],
      [3, 'made'],
    ])
    expect(await stored()).toBe(before + 1)
    await as(roles.member).withdrawWork(work)
    expect((await copies()).map(([, copy]) => copy)).toEqual(['none', 'none', 'none'])
    expect(await stored()).toBe(before)
  })

  it('is withdrawn by its author alone, who may hand in another', async () => {
    const one = await build()
    const work = await handIn(roles.member, one)
    for (const other of [roles.colleague, roles.owner, roles.otherCompany])
      expect(await refusal(as(other).withdrawWork(work))).toMatchObject({ errorCode: 900_005 })
    await as(roles.member).withdrawWork(work)
    expect(await refusal(version(work, await video(roles.member)))).toMatchObject({ errorCode: WORK_OUT.code })
    expect(await refusal(as(roles.member).withdrawWork(work))).toMatchObject({ errorCode: WORK_OUT.code })
    expect((await as(roles.member).contest(one)).obstacle).toBeNull()
    await handIn(roles.member, one, { title: '第二次' })
  })

  it('is not handed in where the contest is not meant for its author', async () => {
    const one = await build({ organizationIds: [roles.organizationId] })
    const hand = as(roles.stranger).handIn({ ...one, body: body(await video(roles.stranger)) })
    expect(await refusal(hand)).toMatchObject({ errorCode: CONTEST_NOT_FOR_YOU.code })
  })
})
