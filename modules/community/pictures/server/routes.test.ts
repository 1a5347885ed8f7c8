import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import {
  CATEGORY_NAME_TAKEN,
  CATEGORY_NOT_EMPTY,
  categoriesMax,
  LIBRARY_FULL,
  pictures,
  picturesMax,
} from '../contract.ts'
import { buildCategory, buildPictures } from './pictures.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['super-admin'], administrator: ['admin'], otherCompany: ['super-admin'] })
const drawn = 60
const as = (member: BuiltMember | undefined) => platform.client(pictures, member)
let chief: BuiltMember
let abstractId: string

beforeAll(async () => {
  chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
  const { items } = await as(chief).cloudCategories()
  abstractId = items[0]?.id ?? ''
})

/** A company whose library nobody else fills. */
async function newLibrary() {
  const companyId = await buildCompany(platform.db)
  const admin = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  const learner = await buildMember(platform.db, { companyId })
  return { companyId, admin, learner }
}

const own = (companyId: string, member: BuiltMember) => ({ companyId, createdBy: member.id, now: platform.now })

const picture = (type: 'jpeg' | 'png') =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: '#3d7f8c' } })
    .toFormat(type)
    .toBuffer()

async function upload(member: BuiltMember, companyId: string, type: 'jpeg' | 'png' = 'png') {
  const { id } = await storeFile(platform.db, platform.outside, {
    ...{ companyId, ownerId: member.id, kind: 'cover', name: `照片.${type === 'png' ? 'png' : 'jpg'}` },
    ...{ content: await picture(type), now: platform.now },
  })
  return id
}

