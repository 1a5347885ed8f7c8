import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { articlesMax, directoriesMax } from '../contract/articles.ts'
import {
  ARTICLE_CHANGED,
  ARTICLE_PUBLISHED,
  DIRECTORY_NOT_EMPTY,
  DIRECTORY_TOO_DEEP,
  HELP_FULL,
} from '../contract/codes.ts'
import { help } from '../contract.ts'
import { buildArticles, buildDirectory } from './help.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['super-admin'], administrator: ['admin'], otherCompany: ['super-admin'] })
const as = (member: BuiltMember | undefined) => platform.client(help, member)
let chief: BuiltMember
let directoryId: string

beforeAll(async () => {
  const { companyId } = roles
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  directoryId = await buildDirectory(platform.db, { companyId, nameCn: '学习', nameEn: 'Study' })
})

type ArticleInput = CallInput<typeof help.addArticle>['body']
const fields = (change: Partial<ArticleInput> = {}): ArticleInput => ({
  directoryId,
  titleCn: '怎样学习课程',
  titleEn: '',
  contentCn: '<p>打开课程，点开始学习</p>',
  contentEn: '',
  audiences: ['everybody'],
  paths: [],
  ...change,
})

async function publish(change: Partial<ArticleInput> = {}) {
  const { id } = await as(chief).addArticle({ body: fields(change) })
  await as(chief).setArticleState({ params: { id }, body: { state: 'published' } })
  return id
}

const maySee = async (member: BuiltMember, id: string) => {
  const { items } = await as(member).helpArticles({ query: { pageSize: 100 } })
  const isListed = items.some((one) => one.id === id)
  const answer = await as(member)
    .helpArticle({ params: { id } })
    .then(
      () => 'shown',
      (error: { errorCode?: number }) => error,
    )
  return isListed && answer === 'shown' ? true : !isListed && answer !== 'shown' ? false : 'only one of both'
}

const managing = {
  ...{ owner: 10_138, administrator: 10_138, member: 10_138, colleague: 10_138, stranger: 10_138 },
  ...{ otherCompany: 900_005, nobody: 401 },
} as const
const signedIn = {
  owner: 'accepted',
  administrator: 'accepted',
  member: 'accepted',
  colleague: 'accepted',
  stranger: 'accepted',
  otherCompany: 'accepted',
  nobody: 401,
} as const

describe('the audiences of the help center', () => {
  it('are those of the caller: everybody, roles, organizations and the person type', async () => {
    const { companyId, organizationId } = roles
    const branchId = await buildOrganization(platform.db, { companyId, parentId: organizationId, name: '测试组' })
    const lecturer = await buildMember(platform.db, {
      ...{ companyId, organizationId: branchId, roles: ['lecturer'] },
    })
    await proves('SYSTEM-248', async () => {
      const audiences = await as(lecturer).loadAudiences()
      expect(audiences.map(({ key }) => key).sort()).toEqual(
        [
          ...['everybody', 'person-type:1', 'role:lecturer', `organization:${companyId}`],
          ...[`organization:${organizationId}`, `organization:${branchId}`],
        ].sort(),
      )
      expect(audiences.find(({ key }) => key === `organization:${branchId}`)).toMatchObject({
        ...{ kind: 'organization', name: '测试组' },
      })
      expect(audiences.find(({ key }) => key === 'role:lecturer')).toMatchObject({ kind: 'role', name: '讲师' })
      const plain = await as(roles.stranger).loadAudiences()
      expect(plain.map(({ kind }) => kind)).not.toContain('role')
      await platform.client(identity, chief).changeMember({ params: { id: lecturer.id }, body: { personType: 2 } })
      expect((await as(lecturer).loadAudiences()).map(({ key }) => key)).toContain('person-type:2')
    })
  })

  it('say which articles a member sees, in lists and by id', async () => {
    const { companyId, organizationId } = roles
    const lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    const forAll = await publish()
    const forLecturers = await publish({ audiences: ['role:lecturer'] })
    const forTeam = await publish({ audiences: [`organization:${organizationId}`] })
    const forBoth = await publish({ audiences: [`organization:${organizationId}`, 'role:lecturer'] })
    const forBuyers = await publish({ audiences: ['person-type:2'] })
    const seen = async (member: BuiltMember) => [
      ...[await maySee(member, forAll), await maySee(member, forLecturers), await maySee(member, forTeam)],
      ...[await maySee(member, forBoth), await maySee(member, forBuyers)],
    ]
    await proves('SYSTEM-247', async () => {
      expect(await seen(roles.member)).toEqual([true, false, true, true, false])
      expect(await seen(roles.stranger)).toEqual([true, false, false, false, false])
      expect(await seen(lecturer)).toEqual([true, true, false, true, false])
      expect(await seen(roles.otherCompany)).toEqual([false, false, false, false, false])
      for (const { id, audiences } of [{ id: forTeam, audiences: ['role:lecturer'] as ArticleInput['audiences'] }])
        await as(chief).changeArticle({ params: { id }, body: { ...fields({ audiences }), revision: 0 } })
      expect(await seen(roles.member)).toEqual([true, false, false, true, false])
    })
    const hidden = { params: { id: forLecturers }, body: { isHelpful: true } }
    expect(await refusal(as(roles.member).voteArticle(hidden))).toMatchObject({ errorCode: 900_005 })
    const empty = await buildDirectory(platform.db, { companyId, nameCn: '只给讲师' })
    await publish({ directoryId: empty, audiences: ['role:lecturer'] })
    const directories = async (member: BuiltMember) => (await as(member).helpDirectories()).items.map(({ id }) => id)
    expect(await directories(roles.member)).not.toContain(empty)
    expect(await directories(lecturer)).toContain(empty)
    expect(
      await refusal(
        as(chief).addArticle({ body: fields({ audiences: [`organization:${roles.otherCompany.companyId}`] }) }),
      ),
    ).toMatchObject({ errorCode: 900_005 })
  })
})

