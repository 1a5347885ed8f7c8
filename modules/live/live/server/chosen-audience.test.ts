/** Live sessions for chosen organizations and members (share scope 4): who sees them, and what ends when somebody moves. */
import { beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '#modules/content/catalog/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { rooms } from '#modules/live/rooms/contract.ts'
import { roomStage } from '#modules/live/rooms/server/room.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { bounds } from '#test/bounds.ts'
import { refusal } from '#test/harness.ts'
import { live } from '../contract.ts'
import { buildLive } from './live.fixture.ts'
import { buildScene, formOf, publishedLive, type Scene, sceneSteps } from './scene.fixture.ts'

const stage = roomStage()
const { platform } = stage
let scene: Scene
/** Beside the department. */
let sales: string
let seller: BuiltMember
let guest: BuiltMember

beforeAll(async () => {
  scene = await buildScene(platform)
  const { companyId } = scene
  sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
  seller = await buildMember(platform.db, { companyId, organizationId: sales, fullName: '许望' })
  guest = await buildMember(platform.db, { companyId, organizationId: sales, fullName: '宋清如' })
})

const { as, learners, ofId, seen } = sceneSteps(platform, () => scene)
const inTeam = () => buildMember(platform.db, { companyId: scene.companyId, organizationId: scene.team })
const chosen = (organizationIds: string[], memberIds: string[] = []) => ({
  shareScope: 4 as const,
  audience: { organizationIds, memberIds },
})
const made = (organizationIds: string[], memberIds: string[] = [], input = {}) =>
  publishedLive(platform, scene.host, { ...chosen(organizationIds, memberIds), ...input })
const move = (member: BuiltMember, organizationId: string) =>
  platform.client(identity, scene.chief).changeMember({ params: { id: member.id }, body: { organizationId } })
const errorOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode

describe('a live session for a chosen audience', () => {
  it('is seen by chosen organizations with those below, chosen members, its lecturers and managers; not by others', async () => {
    const id = await made([scene.department], [guest.id], { lecturerIds: [] })
    const below = await inTeam()
    const [beside] = await learners(1)
    const elsewhere = (await buildScene(platform)).chief
    for (const member of [scene.host, scene.learner, below, guest, scene.chief])
      expect(await as(member).detail(ofId(id)), member.name).toMatchObject({ id, shareScope: 4 })
    for (const member of [seller, beside as BuiltMember])
      expect(await errorOf(as(member).detail(ofId(id)))).toBe(100_309)
    expect(await errorOf(as(elsewhere).detail(ofId(id)))).toBe(100_318)
    // Who was chosen is the organizer side's knowledge.
    expect((await as(guest).detail(ofId(id))).audience).toBeNull()
    expect((await seen(id)).audience).toMatchObject({
      organizations: [{ id: scene.department, name: '研发部' }],
      members: [{ id: guest.id, fullName: '宋清如', organizationName: '销售部' }],
    })
  })

  it('is in no list, search, picker, page, room, replay, collection or comment of anybody else', async () => {
    const id = await made([scene.department])
    const { subject } = await seen(id)
    const listed = async (member: BuiltMember) => {
      const calls = as(member)
      const query = { text: subject, pageSize: 50 }
      const pages = [await calls.list({ query }), await calls.schedule({ query }), await calls.hot({ query })]
      const choosable = await platform
        .client(catalog, member)
        .contentChoices({ query: { businessType: 15, search: subject } as never })
      const found = pages.map((page) => page.items.some((one) => one.id === id))
      return [...found, choosable.items.some(({ businessId }) => businessId === id)]
    }
    expect(await listed(scene.learner)).toEqual([true, true, true, true])
    expect(await listed(seller)).toEqual([false, false, false, false])
    const item = { businessId: id, businessType: 15 } as never
    for (const call of [
      () => as(seller).front(ofId(id)),
      () => as(seller).subscribe(ofId(id)),
      () => as(seller).enter(ofId(id)),
      () => as(seller).temporaryUrl(ofId(id)),
      () => as(seller).relativeMembers({ query: { businessId: id } }),
      () => platform.client(rooms, seller).join({ params: { id }, body: { device: 'browser' } }),
      () => platform.client(rooms, seller).replay({ params: { id } }),
    ])
      expect(await errorOf(call())).toBe(100_309)
    expect(await errorOf(platform.client(topics, seller).listComments({ query: item }))).toBe(900_005)
    expect(await errorOf(platform.client(topics, seller).collect({ body: item }))).toBe(900_005)
    await as(scene.host).start(ofId(id))
    await as(scene.host).end(ofId(id))
    expect((await as(seller).review({ query: { text: subject } })).recordCount).toBe(0)
    expect((await as(scene.learner).review({ query: { text: subject } })).recordCount).toBe(1)
    expect(await errorOf(platform.client(rooms, seller).startReplay({ params: { id } }))).toBe(100_309)
  })

  it('is left within seconds by a member who is moved out of it, and nothing reminds of it', async () => {
    const mover = await inTeam()
    const id = await made([scene.department])
    await as(mover).subscribe(ofId(id))
    await as(scene.learner).subscribe(ofId(id))
    await as(scene.host).start(ofId(id))
    const room = await stage.enter(id, mover)
    const colleague = await stage.enter(id, scene.learner)
    const agenda = async (member: BuiltMember) => {
      const { url } = await platform.client(messages, member).makeCalendarFeed({ body: {} })
      return (await platform.app.inject({ url: new URL(url).pathname })).body.includes(id)
    }
    expect(await agenda(mover)).toBe(true)
    await move(mover, sales)
    expect(await room.until('bye')).toMatchObject({ reason: 'no-access' })
    expect(await room.closed()).toBe(4002)
    expect(await errorOf(stage.enter(id, mover))).toBe(100_309)
    expect(await errorOf(as(mover).front(ofId(id)))).toBe(100_309)
    expect(await agenda(mover)).toBe(false)
    // The others stay.
    expect(colleague.closedWith).toBeUndefined()
    expect(colleague.events.some(({ e }) => e === 'bye')).toBe(false)
    await colleague.leave()
    // The move back opens it again.
    await move(mover, scene.team)
    await (await stage.enter(id, mover)).leave()
  })

  it('has its managers as assistants, even from outside of the audience', async () => {
    const id = await made([sales])
    const manager = await stage.enter(id, scene.chief)
    expect(manager.snapshot.me.role).toBe('assistant')
    const lead = await stage.enter(id, scene.host)
    expect(lead.snapshot.me.role).toBe('host')
    expect(manager.closedWith).toBeUndefined()
    await Promise.all([manager.leave(), lead.leave()])
  })

  it('sends its messages to those alone who may see it when they go out', async () => {
    const [stays, moves] = [await inTeam(), await inTeam()]
    const id = await made([scene.department])
    for (const member of [stays, moves]) await as(member).subscribe(ofId(id))
    await move(moves, sales)
    const { startTime } = await seen(id)
    const { soonJob } = await import('./publication.ts')
    await platform.root.transaction().execute(async (transaction) => {
      const payload = { companyId: scene.companyId, id, startTime }
      await soonJob.run(transaction as never, payload, { outside: platform.outside, now: platform.now })
    })
    await as(scene.host).revoke(ofId(id))
    await platform.runJobs()
    const { subject } = await seen(id)
    const received = async (member: BuiltMember) => {
      const { items } = await platform.client(messages, member).listNotifications()
      return items.filter(({ title }) => title.includes(subject)).length
    }
    expect([await received(stays), await received(moves)]).toEqual([2, 0])
  })

  it('names an audience of the own company, within its limits', async () => {
    const elsewhere = await buildScene(platform)
    const apply = (organizationIds: string[], memberIds: string[] = []) =>
      as(scene.host).apply({ body: formOf(platform, chosen(organizationIds, memberIds)) })
    expect(await refusal(apply([]))).toMatchObject({ errorCode: 900_001, data: { fields: [{ path: 'audience' }] } })
    expect(await refusal(as(scene.host).apply({ body: formOf(platform, { shareScope: 4 }) }))).toMatchObject({
      errorCode: 900_001,
    })
    expect(await errorOf(apply([elsewhere.department]))).toBe(900_005)
    expect(await errorOf(apply([], [elsewhere.learner.id]))).toBe(900_005)
    const { companyId } = scene
    const many: string[] = []
    for (let count = 0; count <= 100; count++)
      many.push(await buildOrganization(platform.db, { companyId, parentId: sales, name: `小组${count}` }))
    await bounds(100, (count) => apply(many.slice(0, count)), { refused: 900_001, path: 'audience.organizationIds' })
  })

  it('is changed, kept by an edit that does not speak of it, fixed while it runs, and gone with another scope', async () => {
    const { subject, startTime } = await seen(await made([scene.department]))
    const { items } = await as(scene.host).list({ query: { mine: 1, text: subject } })
    const id = items[0]?.id ?? ''
    const edit = (part: object) =>
      as(scene.host).update({ ...ofId(id), body: formOf(platform, { subject, startTime, ...part }) })
    await edit({ shareScope: 4, desc: '只改了简介' })
    expect((await seen(id)).audience?.organizations.map((one) => one.id)).toEqual([scene.department])
    await edit(chosen([sales], [scene.learner.id]))
    expect(await errorOf(as(await inTeam()).front(ofId(id)))).toBe(100_309)
    expect(await as(seller).front(ofId(id))).toMatchObject({ id })
    expect(await as(scene.learner).front(ofId(id))).toMatchObject({ id })
    await as(scene.host).start(ofId(id))
    expect(await refusal(edit(chosen([sales])))).toMatchObject({
      ...{ errorCode: 100_326, data: { field: 'shareScope' } },
    })
    await edit(chosen([sales], [scene.learner.id]))
    const other = await made([sales])
    const { subject: name, startTime: at } = await seen(other)
    const body = formOf(platform, { subject: name, startTime: at, shareScope: 1 })
    await as(scene.host).update({ ...ofId(other), body })
    expect((await seen(other)).audience).toBeNull()
    expect(await platform.client(live, scene.approver).front(ofId(other))).toMatchObject({ id: other })
  })
})

it('the kind of live sessions of another provider is offered only where there is one', async () => {
  const place = await buildScene(platform)
  const kinds = async (query = {}) => {
    const choices = await platform.client(catalog, place.host).contentChoices({ query })
    return choices.kinds.filter(({ businessType }) => [5, 15].includes(businessType)).map((kind) => kind.label)
  }
  expect(await kinds()).toEqual(['直播'])
  const { companyId, host } = place
  await buildLive(platform.db, { companyId, hostId: host.id, supplier: 0, now: platform.now })
  expect(await kinds()).toEqual(['直播（外部系统）', '直播'])
})