describe('the material calls', () => {
  it('list the pictures of the company before those of the platform, in pages, by category and by words', async () => {
    const { companyId, admin, learner } = await newLibrary()
    const categoryId = await buildCategory(platform.db, { companyId, name: '园区' })
    const [gate = '', hall = ''] = await buildPictures(platform.db, [
      { ...own(companyId, admin), name: '大门', categoryId },
      { ...own(companyId, admin), name: '展厅', categoryId: abstractId },
      { ...own(companyId, admin), name: '旧照片', isRetired: true },
    ])
    const ids = async (query: Parameters<ReturnType<typeof as>['materials']>[0]) =>
      (await as(learner).materials(query)).items.map(({ id }) => id)
    await proves('COMMUNITY-197', async () => {
      const all = await as(learner).materials({ query: { pageSize: 100 } })
      expect(all.recordCount).toBe(drawn + 2)
      expect(all.items.map(({ id }) => id).slice(0, 2)).toEqual([gate, hall])
      expect(new Set(all.items.map(({ id }) => id)).size).toBe(drawn + 2)
      const pages = [1, 2, 3, 4].map((page) => ids({ query: { page, pageSize: 20 } }))
      expect((await Promise.all(pages)).flat()).toEqual(all.items.map(({ id }) => id))
      expect(await ids({ query: { category: categoryId } })).toEqual([gate])
      expect(await ids({ query: { category: abstractId } })).toHaveLength(7)
      expect(await ids({ query: { search: '展厅' } })).toEqual([hall])
      expect(await ids({ query: { search: 'lantern' } })).toHaveLength(1)
    })
    await proves('COMMUNITY-203', async () => {
      const all = await as(learner).cloudMaterials({ query: { pageSize: 100 } })
      expect(all.recordCount).toBe(drawn)
      expect(all.items.every(({ isPlatform }) => isPlatform)).toBe(true)
      expect((await as(learner).cloudMaterials({ query: { search: '展厅' } })).recordCount).toBe(0)
    })
    await proves('COMMUNITY-202', async () => {
      const { items } = await as(learner).categories()
      expect(items).toHaveLength(11)
      expect(items[0]).toEqual({ id: categoryId, name: '园区', isPlatform: false, pictureCount: 1 })
      expect(items.find(({ id }) => id === abstractId)).toMatchObject({ name: '抽象', pictureCount: 7 })
    })
    await proves('COMMUNITY-208', async () => {
      const { items } = await as(learner).cloudCategories()
      expect(items.map(({ pictureCount }) => pictureCount)).toEqual(Array.from({ length: 10 }, () => 6))
    })
  })

  it('answer one picture, of the own company or of the platform alone', async () => {
    const { companyId, admin, learner } = await newLibrary()
    const [id = ''] = await buildPictures(platform.db, [own(companyId, admin)])
    const [first] = (await as(learner).cloudMaterials()).items
    const params = { id }
    await proves('COMMUNITY-198', async () => {
      expect(await as(learner).material({ params })).toMatchObject({
        id,
        isPlatform: false,
        path: expect.stringMatching(/^files\//),
      })
      expect(await as(learner).material({ params: { id: first?.id ?? '' } })).toEqual(first)
      expect(await refusal(as(roles.member).material({ params }))).toMatchObject({ errorCode: 900_005 })
    })
    await proves('COMMUNITY-204', async () => {
      expect(await as(learner).cloudMaterial({ params: { id: first?.id ?? '' } })).toEqual(first)
      expect(await refusal(as(learner).cloudMaterial({ params }))).toMatchObject({ errorCode: 900_005 })
    })
  })

  it('answer a picture at random, of a category where one is named', async () => {
    const { companyId, admin, learner } = await newLibrary()
    const categoryId = await buildCategory(platform.db, { companyId, name: '园区' })
    const [id = ''] = await buildPictures(platform.db, [{ ...own(companyId, admin), categoryId }])
    const empty = await buildCategory(platform.db, { companyId, name: '空的' })
    await proves('COMMUNITY-199', async () => {
      expect((await as(learner).randomMaterial({ query: { category: categoryId } })).id).toBe(id)
      const chosen = new Set<string>()
      for (let time = 0; time < 40; time += 1) chosen.add((await as(learner).randomMaterial()).id)
      expect(chosen.size).toBeGreaterThan(5)
      expect(await refusal(as(learner).randomMaterial({ query: { category: empty } }))).toMatchObject({
        errorCode: 900_005,
      })
    })
    await proves('COMMUNITY-205', async () => {
      const one = await as(learner).cloudRandomMaterial({ query: { category: abstractId } })
      expect(one).toMatchObject({ isPlatform: true, categoryId: abstractId })
      expect(await refusal(as(learner).cloudRandomMaterial({ query: { category: categoryId } }))).toMatchObject({
        errorCode: 900_005,
      })
    })
  })

  it('answer the next pictures in turn, each member its own, from the beginning after the last one', async () => {
    const { companyId, admin, learner } = await newLibrary()
    await buildPictures(platform.db, [own(companyId, admin), own(companyId, admin)])
    const all = (await as(learner).materials({ query: { pageSize: 100 } })).items.map(({ id }) => id)
    const next = async (member: BuiltMember, count: number) =>
      (await as(member).cycleMaterials({ query: { count } })).items.map(({ id }) => id)
    await proves('COMMUNITY-200', async () => {
      expect((await as(admin).cycleMaterials()).items.map(({ id }) => id)).toEqual(all.slice(0, 6))
      expect(await next(learner, 20)).toEqual(all.slice(0, 20))
      expect(await next(learner, 20)).toEqual(all.slice(20, 40))
      expect(await next(learner, 20)).toEqual(all.slice(40, 60))
      expect(await next(learner, 6)).toEqual([...all.slice(60), ...all.slice(0, 4)])
      expect(await next(admin, 1)).toEqual([all[6]])
    })
    await proves('COMMUNITY-206', async () => {
      const first = (await as(learner).cloudCycleMaterials({ query: { count: 3 } })).items
      expect(first.map(({ id }) => id)).toEqual(all.slice(2, 5))
    })
    const { answers } = await race(platform, 6, () => next(learner, 2), { begin: () => next(learner, 1) })
    expect(new Set(answers.flat()).size).toBe(12)
  })

  it('count the pictures that have room for a title of a length', async () => {
    const { companyId, admin, learner } = await newLibrary()
    await buildPictures(platform.db, [
      { ...own(companyId, admin), titleLengthMax: 100 },
      { ...own(companyId, admin), titleLengthMax: 99 },
      { ...own(companyId, admin), titleLengthMax: 100, isRetired: true },
    ])
    const count = async (titleLength: number) => (await as(learner).countMaterials({ query: { titleLength } })).count
    const cloud = async (titleLength: number) =>
      (await as(learner).cloudCountMaterials({ query: { titleLength } })).count
    await proves('COMMUNITY-201', async () => {
      expect([await count(0), await count(99), await count(100), await count(101)]).toEqual([drawn + 2, 2, 1, 0])
    })
    await proves('COMMUNITY-207', async () => {
      const { items } = await as(learner).cloudMaterials({ query: { pageSize: 100 } })
      for (const length of [0, 12, 13, 32, 33])
        expect(await cloud(length)).toBe(items.filter(({ titleLengthMax }) => titleLengthMax >= length).length)
      expect(await cloud(100)).toBe(0)
    })
  })
})

describe('a drawing of the platform', () => {
  it('is SVG without scripts and addresses, the same at every call, and kept by browsers', async () => {
    const { items } = await as(roles.member).cloudMaterials({ query: { pageSize: 100 } })
    expect(new Set(items.map(({ name }) => name)).size).toBe(drawn)
    for (const { path } of items) {
      const answer = await platform.app.inject({ url: path })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=604800',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      })
      expect(answer.body).not.toMatch(/<script|NaN|undefined|href|on\w+=|<foreignObject/)
      expect(answer.body.length).toBeLessThan(80_000)
      expect((await platform.app.inject({ url: path })).body).toBe(answer.body)
    }
    const unknown = items[0]?.path.replace(/material\/.{36}/, `material/${chief.id}`) ?? ''
    expect((await platform.app.inject({ url: unknown })).json()).toMatchObject({ errorCode: 900_005 })
  })
})

describe('the own pictures of a company', () => {
  const fields = () => ({ name: '大门', categoryId: abstractId, titleLengthMax: 20 })
  const state = async () => (await as(chief).managedPictures({ query: { pageSize: 100 } })).items

  it('are kept by administrators of the whole company', async () => {
    const refused = {
      owner: 10_138,
      administrator: 10_138,
      member: 10_138,
      colleague: 10_138,
      stranger: 10_138,
    } as const
    const managing = { ...refused, otherCompany: 900_005, nobody: 401 } as const
    const [id = ''] = await buildPictures(platform.db, [own(roles.companyId, chief)])
    const categoryId = await buildCategory(platform.db, { companyId: roles.companyId, name: '年会' })
    const [params, ofCategory] = [{ id }, { id: categoryId }]
    const fileId = await upload(chief, roles.companyId)
    const categoryNames = async () => (await as(chief).categories()).items
    await expectRoles(roles, {
      managedPictures: { ...managing, otherCompany: 'accepted', call: (caller) => as(caller).managedPictures() },
      addPicture: { ...managing, state, call: (caller) => as(caller).addPicture({ body: { ...fields(), fileId } }) },
      changePicture: { ...managing, state, call: (caller) => as(caller).changePicture({ params, body: fields() }) },
      retirePicture: {
        ...managing,
        state,
        call: (caller) => as(caller).retirePicture({ params, body: { isRetired: true } }),
      },
      orderPictures: { ...managing, state, call: (caller) => as(caller).orderPictures({ body: { ids: [id] } }) },
      addCategory: {
        ...{ ...managing, otherCompany: 'accepted', state: categoryNames },
        call: (caller) => as(caller).addCategory({ body: { name: '新的' } }),
      },
      renameCategory: {
        ...{ ...managing, state: categoryNames },
        call: (caller) => as(caller).renameCategory({ params: ofCategory, body: { name: '改名' } }),
      },
      deleteCategory: {
        ...managing,
        state: categoryNames,
        call: (caller) => as(caller).deleteCategory({ params: ofCategory }),
      },
      orderCategories: { ...managing, call: (caller) => as(caller).orderCategories({ body: { ids: [categoryId] } }) },
    })
  })

  it('take jpg and png of at most 3 MB that the administrator has uploaded, and nothing else', async () => {
    const { companyId, admin, learner } = await newLibrary()
    const add = (fileId: string) => as(admin).addPicture({ body: { ...fields(), fileId } })
    for (const type of ['jpeg', 'png'] as const) await add(await upload(admin, companyId, type))
    expect((await as(learner).materials()).recordCount).toBe(drawn + 2)
    const base = { companyId, ownerId: admin.id, kind: 'rich-image' } as const
    const gif = await buildFile(platform.db, { ...base, contentType: 'image/gif', name: '动图.gif' })
    expect(await refusal(add(gif.id))).toMatchObject({ errorCode: 900_004 })
    const video = await buildFile(platform.db, { ...base, kind: 'video' })
    expect(await refusal(add(video.id))).toMatchObject({ errorCode: 900_004 })
    const foreign = await buildFile(platform.db, { ...base, ownerId: learner.id, contentType: 'image/png' })
    expect(await refusal(add(foreign.id))).toMatchObject({ errorCode: 900_005 })
    const sized = async (sizeBytes: number) => {
      const { id } = await buildFile(platform.db, { ...base, contentType: 'image/png' })
      await sql`update files.file set size_bytes = ${sizeBytes} where id = ${id}`.execute(platform.root)
      return add(id)
    }
    await bounds(3 * 1024 * 1024, sized, { refused: 900_003 })
    const svg = storeFile(platform.db, platform.outside, {
      ...{ companyId, ownerId: admin.id, kind: 'cover', name: '图.png', now: platform.now },
      content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    })
    await expect(svg).rejects.toMatchObject({ error: { code: expect.any(Number) } })
  })

  it('stand in the order that is wanted, the newest first, and go when they are retired', async () => {
    const { companyId, admin, learner } = await newLibrary()
    const [first = '', second = '', third = ''] = await buildPictures(platform.db, [
      own(companyId, admin),
      own(companyId, admin),
      own(companyId, admin),
    ])
    const shown = async () =>
      (await as(learner).materials({ query: { pageSize: 100 } })).items
        .filter((one) => !one.isPlatform)
        .map(({ id }) => id)
    const { id: newest } = await as(admin).addPicture({ body: { ...fields(), fileId: await upload(admin, companyId) } })
    expect(await shown()).toEqual([newest, first, second, third])
    await as(admin).orderPictures({ body: { ids: [third, newest] } })
    expect(await shown()).toEqual([third, first, second, newest])
    await as(admin).retirePicture({ params: { id: first }, body: { isRetired: true } })
    expect(await shown()).toEqual([third, second, newest])
    expect(await as(learner).material({ params: { id: first } })).toMatchObject({ id: first })
    expect((await as(admin).managedPictures({ query: { isRetired: true } })).items).toMatchObject([{ id: first }])
    await as(admin).retirePicture({ params: { id: first }, body: { isRetired: false } })
    await as(admin).retirePicture({ params: { id: first }, body: { isRetired: false } })
    expect(await shown()).toEqual([third, first, second, newest])
    expect(await refusal(as(admin).orderPictures({ body: { ids: [third, roles.companyId] } }))).toMatchObject({
      errorCode: 900_005,
    })
    expect(await shown()).toEqual([third, first, second, newest])
    const change = { name: '北门', categoryId: abstractId, titleLengthMax: 7 }
    await as(admin).changePicture({ params: { id: third }, body: change })
    expect((await as(admin).managedPictures({ query: { search: '北门' } })).items).toMatchObject([
      { id: third, ...change },
    ])
    const elsewhere = as(admin).changePicture({ params: { id: third }, body: { ...change, categoryId: companyId } })
    expect(await refusal(elsewhere)).toMatchObject({ errorCode: 900_005 })
  })

  it('are 500 at most, however many administrators add at once', async () => {
    const { companyId, admin } = await newLibrary()
    await buildPictures(
      platform.db,
      Array.from({ length: picturesMax - 1 }, () => own(companyId, admin)),
    )
    const retired = await buildPictures(platform.db, [{ ...own(companyId, admin), isRetired: true }])
    const fileIds = [await upload(admin, companyId), await upload(admin, companyId), await upload(admin, companyId)]
    let at = 0
    const add = () => as(admin).addPicture({ body: { ...fields(), fileId: fileIds[at++] ?? '' } })
    const outcome = await race(platform, 3, add, { begin: () => as(admin).managedPictures() })
    expect(outcome).toMatchObject({ accepted: 1, refused: { [LIBRARY_FULL.code]: 2 } })
    const restore = as(admin).retirePicture({ params: { id: retired[0] ?? '' }, body: { isRetired: false } })
    expect(await refusal(restore)).toMatchObject({ errorCode: LIBRARY_FULL.code, data: { max: picturesMax } })
  })

  it('have categories with names of their own, which are deleted while they are empty', async () => {
    const { companyId, admin, learner } = await newLibrary()
    const { id } = await as(admin).addCategory({ body: { name: '园区' } })
    const { id: other } = await as(admin).addCategory({ body: { name: 'Campus' } })
    for (const name of ['园区', 'campus', '抽象', 'Abstract'])
      expect(await refusal(as(admin).addCategory({ body: { name } }))).toMatchObject({
        errorCode: CATEGORY_NAME_TAKEN.code,
      })
    const rename = as(admin).renameCategory({ params: { id: other }, body: { name: '园区' } })
    expect(await refusal(rename)).toMatchObject({ errorCode: CATEGORY_NAME_TAKEN.code })
    await as(admin).renameCategory({ params: { id: other }, body: { name: 'CAMPUS' } })
    await as(admin).orderCategories({ body: { ids: [other, id] } })
    expect((await as(learner).categories()).items.slice(0, 2).map(({ name }) => name)).toEqual(['CAMPUS', '园区'])
    expect(await refusal(as(admin).orderCategories({ body: { ids: [other, abstractId] } }))).toMatchObject({
      errorCode: 900_005,
    })
    await buildPictures(platform.db, [{ ...own(companyId, admin), categoryId: id, isRetired: true }])
    expect(await refusal(as(admin).deleteCategory({ params: { id } }))).toMatchObject({
      errorCode: CATEGORY_NOT_EMPTY.code,
      data: { pictureCount: 1 },
    })
    await as(admin).deleteCategory({ params: { id: other } })
    expect(await refusal(as(admin).deleteCategory({ params: { id: other } }))).toMatchObject({ errorCode: 900_005 })
    for (let number = 1; number < categoriesMax; number += 1)
      await buildCategory(platform.db, { companyId, name: `分类${number}`, position: number })
    expect(await refusal(as(admin).addCategory({ body: { name: '太多' } }))).toMatchObject({
      errorCode: LIBRARY_FULL.code,
    })
  })
})
