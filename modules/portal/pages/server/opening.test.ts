import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { indexChanges } from '#modules/insight/search/server/search.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { pages } from '../contract.ts'
import { begun, buildPage, documentOf } from './pages.fixture.ts'

const platform = testPlatform()
let now = 0
let companyId: string
let branchOrganization: string
let member: BuiltMember
let inBranch: BuiltMember
let manager: BuiltMember
let chief: BuiltMember
let stranger: BuiltMember

const as = (who: BuiltMember) => platform.client(pages, who)
const notFound = { status: 422, errorCode: 900_005 }
const gone = { status: 422, errorCode: 190_001 }
const notMember = { status: 422, errorCode: 190_000 }

beforeAll(async () => {
  now = platform.now
  companyId = await buildCompany(platform.db)
  branchOrganization = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '华东分院' })
  const below = await buildOrganization(platform.db, { companyId, parentId: branchOrganization, name: '苏州教研组' })
  member = await buildMember(platform.db, { companyId })
  inBranch = await buildMember(platform.db, { companyId, organizationId: below })
  manager = await buildMember(platform.db, { companyId, organizationId: branchOrganization, roles: ['branch-manager'] })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

const buildBranch = (input: object = {}) =>
  buildPage(platform.db, {
    ...{
      companyId,
      kind: 'branch',
      organizationId: branchOrganization,
      nameCn: '华东分院',
      nameEn: 'East branch',
      now,
    },
    ...input,
  })

describe('a branch', () => {
  it('is open for its members, those of organizations below included, and says to others that they are none', async () => {
    const id = await buildBranch()
    await proves(['SYSTEM-021', 'SYSTEM-034'], async () => {
      expect(await as(inBranch).validateBranch({ params: { id } })).toEqual({ id, isValid: true })
      expect(await refusal(as(member).validateBranch({ params: { id } }))).toMatchObject(notMember)
    })
    await proves('SYSTEM-035', async () => {
      const page = await as(inBranch).branchPage({ params: { id } })
      expect(page).toMatchObject({ id, kind: 'branch', name: '华东分院', version: 1 })
      expect(page.sections[0]?.modules[0]).toMatchObject({ type: 'rich-text', html: '<p>欢迎</p>' })
      const english = await as(inBranch).branchPage({ params: { id } }, { headers: { 'accept-language': 'en' } })
      expect(english).toMatchObject({ name: 'East branch' })
    })
    await proves('SYSTEM-023', async () => {
      expect(await refusal(as(member).branchPage({ params: { id } }))).toMatchObject(notMember)
      expect(await refusal(as(stranger).branchPage({ params: { id } }))).toMatchObject(gone)
    })
  })

  it('[SYSTEM-022] is gone for everybody when it is a draft, hidden, archived, another kind of page, or unknown', async () => {
    for (const state of ['draft', 'hidden', 'archived'] as const) {
      const id = await buildBranch({ state })
      expect(await refusal(as(inBranch).validateBranch({ params: { id } }))).toMatchObject(gone)
    }
    const home = await buildPage(platform.db, { companyId, now })
    expect(await refusal(as(inBranch).validateBranch({ params: { id: home } }))).toMatchObject(gone)
    expect(await refusal(as(inBranch).validateBranch({ params: { id: uuid() } }))).toMatchObject(gone)
  })

  it('[SYSTEM-032] closes at once for who is disabled in it or moves elsewhere, and opens again', async () => {
    const id = await buildBranch()
    const mover = await buildMember(platform.db, { companyId, organizationId: branchOrganization })
    const open = () => as(mover).validateBranch({ params: { id } })
    await open()
    const params = { id, memberId: mover.id }
    await as(manager).setBranchMember({ params, body: { isDisabled: true } })
    expect(await refusal(open())).toMatchObject(notMember)
    expect(await refusal(as(mover).branchPage({ params: { id } }))).toMatchObject(notMember)
    expect((await as(mover).ownBranches()).items.map((one) => one.id)).not.toContain(id)
    expect((await as(manager).disabledMembers({ params: { id } })).items).toMatchObject([{ id: mover.id }])
    await as(manager).setBranchMember({ params, body: { isDisabled: false } })
    await open()
    await sql`update identity.member set organization_id = ${companyId} where id = ${mover.id}`.execute(platform.root)
    expect(await refusal(open())).toMatchObject(notMember)
  })

  it('closes what lies below it for those who may not open it', async () => {
    const id = await buildBranch()
    const canvas = await buildPage(platform.db, { companyId, kind: 'canvas', parentId: id, now })
    await proves(['SYSTEM-024', 'SYSTEM-036'], async () => {
      expect(await as(inBranch).canvasPage({ params: { id: canvas } })).toMatchObject({ kind: 'canvas' })
      expect(await refusal(as(member).canvasPage({ params: { id: canvas } }))).toMatchObject(notFound)
      expect(await refusal(as(stranger).canvasPage({ params: { id: canvas } }))).toMatchObject(notFound)
    })
    await as(chief).setPageState({ params: { id }, body: { state: 'hidden' } })
    expect(await refusal(as(inBranch).canvasPage({ params: { id: canvas } }))).toMatchObject(notFound)
  })

  it('closes for a canvas nobody: members are disabled in branches alone', async () => {
    const id = await buildPage(platform.db, { companyId, kind: 'canvas', organizationId: branchOrganization, now })
    const call = as(manager).setBranchMember({ params: { id, memberId: inBranch.id }, body: { isDisabled: true } })
    expect(await refusal(call)).toMatchObject({ errorCode: 393_003 })
  })
})