describe('a help article', () => {
  it('is written by administrators of the whole company, and read by those it is for', async () => {
    const id = await publish()
    const { id: draft } = await as(chief).addArticle({ body: fields() })
    const params = { id }
    const state = async () => as(chief).managedArticles({ query: { pageSize: 100 } })
    const tree = async () => as(chief).managedDirectories()
    const spare = await buildDirectory(platform.db, { companyId: roles.companyId, nameCn: '空目录' })
    const names = { nameCn: '改名', nameEn: '', parentId: null }
    await expectRoles(roles, {
      loadAudiences: { ...signedIn, call: (caller) => as(caller).loadAudiences() },
      helpDirectories: { ...signedIn, call: (caller) => as(caller).helpDirectories() },
      helpArticles: { ...signedIn, call: (caller) => as(caller).helpArticles() },
      helpArticle: { ...signedIn, otherCompany: 900_005, call: (caller) => as(caller).helpArticle({ params }) },
      'helpArticle of a draft': {
        ...{ owner: 900_005, administrator: 900_005, member: 900_005, colleague: 900_005, stranger: 900_005 },
        ...{ otherCompany: 900_005, nobody: 401 },
        call: (caller) => as(caller).helpArticle({ params: { id: draft } }),
      },
      voteArticle: {
        ...{ ...signedIn, otherCompany: 900_005 },
        call: (caller) => as(caller).voteArticle({ params, body: { isHelpful: true } }),
      },
      managedDirectories: { ...managing, otherCompany: 'accepted', call: (caller) => as(caller).managedDirectories() },
      addDirectory: {
        ...{ ...managing, otherCompany: 'accepted', state: tree },
        call: (caller) => as(caller).addDirectory({ body: names }),
      },
      changeDirectory: {
        ...{ ...managing, state: tree },
        call: (caller) => as(caller).changeDirectory({ params: { id: spare }, body: names }),
      },
      orderDirectories: {
        ...{ ...managing, state: tree },
        call: (caller) => as(caller).orderDirectories({ body: { ids: [spare] } }),
      },
      deleteDirectory: {
        ...managing,
        state: tree,
        call: (caller) => as(caller).deleteDirectory({ params: { id: spare } }),
      },
      managedArticles: { ...managing, otherCompany: 'accepted', call: (caller) => as(caller).managedArticles() },
      managedArticle: { ...managing, call: (caller) => as(caller).managedArticle({ params }) },
      addArticle: { ...managing, state, call: (caller) => as(caller).addArticle({ body: fields() }) },
      changeArticle: {
        ...{ ...managing, state },
        call: (caller) => as(caller).changeArticle({ params, body: { ...fields(), revision: 0 } }),
      },
      setArticleState: {
        ...{ ...managing, state },
        call: (caller) => as(caller).setArticleState({ params, body: { state: 'draft' } }),
      },
      orderArticles: { ...managing, state, call: (caller) => as(caller).orderArticles({ body: { ids: [id] } }) },
      deleteArticle: { ...managing, state, call: (caller) => as(caller).deleteArticle({ params: { id: draft } }) },
    })
  })

  it('is shown in the language of the reader, cleaned, found by words and by screen, titles first', async () => {
    const { companyId } = roles
    const own = await buildDirectory(platform.db, { companyId, nameCn: '考试', nameEn: 'Exams' })
    const hostile = '<p onclick="x()">交卷前检查<script>alert(1)</script><a href="javascript:x()">答案</a></p>'
    const exam = await publish({
      ...{ directoryId: own, titleCn: '参加考试', titleEn: 'Taking an exam', contentCn: hostile },
      ...{ contentEn: '<p>Check before you hand in</p>', paths: ['/exam'] },
    })
    const other = await publish({ directoryId: own, titleCn: '重考', contentCn: '<p>与参加考试相同</p>' })
    const params = { id: exam }
    expect(await as(roles.member).helpArticle({ params })).toMatchObject({
      ...{ title: '参加考试', language: 'cn', directoryName: '考试' },
      content: '<p>交卷前检查<a target="_blank" rel="noopener noreferrer">答案</a></p>',
    })
    const english = { headers: { 'accept-language': 'en' } }
    expect(await as(roles.member).helpArticle({ params }, english)).toMatchObject({
      ...{ title: 'Taking an exam', language: 'en', directoryName: 'Exams' },
    })
    expect(await as(roles.member).helpArticle({ params: { id: other } }, english)).toMatchObject({
      title: '重考',
      language: 'cn',
    })
    const found = async (query: CallInput<typeof help.helpArticles>['query']) =>
      (await as(roles.member).helpArticles({ query })).items.map(({ id }) => id)
    expect(await found({ directoryId: own, search: '参加 考试' })).toEqual([exam, other])
    expect(await found({ search: 'alert' })).toEqual([])
    expect(await found({ search: '%' })).toEqual([])
    expect(await found({ path: '/exam' })).toEqual([exam])
    expect(await found({ path: '/exam/detail/7' })).toEqual([exam])
    expect(await found({ path: '/examination' })).toEqual([])
    await as(chief).orderArticles({ body: { ids: [other, exam] } })
    expect(await found({ directoryId: own })).toEqual([other, exam])
    await as(chief).setArticleState({ params, body: { state: 'draft' } })
    expect(await found({ directoryId: own })).toEqual([other])
  })

  it('has an excerpt in the list, which says where it was cut', async () => {
    const { companyId } = roles
    const own = await buildDirectory(platform.db, { companyId, nameCn: '摘要' })
    const [long, short] = ['请先保存再离开。'.repeat(40), '请先保存。']
    await publish({ directoryId: own, titleCn: '长文', contentCn: `<p>${long}</p>` })
    await publish({ directoryId: own, titleCn: '短文', contentCn: `<p>${short}</p>` })
    const { items } = await as(roles.member).helpArticles({ query: { directoryId: own } })
    const excerpts = new Map(items.map(({ title, excerpt }) => [title, excerpt]))
    expect(excerpts.get('短文')).toBe(short)
    expect(excerpts.get('长文')).toBe(`${long.slice(0, 240)}…`)
  })

  it('has one vote of each member, which may change', async () => {
    const id = await publish()
    const params = { id }
    const vote = (member: BuiltMember, isHelpful: boolean | null) =>
      as(member).voteArticle({ params, body: { isHelpful } })
    await race(platform, 6, () => vote(roles.member, true), { begin: () => vote(roles.member, false) })
    await vote(roles.stranger, false)
    expect(await as(roles.member).helpArticle({ params })).toMatchObject({ isHelpful: true, helpfulCount: 1 })
    const counts = async () => {
      const { items } = await as(chief).managedArticles({ query: { pageSize: 100 } })
      const row = items.find((one) => one.id === id)
      return [row?.helpfulCount, row?.notHelpfulCount]
    }
    expect(await counts()).toEqual([1, 1])
    await vote(roles.stranger, null)
    await vote(roles.member, false)
    expect(await counts()).toEqual([0, 1])
  })

  it('keeps its limits, refuses a stale revision and sensitive words, and is deleted as a draft alone', async () => {
    const add = (change: Partial<ArticleInput>) => as(chief).addArticle({ body: fields(change) })
    await bounds(100, (length) => add({ titleCn: '题'.repeat(length) }), { refused: 900_001, path: 'titleCn' })
    expect(await refusal(add({ paths: ['exam'] }))).toMatchObject({ errorCode: 900_001 })
    expect(await refusal(add({ audiences: [] }))).toMatchObject({ errorCode: 900_001 })
    expect(await refusal(add({ directoryId: roles.companyId }))).toMatchObject({ errorCode: 900_005 })
    const { id, revision } = await add({})
    const params = { id }
    const change = () => as(chief).changeArticle({ params, body: { ...fields(), revision } })
    const outcome = await race(platform, 4, change, { begin: () => as(chief).managedArticle({ params }) })
    expect(outcome).toMatchObject({ accepted: 1, refused: { [ARTICLE_CHANGED.code]: 3 } })
    await as(chief).setArticleState({ params, body: { state: 'published' } })
    expect(await refusal(as(chief).deleteArticle({ params }))).toMatchObject({ errorCode: ARTICLE_PUBLISHED.code })
    await as(roles.member).voteArticle({ params, body: { isHelpful: true } })
    await as(chief).setArticleState({ params, body: { state: 'draft' } })
    await as(chief).deleteArticle({ params })
    expect(await refusal(as(chief).managedArticle({ params }))).toMatchObject({ errorCode: 900_005 })
    const { companyId } = roles
    await buildWords(platform.db, { companyId, by: chief.id, words: ['赌博'], now: platform.now })
    expect(await refusal(add({ contentCn: '<p>赌<b>博</b></p>' }))).toMatchObject({ errorCode: 900_010 })
  })
})

