/** Faces over HTTP: with a service that answers as the test says. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { fileById } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { checkNamed } from '#modules/platform/operations/server.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { FaceUnusable } from '#server/outside.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import {
  comparisonsMax,
  FACE_BUSY,
  FACE_FAILED,
  FACE_KEPT,
  FACE_MISSING,
  FACE_NOT_OPEN,
  FACE_UNUSABLE,
  faces,
  triesWindowMs,
} from '../contract.ts'
import { comparedFace } from './comparisons.ts'

type Says = 'same' | 'other' | 'unusable' | 'busy'
const service: { says: Says; asked: string[][]; pause?: Promise<void> } = { says: 'same', asked: [] }

const platform = testPlatform({
  poolSize: 4,
  outside: {
    storage: {
      kind: 'disk',
      put: async () => {},
      get: async (key) => Readable.from([Buffer.from(key)]),
      stat: async () => undefined,
      delete: async () => {},
      removeLeftovers: async () => 0,
    },
    async compareFaces(one, other) {
      service.asked.push([one.toString(), other.toString()])
      await service.pause
      if (service.says === 'unusable') throw new FaceUnusable('no face')
      if (service.says === 'busy') throw new Error('timeout')
      return { score: service.says === 'same' ? 99 : 1, isSame: service.says === 'same' }
    },
  },
})
const roles = testRoles(platform, { owner: ['lecturer'], stranger: [], otherCompany: ['super-admin'] })
const as = (member: BuiltMember) => platform.client(faces, member)
let chief: BuiltMember

beforeAll(async () => {
  chief = await buildMember(platform.db, { companyId: roles.owner.companyId, roles: ['super-admin'] })
  // Hours pass, and nobody signs in again.
  await sql`update identity.session set access_expires_at = ${8_000_000_000_000_000}`.execute(platform.root)
})

async function open(switchOpen: '0' | '1'): Promise<void> {
  await platform.client(settings, chief).changeRule({ params: { key: 'FACE_CONFIG' }, body: { value: { switchOpen } } })
}

async function picture(
  { id: ownerId, companyId }: BuiltMember,
  contentType = 'image/jpeg',
  sizeBytes = 1000,
): Promise<string> {
  const { id } = await buildFile(platform.db, {
    ...{ companyId, ownerId, kind: 'image', audience: 'owner', contentType, sizeBytes, now: platform.now },
  })
  return id
}

const keep = (member: BuiltMember, fileId: string) => as(member).keepFace({ body: { fileId, consents: true } })
const compare = (member: BuiltMember, fileId: string) => as(member).compareFace({ body: { fileId } })

beforeEach(async () => {
  Object.assign(service, { says: 'same', asked: [], pause: undefined })
  platform.now += 2 * triesWindowMs
  await open('1')
  for (const member of [roles.member, roles.colleague]) await as(member).removeFace()
})

it('says which part is missing: the company, the own picture, the service, the face', async () => {
  const [kept, taken] = [await picture(roles.member), await picture(roles.member)]
  await open('0')
  expect(await as(roles.member).ownFace()).toEqual({ isOpen: false, consentedAt: null })
  await proves('IDENTITY-098', async () => {
    for (const refused of [await refusal(keep(roles.member, kept)), await refusal(compare(roles.member, taken))]) {
      expect(refused).toMatchObject({
        status: 422,
        errorCode: FACE_NOT_OPEN.code,
        message: expect.stringContaining('企业未开通人脸权限'),
      })
    }
    expect(service.asked).toEqual([])
  })
  await open('1')
  expect(await refusal(compare(roles.member, taken))).toMatchObject({ errorCode: FACE_MISSING.code })
  service.says = 'unusable'
  expect(await refusal(keep(roles.member, kept))).toMatchObject({ errorCode: FACE_UNUSABLE.code })
  service.says = 'busy'
  expect(await refusal(keep(roles.member, kept))).toMatchObject({ errorCode: FACE_BUSY.code })
  expect(await as(roles.member).ownFace()).toEqual({ isOpen: true, consentedAt: null })
  service.says = 'same'
  await keep(roles.member, kept)
  expect(await as(roles.member).ownFace()).toEqual({ isOpen: true, consentedAt: platform.now })
  expect(service.asked.at(-1)).toEqual([kept, kept])
  await proves('IDENTITY-097', async () => {
    service.says = 'busy'
    const busy = await refusal(compare(roles.member, taken))
    expect(busy).toMatchObject({
      status: 422,
      errorCode: FACE_BUSY.code,
      message: expect.stringContaining('人脸服务繁忙'),
    })
  })
  service.says = 'unusable'
  expect(await refusal(compare(roles.member, taken))).toMatchObject({ errorCode: FACE_UNUSABLE.code })
})

it('compares an own picture with the one that is kept, and with no other', async () => {
  const [kept, taken, theirs] = [
    await picture(roles.member),
    await picture(roles.member),
    await picture(roles.colleague),
  ]
  await keep(roles.member, kept)
  expect(await compare(roles.member, taken)).toEqual({})
  expect(service.asked.at(-1)).toEqual([kept, taken])
  expect(
    await comparedFace(platform.db, { ...roles.member, memberId: roles.member.id } as never, taken, platform.now),
  ).toEqual({
    ...{ outcome: 'same', isMissing: false, failures: 0 },
  })
  const text = await picture(roles.member, 'text/plain')
  for (const fileId of [kept, theirs, text, uuid()])
    expect(await refusal(compare(roles.member, fileId))).toMatchObject({ errorCode: 900_005 })
  await as(roles.member).removeFace()
  expect(await refusal(keep(roles.member, theirs))).toMatchObject({ errorCode: 900_005 })
  const large = await picture(roles.member, 'image/png', 3_000_001)
  expect(await refusal(compare(roles.member, large))).toMatchObject({ errorCode: FACE_UNUSABLE.code })
  for (const body of [{}, { fileId: 'x' }, { fileId: taken, consents: false }]) {
    expect(await refusal(as(roles.member).keepFace({ body: body as never }))).toMatchObject({ errorCode: 900_001 })
  }
  // What is known of a picture counts for a quarter of an hour.
  platform.now += triesWindowMs + 1
  const later = await comparedFace(
    platform.db,
    { ...roles.member, memberId: roles.member.id } as never,
    taken,
    platform.now,
  )
  expect(later.outcome).toBeUndefined()
})

it('counts the tries of somebody else, and all of them', async () => {
  const [kept, taken] = [await picture(roles.member), await picture(roles.member)]
  await keep(roles.member, kept)
  service.says = 'other'
  await proves('IDENTITY-096', async () => {
    for (const count of [2, 1, 0, 0]) {
      const failed = await refusal(compare(roles.member, taken))
      expect(failed).toMatchObject({
        errorCode: FACE_FAILED.code,
        message: expect.stringContaining('人脸验证失败'),
        data: { count },
      })
    }
  })
  service.says = 'busy'
  for (let tries = 4; tries < comparisonsMax; tries++)
    expect(await refusal(compare(roles.member, taken))).toMatchObject({ errorCode: FACE_BUSY.code })
  const asked = service.asked.length
  expect(await refusal(compare(roles.member, taken))).toMatchObject({ errorCode: 900_008 })
  expect(service.asked.length).toBe(asked)
  platform.now += triesWindowMs + 1
  service.says = 'same'
  expect(await compare(roles.member, taken)).toEqual({})
})

it('lets tries at one moment be no more than the limit', async () => {
  const [kept, taken] = [await picture(roles.member), await picture(roles.member)]
  await keep(roles.member, kept)
  const answers = await Promise.allSettled(
    Array.from({ length: comparisonsMax + 5 }, () => compare(roles.member, taken)),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(comparisonsMax)
})

it('keeps one picture until it is taken back, and of two at once one', async () => {
  const [first, second] = [await picture(roles.member), await picture(roles.member)]
  const gate = Promise.withResolvers<void>()
  service.pause = gate.promise
  const both = Promise.allSettled([keep(roles.member, first), keep(roles.member, second)])
  await expect.poll(() => service.asked.length).toBe(2)
  gate.resolve()
  expect((await both).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await refusal(keep(roles.member, first))).toMatchObject({ errorCode: FACE_KEPT.code })
  const { rows } = await sql<{
    file_id: string
  }>`select file_id from faces.reference where member_id = ${roles.member.id}`.execute(platform.root)
  await as(roles.member).removeFace()
  expect(await fileById(platform.db, roles.member.companyId, rows[0]?.file_id ?? '')).toBeUndefined()
  expect(await as(roles.member).removeFace()).toEqual({})
  expect(await as(roles.member).ownFace()).toMatchObject({ consentedAt: null })
})

it('says on the status page whether the service answers', async () => {
  const check = () => checkNamed('faces', platform.outside, platform.db)
  expect(await check()).toMatchObject({ state: 'warning', facts: { providers: 'test' } })
  const [kept, taken] = [await picture(roles.member), await picture(roles.member)]
  await keep(roles.member, kept)
  service.says = 'busy'
  await refusal(compare(roles.member, taken))
  expect(await check()).toMatchObject({ state: 'warning', facts: { compared: 1, busy: 1 } })
})