describe('home pages', () => {
  it('[SYSTEM-033] are those below a page that the caller may open, the nearest organization first', async () => {
    const company = await buildCompany(platform.db)
    const team = await buildOrganization(platform.db, { companyId: company, parentId: company, name: '研发部' })
    const [one, other] = [
      await buildMember(platform.db, { companyId: company, organizationId: team }),
      await buildMember(platform.db, { companyId: company }),
    ]
    const input = { companyId: company, now }
    const everybodys = await buildPage(platform.db, { ...input, nameCn: '公司首页', position: 1 })
    const ofTeam = await buildPage(platform.db, { ...input, nameCn: '研发首页', organizationId: team, position: 2 })
    await buildPage(platform.db, { ...input, nameCn: '讲师首页', audiences: ['role:lecturer'], position: 3 })
    await buildPage(platform.db, { ...input, nameCn: '草稿', state: 'draft' })
    const branch = await buildPage(platform.db, {
      ...input,
      kind: 'branch',
      organizationId: team,
      parentId: everybodys,
    })
    const idsOf = async (who: BuiltMember, parentId?: string) =>
      (await as(who).homeConfigs({ query: parentId ? { parentId } : {} })).items.map(({ id }) => id)
    expect(await idsOf(one)).toEqual([ofTeam, everybodys])
    expect(await idsOf(other)).toEqual([everybodys])
    expect(await idsOf(one, everybodys)).toEqual([branch])
    expect(await idsOf(other, everybodys)).toEqual([])
    expect(await refusal(as(other).homeConfigs({ query: { parentId: ofTeam } }))).toMatchObject(notFound)
    expect(await refusal(as(other).homeConfigs({ query: { parentId: branch } }))).toMatchObject(notMember)
    expect(await refusal(as(stranger).homePage({ params: { id: everybodys } }))).toMatchObject(notFound)
    expect(await as(other).homePage({ params: { id: everybodys } })).toMatchObject({ name: '公司首页' })
  })
})

describe('the modules of a page', () => {
  it('show what the viewer may open and nothing else, in few statements', async () => {
    const company = await buildCompany(platform.db)
    const author = await buildMember(platform.db, { companyId: company, roles: ['lecturer'] })
    const viewer = await buildMember(platform.db, { companyId: company })
    const titles = ['一', '二', '三']
    const courses: string[] = []
    for (const [at, name] of titles.entries())
      courses.push((await buildCourse(platform.db, { author, name, now: 1000 + at })).id)
    const draft = await buildCourse(platform.db, { author, name: '未发布', status: 'draft' })
    const elsewhere = await buildCourse(platform.db, { author: stranger, name: '别家的' })
    await indexChanges(platform)
    const refs = [courses[0], draft.id, elsewhere.id, courses[2]].map((id) => ({ kind: 'course', id: id ?? '' }))
    const chosen = { ...begun('chosen', 'courses'), source: { type: 'chosen' as const, refs } }
    const many = Array.from({ length: 17 }, (_, at) => begun(`more-${at}`, 'courses', { source: 'hot', count: 2 }))
    const modules = [begun('newest', 'courses', { count: 2 }), chosen, begun('figures', 'figures'), ...many]
    const document = documentOf([{ id: 'one', columns: 'one', modules }])
    const id = await buildPage(platform.db, { companyId: company, document, now })
    const page = await as(viewer).homePage({ params: { id } })
    const [newest, picked, figures] = page.sections[0]?.modules ?? []
    await proves('SYSTEM-020', async () => {
      expect(page.sections[0]?.modules.map((one) => one.id)).toEqual(modules.map((one) => one.id))
      expect(newest?.items.map(({ title }) => title)).toEqual(['三', '二'])
    })
    expect(newest?.hasMore).toBe(true)
    expect(picked?.items.map(({ title }) => title)).toEqual(['一', '三'])
    expect(figures?.items).toHaveLength(4)
    await proves('SYSTEM-029', async () => {
      const params = { id, moduleId: 'newest' }
      const more = await as(viewer).moduleEntries({ params, query: { page: 2, pageSize: 2 } })
      expect(more).toMatchObject({ recordCount: 3, items: [{ title: '一' }] })
      expect(await refusal(as(viewer).moduleEntries({ params: { id, moduleId: 'figures' } }))).toMatchObject(notFound)
      expect(await refusal(as(viewer).moduleEntries({ params: { id, moduleId: 'none' } }))).toMatchObject(notFound)
      expect(await refusal(as(stranger).moduleEntries({ params }))).toMatchObject(notFound)
    })
  })

  it('of a branch are listed for its members alone', async () => {
    const modules = [begun('courses', 'courses')]
    const id = await buildBranch({ document: documentOf([{ id: 'one', columns: 'one', modules }]) })
    const params = { id, moduleId: 'courses' }
    expect(await as(inBranch).moduleEntries({ params })).toMatchObject({ pageName: '华东分院' })
    expect(await refusal(as(member).moduleEntries({ params }))).toMatchObject(notMember)
    await as(chief).setPageState({ params: { id }, body: { state: 'hidden' } })
    expect(await refusal(as(inBranch).moduleEntries({ params }))).toMatchObject(gone)
  })
})

