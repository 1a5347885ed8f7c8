import { beforeAll, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { words } from '#modules/platform/words/contract.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildApplication, buildOwner, buildStep, buildTemplate } from './templates.fixture.ts'

const platform = testPlatform({ modules: [buildOwner().module, ...serverModules] })
let companyId: string
let department: string
let chief: BuiltMember
let manager: BuiltMember
let author: BuiltMember
let decider: BuiltMember

const as = (member: BuiltMember) => platform.client(approvals, member)
const names = ({ items }: { items: readonly { name: string }[] }) => items.map(({ name }) => name)

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  department = await buildOrganization(platform.db, { companyId, parentId: companyId })
  const team = await buildOrganization(platform.db, { companyId, parentId: department })
  const elsewhere = await buildOrganization(platform.db, { companyId, parentId: companyId })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  manager = await buildMember(platform.db, { companyId, organizationId: department, roles: ['admin'] })
  author = await buildMember(platform.db, { companyId })
  decider = await buildMember(platform.db, { companyId })
  const { now } = platform
  await buildTemplate(platform.db, { companyId, now }, [buildStep([decider.id], { name: '初审' })])
  const apply = (organizationId: string, name: string, later: number) =>
    platform.root.transaction().execute((db) =>
      buildApplication(db as never, {
        companyId,
        organizationId,
        applicantId: author.id,
        name,
        now: now + later,
      }),
    )
  await apply(team, '新品直播', 0)
  await apply(elsewhere, '100% 直播_回顾', 1000)
  await apply(companyId, '年会直播', 2000)
  platform.now += 10_000
})

it('a member sees own applications, open and past decisions; a keyword is no pattern', async () => {
  expect(names(await as(author).myProcesses())).toEqual(['年会直播', '100% 直播_回顾', '新品直播'])
  expect(names(await as(author).myProcesses({ query: { keyword: '0% 直播_' } }))).toEqual(['100% 直播_回顾'])
  expect(names(await as(author).myProcesses({ query: { keyword: '新_直' } }))).toEqual([])
  expect(await as(author).myProcesses({ query: { pageSize: 1, page: 2 } })).toMatchObject({
    recordCount: 3,
    items: [{ name: '100% 直播_回顾', stepName: '初审', waitingFor: [{ id: decider.id }], state: 'running' }],
  })
  const waiting = await as(decider).waitingTasks()
  expect(waiting.items.map(({ process }) => process.name)).toEqual(['新品直播', '100% 直播_回顾', '年会直播'])
  expect(await as(decider).counts()).toEqual({ waiting: 3, revising: 0, running: 0 })
  expect(await as(author).counts()).toEqual({ waiting: 0, revising: 0, running: 3 })
  const [oldest] = waiting.items
  await as(decider).refuse({ params: { id: oldest?.taskId as string }, body: { opinion: '时间冲突' } })
  const done = await as(decider).doneTasks()
  expect(done).toMatchObject({ recordCount: 1, items: [{ state: 'refused', opinion: '时间冲突', actedFor: null }] })
  expect(await as(decider).counts()).toMatchObject({ waiting: 2 })
  expect(names(await as(author).myProcesses({ query: { state: 'refused' } }))).toEqual(['新品直播'])
})

it('only administrators see all applications in their organizations', async () => {
  expect(names(await as(chief).listProcesses())).toHaveLength(3)
  expect(names(await as(manager).listProcesses())).toEqual(['新品直播'])
  expect(names(await as(chief).listProcesses({ query: { state: 'running', businessType: 2 } }))).toHaveLength(2)
  expect(names(await as(chief).listProcesses({ query: { businessType: 1 } }))).toEqual([])
  expect(names(await as(chief).listProcesses({ query: { keyword: '年会' } }))).toEqual(['年会直播'])
  expect(await refusal(as(author).listProcesses())).toMatchObject({ status: 403, errorCode: 10138 })
})

it('an opinion with sensitive words is refused, and nothing is decided', async () => {
  await platform.client(words, chief).addWords({ body: { words: ['坏词'], category: '测试', level: 'refuse' } })
  const [task] = (await as(decider).waitingTasks()).items
  const said = as(decider).agree({ params: { id: task?.taskId as string }, body: { opinion: '这是坏词' } })
  expect(await refusal(said)).toMatchObject({ errorCode: 900010, data: { fields: [{ path: 'opinion' }] } })
  expect((await as(decider).waitingTasks()).items[0]?.taskId).toBe(task?.taskId)
})
