/** The lifecycle of authored content, and its kind, over a small table of their own. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { authorActions } from '#kit/authored-content.ts'
import type { Caller } from '#kit/caller.ts'
import { contract } from '#kit/contract.ts'
import { type ErrorCode, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { buildCompany, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import type { Connection, Database } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import { serverModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { outcomeOf } from '#test/outcomes.ts'
import { getAuthored, listAuthored } from './authored-list.ts'
import { authoringPolicy } from './authoring.policy.ts'
import { type ContentKind, contentKind } from './kinds.ts'
import { type ContentRecord, Lifecycle } from './lifecycle.ts'
import { approvedTransitions, transitionRules } from './shelf.transitions.ts'
import { hasStarted, tableContent } from './table-content.ts'

/** Codes of no module, and so without texts. */
const code = (number: number): ErrorCode => ({ code: number, status: 422 })
const [CHANGED, NOT_POSSIBLE, NOT_READY] = [code(999911), code(999912), code(999913)]

interface Essay extends ContentRecord {
  readonly text: string
}

const policy = authoringPolicy({ manage: 'course.manage', author: 'course.author' })
const purged: string[] = []
const lifecycle = new Lifecycle({
  table: 'essays.essay',
  tables: (connection: Connection) => connection as unknown as Database<unknown>,
  isVersioned: true,
  hasChangesSql: sql`(text is distinct from published_text)`,
  columns: sql`text`,
  policy,
  rules: transitionRules({
    actions: authorActions,
    tableOf: approvedTransitions('discard-changes'),
    refusal: NOT_POSSIBLE,
  }),
  changed: CHANGED,
  async assertReady(_db, { text }: Essay) {
    if (text === '') throw refuse(NOT_READY)
  },
  async putOnShelf(db, { id }) {
    await sql`update essays.essay set published_text = text where id = ${id}`.execute(db)
  },
  discard: {
    action: 'discard-changes',
    async run(db, { id }) {
      await sql`update essays.essay set text = published_text where id = ${id}`.execute(db)
    },
  },
  recycling: {
    kind: 'essay',
    label: { cn: '文章', en: 'Essay' },
    purged: async (_db, id) => void purged.push(id),
  },
})
const essays = serverModule({
  name: 'essays',
  contract: contract({}),
  routes: {},
  extensions: [...lifecycle.extensions],
})

const platform = testPlatform({ modules: [...serverModules, essays] })
const db = () => platform.db as unknown as Database<unknown>
let companyId: string
let college: string
let author: Caller
let authorToken: string
let manager: Caller
let other: Caller
let elsewhere: Caller

const callerOf = (
  member: { id: string; companyId: string; organizationId: string },
  permissions: readonly (readonly [string, string])[],
): Caller => ({
  ...{ memberId: member.id, companyId: member.companyId, organizationId: member.organizationId },
  ...{ sessionId: uuid(), roles: [], permissions: new Map(permissions.map(([code, place]) => [code, [place]])) },
})

beforeAll(async () => {
  await sql`create schema essays`.execute(platform.root)
  await sql`create table essays.essay (id uuid primary key, company_id uuid not null, organization_id uuid not null,
    author_id uuid not null, category_id uuid, name text not null, text text not null, published_text text,
    status text not null default 'draft', approval text, version_number int not null default 0,
    revision int not null default 0, updated_at bigint not null, published_at bigint, off_shelf_at bigint,
    deleted_at bigint)`.execute(platform.root)
  await sql`create table essays.category (id uuid primary key, company_id uuid not null, parent_id uuid,
    name text not null, sort int not null)`.execute(platform.root)
  await sql`create table essays.reader (essay_id uuid, member_id uuid, started_at bigint)`.execute(platform.root)
  companyId = await buildCompany(platform.db)
  college = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '企业大学' })
  const inCollege = { companyId, organizationId: college }
  const writer = await buildMember(platform.db, { ...inCollege, roles: ['lecturer'], fullName: '苏静' })
  authorToken = writer.token
  author = callerOf(writer, [['course.author', college]])
  manager = callerOf(await buildMember(platform.db, { companyId }), [['course.manage', companyId]])
  other = callerOf(await buildMember(platform.db, inCollege), [['course.author', college]])
  const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
  elsewhere = callerOf(stranger, [['course.manage', stranger.companyId]])
})

