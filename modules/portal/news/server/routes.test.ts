import { beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND } from '#kit/errors.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { buildPage } from '#modules/portal/pages/server/pages.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { NEWS_CHANGED, NEWS_PERIOD, NEWS_STATUS } from '../contract/codes.ts'
import { news } from '../contract.ts'
import { buildNews } from './news.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, {
  owner: ['branch-manager'],
  administrator: ['admin'],
  otherCompany: ['super-admin'],
})
const minuteMs = 60_000
const as = (member: BuiltMember | undefined) => platform.client(news, member)

let chief: BuiltMember
let branchId: string
let branchMember: BuiltMember

beforeAll(async () => {
  const { companyId, organizationId } = roles
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  branchId = await buildOrganization(platform.db, { companyId, parentId: organizationId, name: '北京分院' })
  branchMember = await buildMember(platform.db, { companyId, organizationId: branchId, fullName: '孙分院' })
})

type Fields = CallInput<typeof news.createNews>['body']
const fields = (change: Partial<Fields> = {}): Fields => ({
  ...{ title: '新一期培训班开班', summary: '', coverFileId: null, content: '<p>开班了。</p>', source: '培训中心' },
  ...{ organizationId: roles.companyId, audiences: ['everybody'], isPinned: false, expiresAt: null },
  ...change,
})

async function publish(change: Partial<Fields> = {}, at: number | null = null) {
  const { id, revision } = await as(chief).createNews({ body: fields(change) })
  await as(chief).publishNews({ params: { id }, body: { revision, at } })
  return id
}

const titlesOf = async (member: BuiltMember, query: CallInput<typeof news.newsList>['query'] = {}) =>
  (await as(member).newsList({ query: { pageSize: 100, ...query } })).items.map(({ title }) => title)