describe('a directory of the help center', () => {
  it('has a name of 100 characters, and stands four levels deep at most', async () => {
    const add = (nameCn: string, parentId: string | null = null) =>
      as(chief).addDirectory({ body: { nameCn, nameEn: '', parentId } })
    await proves('SYSTEM-187', async () => {
      await bounds(100, (length) => add('目'.repeat(length)), { refused: 900_001, path: 'nameCn' })
      const { id } = await add('短')
      const rename = (length: number) =>
        as(chief).changeDirectory({ params: { id }, body: { nameCn: '目'.repeat(length), nameEn: '', parentId: null } })
      await bounds(100, rename, { refused: 900_001, path: 'nameCn' })
      const english = (length: number) =>
        as(chief).addDirectory({ body: { nameCn: '短', nameEn: 'e'.repeat(length), parentId: null } })
      await bounds(100, english, { refused: 900_001, path: 'nameEn' })
    })
    const chain = ['']
    for (let level = 1; level <= 4; level += 1) chain.push((await add(`第${level}层`, chain[level - 1] || null)).id)
    expect(await refusal(add('第5层', chain[4]))).toMatchObject({ errorCode: DIRECTORY_TOO_DEEP.code })
    const { id: pair } = await add('两层')
    await add('下层', pair)
    const move = (id: string, parentId: string | null) =>
      as(chief).changeDirectory({ params: { id }, body: { nameCn: '移动', nameEn: '', parentId } })
    expect(await refusal(move(pair, chain[3] ?? ''))).toMatchObject({ errorCode: DIRECTORY_TOO_DEEP.code })
    await move(pair, chain[2] ?? '')
    expect(await refusal(move(chain[1] ?? '', chain[3] ?? ''))).toMatchObject({ errorCode: 900_005 })
    expect(await refusal(move(pair, pair))).toMatchObject({ errorCode: 900_005 })
    expect(await refusal(as(chief).deleteDirectory({ params: { id: chain[3] ?? '' } }))).toMatchObject({
      errorCode: DIRECTORY_NOT_EMPTY.code,
    })
    await publish({ directoryId: chain[4] })
    expect(await refusal(as(chief).deleteDirectory({ params: { id: chain[4] ?? '' } }))).toMatchObject({
      errorCode: DIRECTORY_NOT_EMPTY.code,
    })
    const shown = (await as(roles.member).helpDirectories()).items.map(({ id }) => id)
    expect(chain.slice(1).every((id) => shown.includes(id))).toBe(true)
    expect(shown).not.toContain(pair)
  })

  it('is one of 200 at most, and articles are 2000', async () => {
    const companyId = await buildCompany(platform.db)
    const admin = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const first = await buildDirectory(platform.db, { companyId, nameCn: '目录' })
    for (let number = 2; number < directoriesMax; number += 1)
      await buildDirectory(platform.db, { companyId, nameCn: `目录${number}` })
    const add = () => as(admin).addDirectory({ body: { nameCn: '又一个', nameEn: '', parentId: null } })
    expect(await race(platform, 3, add, { begin: () => as(admin).managedDirectories() })).toMatchObject({
      ...{ accepted: 1, refused: { [HELP_FULL.code]: 2 } },
    })
    const one = { companyId, directoryId: first, authorId: admin.id, now: platform.now }
    await buildArticles(
      platform.db,
      Array.from({ length: articlesMax }, () => one),
    )
    expect(await refusal(as(admin).addArticle({ body: fields({ directoryId: first }) }))).toMatchObject({
      ...{ errorCode: HELP_FULL.code, data: { max: articlesMax } },
    })
  })
})

it('orders directories and deletes an empty one', async () => {
  const add = (nameCn: string) => as(chief).addDirectory({ body: { nameCn, nameEn: '', parentId: null } })
  const [one, other] = [await add('其一'), await add('其二')]
  const { rows } = await sql<{ id: string }>`select id from help.directory
    where company_id = ${roles.companyId} and parent_id is null order by position`.execute(platform.root)
  const ids = [other.id, one.id, ...rows.map(({ id }) => id).filter((id) => id !== one.id && id !== other.id)]
  await as(chief).orderDirectories({ body: { ids } })
  await as(chief).deleteDirectory({ params: { id: one.id } })
  expect(await refusal(as(chief).deleteDirectory({ params: { id: one.id } }))).toMatchObject({ errorCode: 900_005 })
})
