/** What can be chosen, over two kinds of a module of its own. */
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { contract } from '#kit/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { extensionPoint } from '#server/extension.ts'
import { serverModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { catalog } from '../contract.ts'
import { type ContentCandidate, contentKind } from './kinds.ts'

const [bookType, clipType] = [901, 902]
const items = new Map<number, ContentCandidate[]>([
  [bookType, []],
  [clipType, []],
])
const readers = extensionPoint<number>('readers.kind')
const isIn = new Map<string, string>()

const kind = (businessType: number, label: { cn: string; en: string }, isRead: boolean) =>
  contentKind(
    {
      businessType,
      label,
      items: async () => [],
      visible: async () => [],
      search: async (_db, _caller, search, limit, categoryId) =>
        (items.get(businessType) ?? [])
          .filter(({ id, name }) => name.includes(search) && (categoryId === undefined || isIn.get(id) === categoryId))
          .slice(0, limit),
      ...(isRead && { categories: async () => [{ id: shelf, parentId: null, name: '文学' }] }),
    },
    isRead ? [({ businessType: type }) => readers(type)] : [],
  )
const shelf = uuid()
const library = serverModule({
  name: 'library',
  contract: contract({}),
  routes: {},
  extensions: [
    ...kind(clipType, { cn: '短片', en: 'Clip' }, false),
    ...kind(bookType, { cn: '图书', en: 'Book' }, true),
  ],
})
const platform = testPlatform({ modules: [...serverModules, library] })
let reader: BuiltMember
const kinds = [bookType, clipType]

function add(businessType: number, name: string, more: Partial<ContentCandidate> = {}): string {
  const item = { id: uuid(), name, link: '/', coverFileId: null, isAvailable: true, ...more }
  items.get(businessType)?.push(item)
  return item.id
}

type Query = NonNullable<Parameters<ReturnType<typeof calls>['contentChoices']>[0]>['query']
const calls = () => platform.client(catalog, reader)
const found = (query: Query, language = 'cn') =>
  calls().contentChoices({ query }, { headers: { 'accept-language': language } })

beforeAll(async () => {
  reader = await buildMember(platform.db, { companyId: await buildCompany(platform.db), fullName: '白露' })
})

it('lists items with author, category, status and time, in the language of the caller', async () => {
  const coverFileId = uuid()
  const status = { cn: '热映', en: 'On now' }
  const id = add(clipType, '星河短片', { coverFileId, authorId: reader.id, category: '科幻', status, at: 1_000 })
  const known = { businessType: clipType, businessId: id, name: '星河短片', category: '科幻', at: 1_000 }
  const about = { ...known, author: '白露', coverPath: `files/${coverFileId}` }
  expect((await found({ kinds, search: '星河' })).items).toEqual([{ ...about, kind: '短片', status: '热映' }])
  expect((await found({ kinds, search: '星河' }, 'en')).items).toEqual([{ ...about, kind: 'Clip', status: 'On now' }])
  const stray = add(bookType, '无名 之书', { authorId: uuid() })
  const nothing = { author: null, category: null, status: null, at: null, coverPath: null }
  expect((await found({ kinds, search: '无名' })).items).toMatchObject([{ businessId: stray, ...nothing }])
})

it('counts the matches of every kind, whichever is listed', async () => {
  add(bookType, '海上的书')
  add(clipType, '海上的片一')
  add(clipType, '海上的片二')
  const counts = [
    { businessType: bookType, label: '图书', count: 1, hasMore: false },
    { businessType: clipType, label: '短片', count: 2, hasMore: false },
  ]
  expect(await found({ kinds, search: '海上' })).toMatchObject({ kinds: counts, categories: [], hasMore: false })
  const clips = await found({ kinds, search: '海上', businessType: clipType })
  expect(clips.kinds).toEqual(counts)
  expect(clips.items.map(({ name }) => name)).toEqual(['海上的片一', '海上的片二'])
  expect((await found({ kinds, search: '没有这样的' })).items).toEqual([])
})

it('offers the kinds that are asked for: by number, without some, and with what a module does with them', async () => {
  const typesOf = async (query: Query) => (await found(query)).kinds.map(({ businessType }) => businessType)
  expect(await typesOf({})).toEqual(expect.arrayContaining([1, 2, 15, 17, ...kinds]))
  // Live sessions of another provider: this company has none, and cannot make any.
  expect(await typesOf({})).not.toContain(5)
  expect(await typesOf({ kinds: [5] })).toEqual([5])
  expect(await typesOf({ kinds: [clipType] })).toEqual([clipType])
  expect(await typesOf({ kinds, without: [clipType] })).toEqual([bookType])
  expect(await typesOf({ kinds, facet: 'readers' })).toEqual([bookType])
  const studied = await typesOf({ facet: 'study' })
  expect(studied).toEqual(expect.arrayContaining([1, 2, 15, 17]))
  expect(studied).not.toContain(bookType)
  const unknown = await found({ kinds, businessType: 999 })
  expect(unknown).toMatchObject({ items: [], hasMore: false })
})

it('names the categories of the chosen kind, and lists the items of one', async () => {
  const id = add(bookType, '山中的书')
  isIn.set(id, shelf)
  add(bookType, '山中的另一本')
  const query = { kinds, search: '山中', businessType: bookType }
  expect((await found(query)).categories).toEqual([{ id: shelf, parentId: null, name: '文学' }])
  expect((await found({ ...query, categoryId: shelf })).items).toMatchObject([{ businessId: id }])
  expect((await found({ ...query, businessType: clipType })).categories).toEqual([])
})

it('lists 50 items, kinds by turns, and says where there are more', async () => {
  for (let count = 0; count < 51; count++) add(bookType, `满架 ${count}`)
  const clip = add(clipType, '满架 片')
  const all = await found({ kinds, search: '满架' })
  expect(all.items).toHaveLength(50)
  expect(all.items[1]?.businessId).toBe(clip)
  expect(all).toMatchObject({
    hasMore: true,
    kinds: [
      { count: 50, hasMore: true },
      { count: 1, hasMore: false },
    ],
  })
  items.get(bookType)?.pop()
  const books = await found({ kinds, search: '满架', businessType: bookType })
  expect(books).toMatchObject({ hasMore: false, kinds: [{ count: 50, hasMore: false }, {}] })
  expect(books.items).toHaveLength(50)
})