describe('an article', () => {
  it('is managed within the organizations of a grant, and read by the members of its organization', async () => {
    const ofCompany = await publish({ title: '公司新闻' })
    const ofTeam = await publish({ title: '团队新闻', organizationId: roles.organizationId })
    const ofId = (id: string) => ({ params: { id } })
    const managing = {
      ...({ owner: 'accepted', administrator: 'accepted', member: 10_138, colleague: 10_138 } as const),
      ...{ stranger: 10_138, otherCompany: 900_005, nobody: 401 },
    } as const
    const ofCompanyOnly = { ...managing, owner: 900_005, administrator: 900_005 } as const
    const reading = {
      ...({ owner: 'accepted', administrator: 'accepted', member: 'accepted', colleague: 'accepted' } as const),
      ...({ stranger: 'accepted', otherCompany: 900_005, nobody: 401 } as const),
    } as const
    const state = async () => {
      const { items } = await as(chief).managedNews({ query: { pageSize: 100 } })
      return items.find((one) => one.id === ofCompany)
    }
    await expectRoles(roles, {
      managedNews: { ...managing, otherCompany: 'accepted', call: (caller) => as(caller).managedNews() },
      managedArticle: { ...managing, call: (caller) => as(caller).managedArticle(ofId(ofTeam)) },
      'managedArticle of the company': {
        ...ofCompanyOnly,
        call: (caller) => as(caller).managedArticle(ofId(ofCompany)),
      },
      createNews: {
        ...managing,
        call: (caller) => as(caller).createNews({ body: fields({ organizationId: roles.organizationId }) }),
      },
      'createNews for the company': { ...ofCompanyOnly, call: (caller) => as(caller).createNews({ body: fields() }) },
      changeNews: {
        ...{ ...ofCompanyOnly, state },
        call: (caller) => as(caller).changeNews({ ...ofId(ofCompany), body: { ...fields(), revision: 1 } }),
      },
      publishNews: {
        ...{ ...ofCompanyOnly, state },
        call: (caller) => as(caller).publishNews({ ...ofId(ofCompany), body: { revision: 1 } }),
      },
      withdrawNews: {
        ...{ ...ofCompanyOnly, state },
        call: (caller) => as(caller).withdrawNews({ ...ofId(ofCompany), body: { revision: 1 } }),
      },
      deleteNews: { ...{ ...ofCompanyOnly, state }, call: (caller) => as(caller).deleteNews(ofId(ofCompany)) },
      newsArticle: { ...reading, call: (caller) => as(caller).newsArticle(ofId(ofCompany)) },
      'newsArticle of the team': {
        ...{ ...reading, stranger: 900_005 },
        call: (caller) => as(caller).newsArticle(ofId(ofTeam)),
      },
      readNews: { ...reading, call: (caller) => as(caller).readNews(ofId(ofCompany)) },
      'readNews of the team': {
        ...{ ...reading, stranger: 900_005 },
        call: (caller) => as(caller).readNews(ofId(ofTeam)),
      },
    })
  })

  it('[SYSTEM-030] stands in the list of a home page, the newest first, with that of the organizations above', async () => {
    const { companyId } = roles
    const page = { companyId, now: platform.now }
    const ofBranch = await buildPage(platform.db, { ...page, kind: 'branch', organizationId: branchId })
    const ofCompany = await buildPage(platform.db, { ...page, kind: 'home' })
    platform.now += 1000
    await publish({ title: '甲', organizationId: branchId })
    platform.now += 1000
    await publish({ title: '乙' })
    platform.now += 1000
    await publish({ title: '丙', organizationId: branchId })
    const onBranch = await titlesOf(branchMember, { homeConfigId: ofBranch })
    expect(onBranch.slice(0, 3)).toEqual(['丙', '乙', '甲'])
    expect((await titlesOf(branchMember, { homeConfigId: ofCompany }))[0]).toBe('乙')
    await publish({ title: '置顶', isPinned: true })
    platform.now += 1000
    await publish({ title: '丁' })
    expect((await titlesOf(branchMember)).slice(0, 2)).toEqual(['置顶', '丁'])
    const draftPage = await buildPage(platform.db, { ...page, kind: 'home', state: 'draft' })
    for (const homeConfigId of [draftPage, branchId])
      expect(await refusal(as(branchMember).newsList({ query: { homeConfigId } }))).toMatchObject({
        errorCode: NOT_FOUND.code,
      })
  })

  it('appears at its time and goes at its time, without anything that runs in between', async () => {
    const at = platform.now + minuteMs
    const id = await publish({ title: '明日发布', expiresAt: at + minuteMs }, at)
    const managed = async () => (await as(chief).managedArticle({ params: { id } })).status
    expect(await titlesOf(branchMember)).not.toContain('明日发布')
    expect(await refusal(as(branchMember).newsArticle({ params: { id } }))).toMatchObject({ status: 422 })
    expect(await managed()).toBe('scheduled')
    platform.now = at
    expect(await titlesOf(branchMember)).toContain('明日发布')
    expect(await managed()).toBe('published')
    platform.now = at + minuteMs
    expect(await titlesOf(branchMember)).not.toContain('明日发布')
    expect(await managed()).toBe('expired')
    const counts = (await as(chief).managedNews({ query: { view: 'expired' } })).counts
    expect(counts.expired).toBe(1)
  })

  it('is narrowed down to audiences, and searched by its text', async () => {
    await publish({ title: '讲师须知', audiences: ['role:lecturer'], content: '<p>讲义请在周五前上传。</p>' })
    const lecturer = await buildMember(platform.db, { companyId: roles.companyId, roles: ['lecturer'] })
    expect(await titlesOf(lecturer, { search: '讲义' })).toEqual(['讲师须知'])
    expect(await titlesOf(branchMember, { search: '讲义' })).toEqual([])
  })

  it('is cleaned of scripts and of pictures from elsewhere, and looked through for sensitive words', async () => {
    const content =
      '<p onclick="x()">好<script>alert(1)</script><img src="https://evil.example/a.png"><a href="javascript:x">去</a></p>'
    const id = await publish({ content, summary: '' })
    const article = await as(branchMember).newsArticle({ params: { id } })
    expect(article.content).not.toMatch(/script|onclick|evil|javascript/)
    expect(article.summary).toBe('好去')
    await buildWords(platform.db, { companyId: roles.companyId, by: chief.id, words: ['赌博'], now: platform.now })
    expect(await refusal(as(chief).createNews({ body: fields({ title: '赌博' }) }))).toMatchObject({ status: 422 })
  })

  it('takes a cover that its writer has uploaded, and nothing else', async () => {
    const { companyId } = roles
    const file = async (ownerId: string, contentType: string) =>
      (await buildFile(platform.db, { companyId, ownerId, contentType })).id
    const picture = await file(chief.id, 'image/png')
    const text = await file(chief.id, 'application/pdf')
    const foreign = await file(branchMember.id, 'image/png')
    const create = (coverFileId: string) => as(chief).createNews({ body: fields({ coverFileId }) })
    expect(await refusal(create(foreign))).toMatchObject({ errorCode: NOT_FOUND.code })
    expect(await refusal(create(text))).toMatchObject({ errorCode: INVALID_INPUT.code })
    const { id } = await create(picture)
    expect((await as(chief).managedArticle({ params: { id } })).coverPath).toBe(`files/${picture}`)
    const body = { ...fields({ coverFileId: text }), revision: 0 }
    expect(await refusal(as(chief).changeNews({ params: { id }, body }))).toMatchObject({
      errorCode: INVALID_INPUT.code,
    })
    await bounds(100, (length) => as(chief).createNews({ body: fields({ title: '题'.repeat(length) }) }), {
      ...{ refused: 900_001, path: 'title' },
    })
  })

  it('refuses what its state does not allow, and what another administrator has changed meanwhile', async () => {
    const { id, revision } = await as(chief).createNews({ body: fields({ expiresAt: platform.now + minuteMs }) })
    const params = { id }
    const code = (error: { code: number }) => ({ errorCode: error.code })
    expect(await refusal(as(chief).withdrawNews({ params, body: { revision } }))).toMatchObject(code(NEWS_STATUS))
    const late = { revision, at: platform.now + 2 * minuteMs }
    expect(await refusal(as(chief).publishNews({ params, body: late }))).toMatchObject(code(NEWS_PERIOD))
    const published = await as(chief).publishNews({ params, body: { revision } })
    expect(await refusal(as(chief).publishNews({ params, body: { revision } }))).toMatchObject(code(NEWS_CHANGED))
    expect(await refusal(as(chief).publishNews({ params, body: published }))).toMatchObject(code(NEWS_STATUS))
    expect(await refusal(as(chief).deleteNews({ params }))).toMatchObject(code(NEWS_STATUS))
    expect(await refusal(as(chief).withdrawNews({ params, body: { revision } }))).toMatchObject(code(NEWS_CHANGED))
    const past = { ...fields({ expiresAt: platform.now - 1 }), ...published }
    expect(await refusal(as(chief).changeNews({ params, body: past }))).toMatchObject(code(NEWS_PERIOD))
    const change = () => as(chief).changeNews({ params, body: { ...fields({ title: '改' }), ...published } })
    const outcome = await race(platform, 3, change, { begin: () => as(chief).managedArticle({ params }) })
    expect(outcome).toMatchObject({ accepted: 1, refused: { [NEWS_CHANGED.code]: 2 } })
    const withdrawn = await as(chief).withdrawNews({ params, body: { revision: published.revision + 1 } })
    expect(withdrawn.revision).toBe(published.revision + 2)
    await as(chief).deleteNews({ params })
    expect(await refusal(as(chief).managedArticle({ params }))).toMatchObject(code(NOT_FOUND))
  })

  it('counts each reader once, and leads to what was published before and after', async () => {
    const { companyId } = roles
    const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '上海分院' })
    const reader = await buildMember(platform.db, { companyId, organizationId })
    const common = { companyId, organizationId, authorId: chief.id, audiences: [`organization:${organizationId}`] }
    const early = await buildNews(platform.db, { ...common, title: '早', now: platform.now + 1 })
    const middle = await buildNews(platform.db, { ...common, title: '中', now: platform.now + 2 })
    await buildNews(platform.db, { ...common, title: '晚', now: platform.now + 3 })
    platform.now += 10
    const before = await as(reader).newsList({ query: { pageSize: 100 } })
    for (let time = 0; time < 2; time += 1) await as(reader).readNews({ params: { id: middle } })
    const article = await as(reader).newsArticle({ params: { id: middle } })
    expect(article).toMatchObject({ isRead: true, readCount: 1, older: { id: early }, newer: { title: '晚' } })
    const after = await as(reader).newsList({ query: { pageSize: 100 } })
    expect(after.unreadCount).toBe(before.unreadCount - 1)
  })
})