async function write(text = '初稿', name = '一篇文章') {
  const id = uuid()
  await sql`insert into essays.essay (id, company_id, organization_id, author_id, name, text, updated_at)
    values (${id}, ${companyId}, ${college}, ${author.memberId}, ${name}, ${text}, ${platform.now})`.execute(db())
  return id
}

const publish = (id: string, revision?: number, caller = author) =>
  lifecycle.publish(db(), caller, id, { revision }, { now: platform.now, language: 'cn' })
const takeDown = (id: string) => lifecycle.takeDown(db(), author, id, platform.now)
const stored = async (id: string) => (await getAuthored(db(), { lifecycle }, author, id)).item
const rewrite = (id: string, text: string) =>
  sql`update essays.essay set text = ${text}, revision = revision + 1 where id = ${id}`.execute(db())

describe('the lifecycle', () => {
  it('numbers a version where something has changed, and none where nothing has', async () => {
    const id = await write()
    expect(await publish(id, 0)).toMatchObject({ versionNumber: 1, revision: 1, applied: false })
    expect(await outcomeOf(publish(id))).toBe(NOT_POSSIBLE.code)
    await takeDown(id)
    expect(await publish(id)).toMatchObject({ versionNumber: 1, revision: 3 })
    await rewrite(id, '第二稿')
    expect(await stored(id)).toMatchObject({ hasUnpublishedChanges: true, status: 'on-shelf' })
    expect(await publish(id)).toMatchObject({ versionNumber: 2, revision: 5 })
    expect(await stored(id)).toMatchObject({ hasUnpublishedChanges: false })
  })

  it('refuses an earlier revision, content that is not ready, and leaves both as they were', async () => {
    const id = await write('')
    expect(await outcomeOf(publish(id))).toBe(NOT_READY.code)
    await rewrite(id, '有内容')
    expect(await outcomeOf(publish(id, 0))).toBe(CHANGED.code)
    expect(await stored(id)).toMatchObject({ status: 'draft', revision: 1 })
  })

  it('discards changes back to the last publication', async () => {
    const id = await write('发布的')
    const discard = async () => lifecycle.discard(db(), author, id, (await lifecycle.get(db(), author, id)).revision, 1)
    expect(await outcomeOf(discard())).toBe(NOT_POSSIBLE.code)
    await publish(id)
    await rewrite(id, '写坏了')
    await discard()
    expect(await lifecycle.get(db(), author, id)).toMatchObject({ text: '发布的', hasChanges: false })
  })

  it('is open to the author and to managers of the organization, and to nobody else', async () => {
    const id = await write()
    const outcomes = (caller: Caller) => outcomeOf(lifecycle.getEditable(db(), caller, id))
    expect(await Promise.all([author, manager, other, elsewhere].map(outcomes))).toEqual([
      ...['accepted', 'accepted'],
      ...[NO_PERMISSION.code, NOT_FOUND.code],
    ])
    expect(await outcomeOf(lifecycle.getPreviewable(db(), other, id, platform.now))).toBe(NO_PERMISSION.code)
    const found = async (caller: Caller, mine = false) =>
      (await listAuthored(db(), { lifecycle }, caller, { mine, pageSize: 100 })).items.some((item) => item.id === id)
    expect([await found(author), await found(manager), await found(manager, true)]).toEqual([true, true, false])
    expect([await found(other), await found(elsewhere)]).toEqual([false, false])
  })

  it('counts what each tab of the list has under the search, whichever tab is open', async () => {
    const name = (suffix: string) => `计数 ${suffix}`
    const draft = await write('初稿', name('一'))
    const shelved = await write('初稿', name('二'))
    await publish(shelved)
    const applied = await write('初稿', name('三'))
    await sql`update essays.essay set approval = 'waiting' where id = ${applied}`.execute(db())
    await write('初稿', '别的')
    const list = (query: object) => listAuthored(db(), { lifecycle }, author, { search: '计数', ...query })
    const counts = { all: 3, draft: 2, approving: 1, rejected: 0, 'on-shelf': 1, 'off-shelf': 0 }
    expect(await list({})).toMatchObject({ recordCount: 3, counts })
    expect(await list({ status: 'on-shelf' })).toMatchObject({ recordCount: 1, items: [{ id: shelved }], counts })
    expect(await list({ approval: 'waiting' })).toMatchObject({ recordCount: 1, items: [{ id: applied }], counts })
    expect(await list({ status: 'draft', page: 9 })).toMatchObject({ recordCount: 2, items: [], counts })
    expect((await list({ status: 'draft' })).items.map(({ id }) => id)).toEqual(
      expect.arrayContaining([draft, applied]),
    )
  })

  it('keeps a deleted item in the recycle bin, whence it is restored as it was, or purged', async () => {
    const calls = platform.client(operations, authorToken)
    const remove = async (name: string) => {
      const id = await write('初稿', name)
      await lifecycle.remove(db(), author, id, platform.now)
      const { items } = await calls.listRecycled({ query: { kind: 'essay', keyword: name } })
      return { id, params: { id: items[0]?.id ?? '' } }
    }
    const shelved = await write()
    await publish(shelved)
    expect(await outcomeOf(lifecycle.remove(db(), author, shelved, platform.now))).toBe(NOT_POSSIBLE.code)
    const restored = await remove('误删')
    expect(await outcomeOf(lifecycle.get(db(), author, restored.id))).toBe(NOT_FOUND.code)
    await calls.restoreRecycled({ params: restored.params })
    expect(await stored(restored.id)).toMatchObject({ name: '误删', status: 'draft' })
    const gone = await remove('不要了')
    await calls.purgeRecycled({ params: gone.params })
    await platform.runJobs()
    expect(purged).toEqual([gone.id])
    const { rows } = await sql`select from essays.essay where id = ${gone.id}`.execute(db())
    expect(rows).toEqual([])
  })
})