describe('what belongs to a member', () => {
  it('columns of a list are kept as they were chosen, for each member', async () => {
    await proves(['SYSTEM-038', 'SYSTEM-039'], async () => {
      const columns = ['name', 'progress']
      await as(member).saveMemberColumns({ body: { list: 'courses', columns } })
      expect(await as(member).memberColumns()).toEqual({ lists: [{ list: 'courses', columns }] })
      expect(await as(inBranch).memberColumns()).toEqual({ lists: [] })
      await as(member).saveMemberColumns({ body: { list: 'courses', columns: [] } })
      expect(await as(member).memberColumns()).toEqual({ lists: [] })
    })
    for (let list = 0; list < 50; list++)
      await as(member).saveMemberColumns({ body: { list: `list-${list}`, columns: ['a'] } })
    const more = as(member).saveMemberColumns({ body: { list: 'one-more', columns: ['a'] } })
    expect(await refusal(more)).toMatchObject({ errorCode: 900_001 })
    expect((await as(member).memberColumns()).lists).toHaveLength(50)
  })

  it('[SYSTEM-042] a visit counts once, however often it is sent, and is a form', async () => {
    const company = await buildCompany(platform.db)
    const one = await buildMember(platform.db, { companyId: company, roles: ['super-admin'] })
    const id = await buildPage(platform.db, { companyId: company, now })
    const visitId = uuid()
    const send = (body: Record<string, string>, who = one) =>
      platform.app.inject({
        ...{
          method: 'POST',
          url: '/api/v1/zxy-log/home-config-login-log',
          payload: new URLSearchParams(body).toString(),
        },
        headers: {
          version: '1',
          authorization: `Bearer ${who.token}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
      })
    expect((await send({ homeConfigId: id, visitId })).statusCode).toBe(200)
    expect((await send({ homeConfigId: id, visitId })).statusCode).toBe(200)
    expect((await send({ visitId: uuid() })).statusCode).toBe(200)
    expect((await send({ homeConfigId: id, visitId: uuid() }, stranger)).json()).toMatchObject({ errorCode: 900_005 })
    const { items } = await as(one).pageVisits()
    expect(items).toHaveLength(2)
    expect(items).toContainEqual({ id, name: '首页', visits: 1, members: 1 })
    expect(items).toContainEqual({ id: null, name: '', visits: 1, members: 1 })
  })

  it('visits are removed after 90 days', async () => {
    const [old, fresh] = [uuid(), uuid()]
    for (const [visitId, days] of [
      [old, 91],
      [fresh, 89],
    ] as const)
      await sql`insert into pages.visit (member_id, visit_id, company_id, visited_at)
        values (${member.id}, ${visitId}, ${companyId}, ${now - days * 86_400_000})`.execute(platform.root)
    await sql`select graphile_worker.add_job('pages.remove-old-visits', '{}'::json)`.execute(platform.root)
    await platform.runJobs()
    const { rows } = await sql<{
      visit_id: string
    }>`select visit_id from pages.visit where member_id = ${member.id}`.execute(platform.root)
    expect(rows.map((row) => row.visit_id)).toEqual([fresh])
  })

  it('[SYSTEM-041] the speech setting is that of the nearest organization above', async () => {
    expect(await as(inBranch).speechSet()).toEqual({ isOn: true, voice: '', rate: 100 })
    const speech = { isOn: true, voice: 'Ting-Ting', rate: 120 }
    await as(chief).saveSpeech({ params: { id: companyId }, body: { speech: { ...speech, isOn: false } } })
    expect(await as(inBranch).speechSet()).toMatchObject({ isOn: false })
    await as(manager).saveSpeech({ params: { id: branchOrganization }, body: { speech } })
    expect(await as(inBranch).speechSet()).toEqual(speech)
    expect(await as(member).speechSet()).toMatchObject({ isOn: false })
    expect((await as(manager).speechSettings()).items).toMatchObject([{ organizationId: branchOrganization }])
    expect((await as(chief).speechSettings()).items).toHaveLength(2)
    const ofCompany = as(manager).saveSpeech({ params: { id: companyId }, body: { speech } })
    expect(await refusal(ofCompany)).toMatchObject({ status: 403 })
    const unknown = as(chief).saveSpeech({ params: { id: uuid() }, body: { speech } })
    expect(await refusal(unknown)).toMatchObject(notFound)
    await as(manager).saveSpeech({ params: { id: branchOrganization }, body: { speech: null } })
    expect(await as(inBranch).speechSet()).toMatchObject({ isOn: false })
  })
})
