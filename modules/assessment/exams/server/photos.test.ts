/** The picture at the start, over HTTP: asked for, looked at by the staff alone, and deleted in time. */
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { FACE_FAILED, FACE_NEEDED } from '#modules/platform/faces/contract.ts'
import { buildComparison, buildFace } from '#modules/platform/faces/server/faces.fixture.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { fileById } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import { PHOTO_INVALID, PHOTO_NEEDED } from '../contract/codes.ts'
import { examsTables } from './db.ts'
import { deletePhoto } from './photos.ts'
import { examsOn } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], stranger: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build } = examsOn(platform, () => roles.owner)
let helper: BuiltMember

beforeAll(async () => {
  const { companyId, organizationId } = roles.owner
  helper = await buildMember(platform.db, { companyId, organizationId, fullName: '何助理' })
})

const dayMs = 86_400_000
const asking = { photoCheck: { consent: '照片只用于核对身份。', keepDays: 3 } }
const picture = ({ id: ownerId, companyId }: BuiltMember, contentType = 'image/jpeg') =>
  buildFile(platform.db, { companyId, ownerId, kind: 'image', audience: 'owner', contentType, now: platform.now })
const pictured = async () => {
  const exam = await build({ invigilatorIds: [helper.id, roles.member.id], rules: asking })
  const { id: fileId } = await picture(roles.member)
  const { id } = await as(roles.member).startAttempt({ ...exam, body: { photo: { fileId } } })
  return { exam, fileId, params: { id } }
}

it('is needed where the exam asks for it, and is a picture of the examinee’s own', async () => {
  const exam = await build({ rules: { ...asking, attemptsMax: 0 } })
  expect(await as(roles.member).exam(exam)).toMatchObject(asking)
  const start = (photo?: object, member = roles.member) =>
    as(member).startAttempt({ ...exam, body: { ...(photo && { photo: photo as never }) } })
  expect(await refusal(start())).toMatchObject({ errorCode: PHOTO_NEEDED.code })
  const invalid = [await picture(roles.colleague), await picture(roles.member, 'text/plain')].map(({ id }) => id)
  for (const fileId of [...invalid, uuid()])
    expect(await refusal(start({ fileId }))).toMatchObject({ errorCode: PHOTO_INVALID.code })
  for (const bad of [{}, { declined: '' }, { fileId: 'x' }])
    expect(await refusal(start(bad))).toMatchObject({ errorCode: 900_001 })
  expect(await as(roles.member).exam(exam)).toMatchObject({ attemptsUsed: 0 })
  const { id: fileId } = await picture(roles.member)
  const { id } = await start({ fileId })
  // Going on asks for none.
  expect(await start()).toMatchObject({ id })
  await start({ declined: 'no-camera' }, roles.colleague)
  const { items } = await as(roles.owner).examinees({ ...exam, query: {} })
  expect(items.map(({ attempt }) => attempt?.photo)).toEqual(['declined', 'unchecked'])
  const none = await as(roles.member).startAttempt({ ...(await build()), body: {} })
  expect(await refusal(as(roles.owner).attemptPhoto({ params: { id: none.id } }))).toMatchObject({ errorCode: 900_005 })
})

it('is taken for each start: one of another start is refused, also of one that was reset', async () => {
  const { exam, params, fileId } = await pictured()
  const other = await build({ rules: { photoCheck: { ...asking.photoCheck, keepDays: 1 } } })
  const start = (one = other) => as(roles.member).startAttempt({ ...one, body: { photo: { fileId } } })
  expect(await refusal(start())).toMatchObject({ errorCode: PHOTO_INVALID.code })
  await as(helper).resetAttempt({ params, body: { reason: '断电' } })
  for (const one of [exam, other]) expect(await refusal(start(one))).toMatchObject({ errorCode: PHOTO_INVALID.code })
  const { id } = await picture(roles.member)
  await as(roles.member).startAttempt({ ...other, body: { photo: { fileId: id } } })
})

