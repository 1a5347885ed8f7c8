/** A contest that is purged takes its rows and the copies of its works along, and nothing of anybody else. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { fileById } from '#modules/platform/files/server.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { contestsOn, type TestContest } from './contests-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['admin'], otherCompany: ['super-admin'] })
const { as, build, handIn, toReview } = contestsOn(platform, () => roles.owner)

interface Version {
  readonly fileId: string
  readonly copyId: string
}

async function versionOf(work: TestContest): Promise<Version> {
  const { rows } = await sql<Version>`select file_id as "fileId", copy_file_id as "copyId" from contests.version
    where work_id = ${work.params.id}`.execute(platform.root)
  return rows[0] as Version
}

const exists = async (id: string) => (await fileById(platform.db, roles.companyId, id)) !== undefined

/** The status of the copy as a voter loads it, by the address that the voter was given. */
const loaded = async (url: string | null) =>
  (await platform.app.inject({ url: url ?? '', headers: { authorization: `Bearer ${roles.colleague.token}` } }))
    .statusCode

async function remove(one: TestContest) {
  await as(roles.owner).takeDownContest(one)
  await as(roles.owner).deleteContest(one)
  const recycleBin = platform.client(operations, roles.owner)
  const { items } = await recycleBin.listRecycled({ query: { kind: 'contest' } })
  const params = { id: items.find(({ itemId }) => itemId === one.params.id)?.id ?? '' }
  return { recycleBin, params }
}

it('a purged contest leaves neither rows nor copies, and the authors keep their files', async () => {
  const [one, other] = [await build({ name: '将清除' }), await build({ name: '留下' })]
  const [work, kept] = [await handIn(roles.member, one), await handIn(roles.member, other)]
  const [gone, stays] = [await versionOf(work), await versionOf(kept)]
  await as(roles.owner).assignReviewers({ ...one, body: { round: 0, reviewerIds: [roles.colleague.id], perWork: 1 } })
  toReview()
  const { url } = (await as(roles.colleague).work(work)).file
  expect(await loaded(url)).toBe(200)
  await as(roles.colleague).vote(work)
  const { recycleBin, params } = await remove(one)
  // In the recycle bin everything is still there.
  expect(await exists(gone.copyId)).toBe(true)
  expect(await refusal(platform.client(operations, roles.otherCompany).purgeRecycled({ params }))).toMatchObject({
    errorCode: 900_005,
  })
  await recycleBin.purgeRecycled({ params })
  await platform.runJobs()
  for (const table of ['work', 'review', 'vote', 'vote_day']) {
    const { rows } =
      await sql`select from ${sql.table(`contests.${table}`)} where contest_id = ${one.params.id}`.execute(
        platform.root,
      )
    expect(rows).toHaveLength(0)
  }
  expect(await exists(gone.copyId)).toBe(false)
  expect([404, 410, 422]).toContain(await loaded(url))
  expect(await exists(gone.fileId)).toBe(true)
  expect(await exists(stays.copyId)).toBe(true)
})

it('a copy that is made while its contest is purged is deleted again', async () => {
  const one = await build({ name: '清除中' })
  const work = await handIn(roles.member, one)
  const { copyId, fileId } = await versionOf(work)
  const late = await as(roles.member).handInVersion({ ...work, body: { title: '修订', text: '', fileId } })
  expect(late.version).toBe(2)
  const { recycleBin, params } = await remove(one)
  await recycleBin.purgeRecycled({ params })
  await platform.runJobs()
  expect(await exists(copyId)).toBe(false)
  const { rows } = await sql`select from files.file where name like 'work-1-2%'`.execute(platform.root)
  expect(rows).toHaveLength(0)
})
