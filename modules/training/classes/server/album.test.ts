/** Photos and the diary of a class over HTTP. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import type { Outcome } from '#test/outcomes.ts'
import { race } from '#test/race.ts'
import { expectRoles, type RoleName, testRoles } from '#test/roles.ts'
import { captionLengthMax, photosMax } from '../contract/album.ts'
import {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_MISSING,
  NO_PARTICIPANT,
  PHOTOS_FULL,
  REASON_REQUIRED,
} from '../contract/codes.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'
import { classesTables } from './db.ts'

type Everyone = Readonly<Record<RoleName, Outcome>>

const platform = testPlatform({ poolSize: 4 })
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  stranger: ['class-teacher'],
  otherCompany: ['super-admin'],
})
const { as, build } = classesOn(platform, () => roles.owner)
const people = () => ({ participants: [roles.member.id, roles.colleague.id] })

async function pictureOf({ id: ownerId, companyId }: BuiltMember, kind: 'image' | 'cover' = 'image') {
  const input = { companyId, ownerId, kind, contentType: 'image/png', name: 'a.png', now: platform.now }
  return (await buildFile(platform.db, input)).id
}
const add = (caller: BuiltMember | undefined, one: TestClass, fileIds: string[], caption = '') =>
  as(caller).addPhotos({ ...one, body: { fileIds, caption } })
const photosOf = async (caller: BuiltMember, one: TestClass, query: object = {}) =>
  (await as(caller).classPhotos({ ...one, query })).items
async function addOne(caller: BuiltMember, one: TestClass) {
  await add(caller, one, [await pictureOf(caller)], '合影')
  const [newest] = await photosOf(caller, one)
  return { ...one.params, photoId: newest?.id ?? '' }
}
const participants: Everyone = {
  ...{ owner: 'accepted', administrator: NO_PARTICIPANT.code, member: 'accepted', colleague: NO_PARTICIPANT.code },
  ...{ stranger: NO_PARTICIPANT.code, otherCompany: 64104, nobody: 401 },
}

describe('the photos of a class', () => {
  it('are shared by participants and staff', async () => {
    const one = await build({ participants: [roles.member.id] })
    await addOne(roles.member, one)
    expect(await photosOf(roles.owner, one)).toMatchObject([{ caption: '合影', fullName: 'member', isRemovable: true }])
    await expectRoles(roles, {
      classPhotos: { ...participants, call: (caller) => as(caller).classPhotos({ ...one, query: {} }) },
      addPhotos: {
        ...participants,
        call: async (caller) => add(caller, one, [caller ? await pictureOf(caller) : uuid()]),
      },
    })
  })

  it('are for whoever the class grants them, and no longer for the whole company', async () => {
    const one = await build({ participants: [roles.member.id] })
    await addOne(roles.member, one)
    const [photo] = await photosOf(roles.owner, one)
    const [, fileId = '', grant] = /file\/([\w-]+)\?grant=([\w.-]+)$/.exec(photo?.path ?? '') ?? []
    expect(grant).toBeTruthy()
    const { rows } = await sql`select audience from files.file where id = ${fileId}`.execute(platform.root)
    expect(rows).toEqual([{ audience: 'link' }])
  })

  it('are each in one class, also where both take them at once', async () => {
    const places = [await build(people()), await build(people())]
    const own = await pictureOf(roles.member)
    const result = await race(platform, 2, (at) => add(roles.member, places[at] as TestClass, [own]), {
      begin: async () => undefined,
      // Before it, each has looked whether the picture stands in a class.
      locked: () => sql`select from files.file where id = ${own} for update`,
    })
    expect(result).toMatchObject({ accepted: 1, refused: { 900005: 1 } })
  })

  it('are own pictures, each in one class', async () => {
    const [one, other] = [await build(people()), await build(people())]
    const [own, theirs, cover] = [
      await pictureOf(roles.member),
      await pictureOf(roles.colleague),
      await pictureOf(roles.member, 'cover'),
    ]
    for (const fileIds of [[theirs], [cover], [uuid()], [own, theirs]])
      expect(await refusal(add(roles.member, one, fileIds))).toMatchObject({ errorCode: 900_005 })
    await add(roles.member, one, [own])
    for (const again of [one, other])
      expect(await refusal(add(roles.member, again, [own]))).toMatchObject({ errorCode: 900_005 })
    expect(await photosOf(roles.member, one)).toHaveLength(1)
    const longest = async (length: number) =>
      add(roles.member, one, [await pictureOf(roles.member)], '图'.repeat(length))
    await bounds(captionLengthMax, longest, { refused: 900001, path: 'caption' })
  })

  it('are at most 500', async () => {
    const one = await build(people())
    const rows = Array.from({ length: photosMax - 1 }, () => ({
      ...{ id: uuid(), class_id: one.params.id, company_id: roles.companyId, file_id: uuid() },
      ...{ member_id: roles.member.id, caption: '', created_at: platform.now },
    }))
    await classesTables(platform.db).insertInto('classes.photo').values(rows).execute()
    const two = [await pictureOf(roles.member), await pictureOf(roles.member)]
    const full = { errorCode: PHOTOS_FULL.code, data: { max: photosMax } }
    expect(await refusal(add(roles.member, one, two))).toMatchObject(full)
    await add(roles.member, one, two.slice(0, 1))
    expect(await refusal(add(roles.member, one, two.slice(1)))).toMatchObject(full)
  })

  it('are reported with a reason that staff read, and kept or removed', async () => {
    const one = await build(people())
    const params = await addOne(roles.member, one)
    const report = (caller: BuiltMember, reason: string) => as(caller).reportPhoto({ params, body: { reason } })
    expect(await refusal(report(roles.colleague, '  '))).toMatchObject({ errorCode: REASON_REQUIRED.code })
    expect(await refusal(report(roles.stranger, '不雅'))).toMatchObject({ errorCode: NO_PARTICIPANT.code })
    await report(roles.colleague, '未经本人同意')
    await report(roles.owner, '第二次')
    expect(await photosOf(roles.owner, one, { reported: true })).toMatchObject([
      { report: { reason: '未经本人同意', reportedAt: platform.now } },
    ])
    expect(await photosOf(roles.colleague, one, { reported: true })).toEqual([])
    expect((await photosOf(roles.colleague, one))[0]).toMatchObject({ report: null, isRemovable: false })
    expect(await refusal(as(roles.member).keepPhoto({ params }))).toMatchObject({ status: 403 })
    await as(roles.owner).keepPhoto({ params })
    expect(await photosOf(roles.owner, one, { reported: true })).toEqual([])
    expect(await refusal(as(roles.colleague).removePhoto({ params }))).toMatchObject({ errorCode: 900_005 })
    await as(roles.owner).removePhoto({ params })
    expect(await refusal(as(roles.owner).removePhoto({ params }))).toMatchObject({ errorCode: 900_005 })
    expect(await refusal(as(roles.owner).keepPhoto({ params }))).toMatchObject({ errorCode: 900_005 })
    expect(await refusal(report(roles.colleague, '还在吗'))).toMatchObject({ errorCode: 900_005 })
    expect(await photosOf(roles.member, one)).toEqual([])
  })

  it('that are reported are a to-do of the staff until each is kept or removed', async () => {
    const one = await build({
      ...{ ...people(), teacherIds: [roles.stranger.id] },
      ...{ startsAt: platform.now - 1000, endsAt: platform.now + 86_400_000 },
    })
    const todosOf = async (member: BuiltMember) =>
      (await platform.client(messages, member).findMyUnfinished({ query: { pageSize: 100 } })).items
        .filter(({ kind, businessId }) => kind === 'class.look-at-photos' && businessId === one.params.id)
        .map(({ link, amount, action }) => [link, amount, action])
    const [kept, removed] = [await addOne(roles.member, one), await addOne(roles.colleague, one)]
    expect(await todosOf(roles.owner)).toEqual([])
    for (const params of [kept, removed, kept])
      await as(roles.colleague).reportPhoto({ params, body: { reason: '未经本人同意' } })
    const link = `/admin/classes/${one.params.id}/workspace?tab=photos`
    for (const staff of [roles.owner, roles.stranger]) expect(await todosOf(staff)).toEqual([[link, 2, 'go-review']])
    for (const other of [roles.member, roles.colleague, roles.otherCompany]) expect(await todosOf(other)).toEqual([])
    await as(roles.owner).keepPhoto({ params: kept })
    expect(await todosOf(roles.stranger)).toEqual([[link, 1, 'go-review']])
    await as(roles.stranger).removePhoto({ params: removed })
    expect(await todosOf(roles.owner)).toEqual([])
    await as(roles.colleague).reportPhoto({ params: kept, body: { reason: '再次举报' } })
    expect(await todosOf(roles.owner)).toEqual([[link, 1, 'go-review']])
    // Nothing of a closed class is decided any more.
    await as(roles.owner).closeClass({ ...one, body: { isConfirmed: true } })
    expect(await todosOf(roles.owner)).toEqual([])
  })

  it('are not reached from outside, nor in a class that is revoked', async () => {
    const one = await build(people())
    const params = await addOne(roles.member, one)
    const report = { params, body: { reason: '不雅' } }
    for (const refused of await refusals([
      as(roles.otherCompany).reportPhoto(report),
      as(roles.otherCompany).keepPhoto({ params }),
      as(roles.otherCompany).removePhoto({ params }),
    ]))
      expect(refused).toMatchObject({ errorCode: CLASS_MISSING.code })
    expect(await refusal(as(roles.stranger).removePhoto({ params }))).toMatchObject({ errorCode: NO_PARTICIPANT.code })
    const fileId = await pictureOf(roles.member)
    await as(roles.owner).revokeClass({ ...one, body: { reason: '取消' } })
    for (const refused of await refusals([
      photosOf(roles.member, one),
      add(roles.member, one, [fileId]),
      as(roles.member).reportPhoto(report),
      as(roles.member).removePhoto({ params }),
      as(roles.member).classDiary({ ...one, query: {} }),
    ]))
      expect(refused).toMatchObject({ errorCode: CLASS_CANCELLED.code })
    expect(await photosOf(roles.owner, one)).toHaveLength(1)
  })

  it('of another class are not reached, and those of a closed class stay as they are', async () => {
    const [one, other] = [await build(people()), await build(people())]
    const { photoId } = await addOne(roles.member, one)
    const params = { ...other.params, photoId }
    expect(await refusal(as(roles.owner).removePhoto({ params }))).toMatchObject({ errorCode: 900_005 })
    const db = classesTables(platform.db)
    await db.updateTable('classes.class').set({ closed_at: platform.now }).where('id', '=', one.params.id).execute()
    const ofPhoto = { ...one.params, photoId }
    const fileId = await pictureOf(roles.member)
    for (const refused of await refusals([
      add(roles.member, one, [fileId]),
      as(roles.member).removePhoto({ params: ofPhoto }),
      as(roles.colleague).reportPhoto({ params: ofPhoto, body: { reason: '不雅' } }),
      as(roles.owner).keepPhoto({ params: ofPhoto }),
    ]))
      expect(refused).toMatchObject({ errorCode: CLASS_CLOSED.code })
    expect(await photosOf(roles.member, one)).toHaveLength(1)
  })
})

describe('the diary of a class', () => {
  const entry = { kind: 'notice', title: '请自备电脑', text: '周一上午使用' } as const
  const write = (caller: BuiltMember | undefined, one: TestClass, rest: object = {}) =>
    as(caller).addDiaryEntry({ ...one, body: { ...entry, ...rest } })
  const titles = async (one: TestClass, query: object = {}) =>
    (await as(roles.member).classDiary({ ...one, query })).items.map(({ title }) => title)

  it('is written by staff and read by participants; a notice is announced', async () => {
    const one = await build(people())
    await write(roles.owner, one)
    platform.now += 1
    const { id: entryId } = await write(roles.owner, one, { kind: 'diary', title: '第一天' })
    expect(await titles(one)).toEqual(['第一天', '请自备电脑'])
    expect(await titles(one, { kind: 'notice' })).toEqual(['请自备电脑'])
    const { items } = await platform.client(messages, roles.member).listNotifications({ query: {} })
    expect(items.filter(({ title }) => title.includes('请自备电脑'))).toHaveLength(1)
    const params = { ...one.params, entryId }
    await as(roles.owner).changeDiaryEntry({ params, body: { ...entry, kind: 'diary', title: '第二天' } })
    expect(await titles(one, { kind: 'diary' })).toEqual(['第二天'])
    const other = await build(people())
    const elsewhere = { ...other.params, entryId }
    for (const refused of await refusals([
      as(roles.owner).changeDiaryEntry({ params: elsewhere, body: entry }),
      as(roles.owner).removeDiaryEntry({ params: elsewhere }),
    ]))
      expect(refused).toMatchObject({ errorCode: 900_005 })
    await as(roles.owner).removeDiaryEntry({ params })
    expect(await titles(one)).toEqual(['请自备电脑'])
  })

  it('is for the class alone, and ends with it', async () => {
    const one = await build({ participants: [roles.member.id] })
    const { id: entryId } = await write(roles.owner, one)
    const params = { ...one.params, entryId }
    const running: Everyone = {
      ...{ owner: 'accepted', administrator: 10138, member: 10138, colleague: 10138 },
      ...{ stranger: 10138, otherCompany: 64104, nobody: 401 },
    }
    await expectRoles(roles, {
      classDiary: { ...participants, call: (caller) => as(caller).classDiary({ ...one, query: {} }) },
      addDiaryEntry: { ...running, call: (caller) => write(caller, one) },
      changeDiaryEntry: { ...running, call: (caller) => as(caller).changeDiaryEntry({ params, body: entry }) },
    })
    expect(await refusal(as(roles.stranger).removeDiaryEntry({ params }))).toMatchObject({ status: 403 })
    expect(await refusal(as(roles.otherCompany).removeDiaryEntry({ params }))).toMatchObject({
      errorCode: CLASS_MISSING.code,
    })
    const closed = await build({ ...people(), closedAt: platform.now })
    const ofClosed = { ...closed.params, entryId }
    for (const refused of await refusals([
      write(roles.owner, closed),
      as(roles.owner).changeDiaryEntry({ params: ofClosed, body: entry }),
      as(roles.owner).removeDiaryEntry({ params: ofClosed }),
    ]))
      expect(refused).toMatchObject({ errorCode: CLASS_CLOSED.code })
  })
})