it('is seen and checked by those who watch over the exam alone', async () => {
  const { exam, params, fileId } = await pictured()
  const photo = await as(helper).attemptPhoto({ params })
  expect(photo).toMatchObject({ state: 'unchecked', declined: null, keptUntil: platform.now + 3 * dayMs })
  expect(photo.url).toContain(fileId)
  const check = (member: BuiltMember) => as(member).checkPhoto({ params, body: { verdict: 'mismatch' } })
  for (const member of [roles.colleague, roles.stranger]) {
    expect(await refusal(as(member).attemptPhoto({ params }))).toMatchObject({ errorCode: 10_138 })
    expect(await refusal(check(member))).toMatchObject({ errorCode: 10_138 })
  }
  expect(await refusal(as(roles.otherCompany).attemptPhoto({ params }))).toMatchObject({ errorCode: 900_005 })
  expect(await refusal(check(roles.otherCompany))).toMatchObject({ errorCode: 900_005 })
  expect(await refusal(check(roles.member))).toMatchObject({ errorCode: 900_012 })
  await check(helper)
  expect(await as(helper).attemptPhoto({ params })).toMatchObject({ state: 'mismatch', checkedBy: '何助理' })
  const { items } = await as(helper).examinees({ ...exam, query: {} })
  expect(items).toMatchObject([{ attempt: { photo: 'mismatch' } }])
})

it('is deleted with its last day, and the check of it stays', async () => {
  const { exam, params, fileId } = await pictured()
  const db = examsTables(platform.db)
  const { keptUntil } = await as(helper).attemptPhoto({ params })
  const job = () => deletePhoto.run(platform.db, { attemptId: params.id }, { now: keptUntil } as never)
  for (const _ of [1, 2]) await job()
  expect(await fileById(platform.db, roles.member.companyId, fileId)).toBeUndefined()
  expect(await as(helper).attemptPhoto({ params })).toMatchObject({ state: 'deleted', url: null })
  const late = await refusal(as(helper).checkPhoto({ params, body: { verdict: 'match' } }))
  expect(late).toMatchObject({ errorCode: 900_005 })
  const { items } = await as(helper).examinees({ ...exam, query: {} })
  expect(items).toMatchObject([{ attempt: { photo: 'deleted' } }])
  expect(await db.selectFrom('exams.photo').select('kept_until').where('attempt_id', '=', params.id).execute()).toEqual(
    [{ kept_until: keptUntil }],
  )
})

it('compares the face where exam and company ask for it, and keeps nobody out for ever', async () => {
  const rules = { photoCheck: { ...asking.photoCheck, comparesFace: true }, attemptsMax: 0 }
  const chief = await buildMember(platform.db, { companyId: roles.owner.companyId, roles: ['super-admin'] })
  const open = (switchOpen: '0' | '1') =>
    platform.client(settings, chief).changeRule({ params: { key: 'FACE_CONFIG' }, body: { value: { switchOpen } } })
  const { member } = roles
  const start = async (fileId: string) =>
    as(member).startAttempt({ ...(await build({ rules })), body: { photo: { fileId } } })
  const taken = async () => (await picture(member)).id
  const stateOf = async (id: string) => as(roles.owner).attemptPhoto({ params: { id } })
  const compared = (fileId: string, outcome: 'same' | 'other' | 'busy', at = platform.now) =>
    buildComparison(platform.db, member, { fileId, outcome, at })
  // The company has not opened it, or the examinee keeps no picture: the staff look, as without it.
  expect(await stateOf((await start(await taken())).id)).toMatchObject({ state: 'unchecked' })
  await open('1')
  expect(await stateOf((await start(await taken())).id)).toMatchObject({ state: 'unchecked' })
  await buildFace(platform.db, member, platform.now)
  await proves('IDENTITY-099', async () => {
    const never = await taken()
    expect(await refusal(start(never))).toMatchObject({ errorCode: FACE_NEEDED.code })
    await compared(never, 'same', platform.now - 16 * 60_000)
    expect(await refusal(start(never))).toMatchObject({ errorCode: FACE_NEEDED.code })
    await compared(never, 'same')
    const { id } = await start(never)
    expect(await stateOf(id)).toMatchObject({ state: 'match', checkedBy: null })
    const wrong = await taken()
    await compared(wrong, 'other')
    expect(await refusal(start(wrong))).toMatchObject({ errorCode: FACE_FAILED.code, data: { count: 2 } })
    await compared(wrong, 'other')
    expect(await refusal(start(wrong))).toMatchObject({ errorCode: FACE_FAILED.code, data: { count: 1 } })
    await compared(wrong, 'other')
    expect(await stateOf((await start(wrong)).id)).toMatchObject({ state: 'unchecked' })
    const busy = await taken()
    await compared(busy, 'busy')
    expect(await stateOf((await start(busy)).id)).toMatchObject({ state: 'unchecked' })
  })
  // Somebody else's comparison says nothing of the own picture.
  const own = await taken()
  await buildComparison(platform.db, roles.colleague, { fileId: own, outcome: 'same', at: platform.now })
  expect(await refusal(start(own))).toMatchObject({ errorCode: FACE_NEEDED.code })
  await open('0')
  await start(own)
})
