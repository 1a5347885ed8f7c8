/** What a member hosts or teaches next, on the member's homepage: what each viewer may see of it. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { saveAudience } from './chosen-audience.ts'
import { liveTables } from './db.ts'
import { buildLive, type LiveInput } from './live.fixture.ts'
import { buildScene, minuteMs, type Scene, sceneSteps } from './scene.fixture.ts'

const platform = testPlatform()
let scene: Scene
/** A member beside the department. */
let seller: BuiltMember

beforeAll(async () => {
  scene = await buildScene(platform)
  const { companyId } = scene
  const sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
  seller = await buildMember(platform.db, { companyId, organizationId: sales })
})

const { as } = sceneSteps(platform, () => scene)
const hosted = (viewer: BuiltMember, { id: memberId }: BuiltMember) => as(viewer).hosted({ query: { memberId } })
const subjectsFor = async (viewer: BuiltMember, member: BuiltMember) => {
  const { items, recordCount } = await hosted(viewer, member)
  return [...items.map(({ subject }) => subject), recordCount]
}
const build = (subject: string, hours: number, input: Partial<LiveInput> = {}) => {
  const { companyId, host } = scene
  const startTime = platform.now + hours * 60 * minuteMs
  return buildLive(platform.db, { companyId, hostId: host.id, subject, startTime, now: platform.now, ...input })
}

it('is running or coming, hosted or taught, the next first, and within the audience of each session', async () => {
  const { host, lecturer, learner, companyId, department, chief } = scene
  const taught = await build('后天讲', 48)
  await sql`insert into live.lecturer (live_id, company_id, member_id, sort)
    values (${taught}, ${companyId}, ${lecturer.id}, 0)`.execute(platform.root)
  await build('明天讲', 24)
  await build('正在讲', -1, { status: 2 })
  const chosen = await build('部门内', 72, { shareScope: 4 })
  const audience = { organizationIds: [department], memberIds: [] }
  await saveAudience(liveTables(platform.db), { liveId: chosen, companyId, audience })
  await build('未发布', 30, { status: 0 })
  await build('已结束', -5, { status: 3 })
  await build('已撤销', 40, { status: 4 })
  await build('没有开始', -9)
  for (const viewer of [learner, host])
    expect(await subjectsFor(viewer, host)).toEqual(['正在讲', '明天讲', '后天讲', '部门内', 4])
  expect(await subjectsFor(seller, host)).toEqual(['正在讲', '明天讲', '后天讲', 3])
  expect(await subjectsFor(seller, lecturer)).toEqual(['后天讲', 1])
  // A manager sees every session of the company, and still only what this member hosts or teaches.
  expect(await subjectsFor(chief, lecturer)).toEqual(['后天讲', 1])
  expect(await subjectsFor(chief, seller)).toEqual([0])
})

it('is not there for another company', async () => {
  const elsewhere = await buildMember(platform.db, { companyId: (await buildScene(platform)).companyId })
  expect(await refusal(hosted(elsewhere, scene.host))).toMatchObject({ status: 422, errorCode: 900_005 })
})