describe('the transitions of content that needs approval', () => {
  const rules = lifecycle.options.rules
  it.each([
    ['draft', null, true, 'edit publish delete'],
    ['draft', 'waiting', true, 'withdraw'],
    ['draft', 'returned', true, 'edit publish withdraw delete'],
    ['draft', 'refused', true, 'edit publish delete'],
    ['on-shelf', null, false, 'edit take-off-shelf'],
    ['on-shelf', null, true, 'edit publish take-off-shelf discard-changes'],
    ['on-shelf', 'waiting', true, 'withdraw take-off-shelf'],
    ['off-shelf', null, false, 'edit publish delete'],
    ['off-shelf', null, true, 'edit publish discard-changes delete'],
    ['off-shelf', 'waiting', true, 'withdraw'],
  ] as const)('%s, application %s, changes %s: %s', (status, approval, hasChanges, actions) => {
    const state = { status, approval, hasChanges }
    expect(rules.actionsOf(state)).toEqual(actions.split(' '))
    for (const action of authorActions) {
      const isPossible = rules.actionsOf(state).includes(action)
      const move = () => rules.statusAfter(state, action)
      if (isPossible) expect(move).not.toThrow()
      else expect(move).toThrow(String(NOT_POSSIBLE.code))
    }
  })
})

describe('a kind of content', () => {
  const heard = extensionPoint<{ facet: string; kind: ContentKind }>('essays.heard')
  const table = tableContent({
    ...{ table: 'essays.essay', alias: 'e', link: (id: string) => `/essay/${id}`, hasCover: false },
    openSql: () => sql<boolean>`e.status = 'on-shelf'`,
    choosableSql: (caller) => sql<boolean>`e.organization_id = ${caller.organizationId}`,
    newestFirst: 'published_at',
    category: { table: 'essays.category', column: 'category_id' },
  })
  const declared = { businessType: 990, label: { cn: '文章', en: 'Essay' }, ...table }

  it('hands itself to each facet, which registers it with another module', () => {
    const facets = ['first', 'second'].map((facet) => (kind: ContentKind) => heard({ facet, kind }))
    const extensions = contentKind(declared, facets)
    expect(extensions.map(({ point }) => point)).toEqual(['catalog.kind', 'essays.heard', 'essays.heard'])
    expect(extensions[0]?.value).toMatchObject({ businessType: 990, facets: ['essays', 'essays'] })
  })

  it('finds items of a table: all by id, those to open, those to choose', async () => {
    const [draft, shelved, down] = [await write('a', '甲稿'), await write('b', '乙稿'), await write('c', '丙稿')]
    for (const id of [shelved, down]) await publish(id)
    await takeDown(down)
    const ids = [draft, shelved, down]
    const items = await declared.items(platform.db, companyId, ids)
    const available = items.filter(({ isAvailable }) => isAvailable)
    expect(items.map(({ name }) => name).sort()).toEqual(['丙稿', '乙稿', '甲稿'])
    expect(available).toEqual([
      { id: shelved, name: '乙稿', link: `/essay/${shelved}`, coverFileId: null, isAvailable: true },
    ])
    expect(await declared.items(platform.db, elsewhere.companyId, ids)).toEqual([])
    expect((await declared.visible(platform.db, author, ids)).map(({ id }) => id)).toEqual([shelved])
    expect((await declared.search(platform.db, author, '稿 乙', 9)).map(({ id }) => id)).toEqual([shelved])
    expect(await declared.search(platform.db, manager, '乙稿', 9)).toEqual([])
  })

  it('says who wrote what can be chosen and where it belongs, and finds it in a category with all below', async () => {
    const [about, below, beside] = [uuid(), uuid(), uuid()]
    const category = (id: string, name: string, parentId: string | null, sort: number, company = companyId) =>
      sql`insert into essays.category values (${id}, ${company}, ${parentId}, ${name}, ${sort})`.execute(db())
    await category(beside, '散文', null, 2)
    await category(about, '评论', null, 1)
    await category(below, '书评', about, 1)
    await category(uuid(), '外地', null, 1, elsewhere.companyId)
    const put = async (name: string, categoryId: string | null) => {
      const id = await write('正文', name)
      await sql`update essays.essay set category_id = ${categoryId} where id = ${id}`.execute(db())
      await publish(id)
      return id
    }
    const first = await put('可选 一', below)
    const second = await put('可选 二', beside)
    const third = await put('可选 三', null)
    const found = (categoryId?: string) => declared.search(platform.db, author, '可选', 9, categoryId)
    expect(new Set((await found()).map(({ id }) => id))).toEqual(new Set([first, second, third]))
    expect(await found(about)).toMatchObject([
      { id: first, authorId: author.memberId, category: '书评', at: platform.now, isAvailable: true },
    ])
    expect((await found(beside)).map(({ id }) => id)).toEqual([second])
    expect(await declared.categories?.(platform.db, companyId)).toEqual([
      { id: about, parentId: null, name: '评论' },
      { id: below, parentId: about, name: '书评' },
      { id: beside, parentId: null, name: '散文' },
    ])
  })

  it('knows who has started an item', async () => {
    const started = hasStarted({ table: 'essays.reader', itemColumn: 'essay_id', startedColumn: 'started_at' })
    const id = await write()
    const read = (caller: Caller, at: number | null) =>
      sql`insert into essays.reader values (${id}, ${caller.memberId}, ${at}::bigint)`.execute(db())
    await read(author, 1)
    await read(other, null)
    const callers = [author, other, manager]
    const found: boolean[] = []
    for (const caller of callers) found.push(await started(platform.db, caller, id))
    expect(found).toEqual([true, false, false])
  })
})
