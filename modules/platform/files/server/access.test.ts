/** Who may open a file, and the functions by which other modules decide it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteFile, fileById, filesByIds, grantAccess, ownsFile, storeFile } from '#modules/platform/files/server.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import type { FileInfo } from '../contract.ts'
import { addressOf, buildContent, contentCalls, hourMs, videoBytes } from './content.fixture.ts'

const platform = testPlatform()
const { fetchFile, grant } = contentCalls(platform)
let lecturer: BuiltMember
let learner: BuiltMember
let stranger: BuiltMember
let video: FileInfo
let cover: FileInfo
let secret: FileInfo
let handout: FileInfo

beforeAll(async () => {
  ;({ lecturer, learner, stranger, video, cover, secret, handout } = await buildContent(platform))
})

describe('access to a file', () => {
  it('[SYSTEM-098] pictures with the audience company are open to its members only', async () => {
    const address = addressOf(cover)
    expect((await fetchFile(address, { token: learner.token })).headers['content-type']).toBe('image/png')
    expect((await fetchFile(address)).statusCode).toBe(401)
    const foreign = await fetchFile(address, { token: stranger.token })
    expect([foreign.statusCode, foreign.json()]).toMatchObject([422, { errorCode: 900005 }])
  })

  it('[SYSTEM-088] a file with the audience link is open to its owner and to temporary grants of the owning module', async () => {
    const address = addressOf(video)
    expect((await fetchFile(address, { token: lecturer.token })).rawPayload).toEqual(videoBytes)
    const refused = await fetchFile(address, { token: learner.token })
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { errorCode: 10138 }])
    const granted = await grant(video, learner)
    expect((await fetchFile(granted, { token: learner.token })).statusCode).toBe(200)
    platform.now += 61_000
    const late = await fetchFile(granted, { token: learner.token })
    platform.now -= 61_000
    expect([late.statusCode, late.json()]).toMatchObject([403, { errorCode: 10138 }])
  })

  it('[SYSTEM-088] a grant is valid only for its member and its file', async () => {
    const granted = await grant(video, learner)
    const proof = granted.split('?')[1]
    expect((await fetchFile(granted)).statusCode).toBe(401)
    const colleague = await buildMember(platform.db, { companyId: learner.companyId })
    expect((await fetchFile(granted, { token: colleague.token })).statusCode).toBe(403)
    expect((await fetchFile(granted, { token: stranger.token })).json()).toMatchObject({ errorCode: 900005 })
    expect((await fetchFile(`${addressOf(handout)}?${proof}`, { token: learner.token })).statusCode).toBe(403)
    const forged = [
      granted.replace('grant=', 'grant=z'),
      `${granted}x`,
      `${addressOf(video)}?grant=${(platform.now + hourMs).toString(36)}.AAAA`,
      `${addressOf(video)}?grant=${(platform.now + hourMs).toString(36)}.`,
      `${addressOf(video)}?grant=.`,
      `${addressOf(video)}?grant=%00`,
    ]
    for (const address of forged) {
      expect((await fetchFile(address, { token: learner.token })).statusCode, address).toBe(403)
    }
  })

  it('a file with the audience owner is closed even to grants', async () => {
    expect((await fetchFile(addressOf(secret), { token: lecturer.token })).body).toBe('草稿')
    const granted = await grant(secret, learner)
    expect((await fetchFile(granted, { token: learner.token })).statusCode).toBe(403)
  })

  it('unknown ids are not found', async () => {
    const nothing = await fetchFile('/api/v1/human/file/00000000-0000-7000-8000-000000000000', { token: learner.token })
    expect(nothing.json()).toMatchObject({ errorCode: 900005 })
    for (const id of ['..%2f..%2fetc%2fpasswd', 'x', `${video.id}x`, '%00']) {
      const answer = await fetchFile(`/api/v1/human/file/${id}`, { token: learner.token })
      expect(answer.json(), id).toMatchObject({ errorCode: 900001 })
    }
    await expect(
      grantAccess(platform.db, {
        companyId: stranger.companyId,
        fileId: video.id,
        memberId: stranger.id,
        seconds: 60,
        now: platform.now,
      }),
    ).rejects.toMatchObject({ error: { code: 900005 } })
  })

  it('a file without videoBytes in the store is not found', async () => {
    const lost = await storeFile(platform.db, platform.outside, {
      companyId: lecturer.companyId,
      ownerId: lecturer.id,
      kind: 'document',
      name: 'lost.txt',
      content: Buffer.from('lost'),
      now: platform.now,
    })
    await platform.outside.storage.delete(lost.id)
    expect((await fetchFile(addressOf(lost), { token: lecturer.token })).json()).toMatchObject({ errorCode: 900005 })
  })
})

describe('a grant', () => {
  it('ends when its member loses a role or comes to another organization, and not when it gains one', async () => {
    const { companyId } = lecturer
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const departmentId = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const member = await buildMember(platform.db, { companyId, organizationId: departmentId })
    const calls = platform.client(identity, chief)
    const ask = async (address: string) => (await fetchFile(address, { token: member.token })).statusCode
    const before = await grant(video, member)
    const given = { memberId: member.id, role: 'lecturer', organizationId: companyId } as const
    const { id } = await calls.grantRole({ body: given })
    expect(await ask(before)).toBe(200)
    await calls.enableGrant({ params: { id }, body: { enabled: false } })
    expect(await ask(before)).toBe(403)
    const next = await grant(video, member)
    expect(await ask(next)).toBe(200)
    await calls.changeMembers({ body: { memberIds: [member.id], organizationId: companyId } })
    expect(await ask(next)).toBe(403)
    await calls.enableGrant({ params: { id }, body: { enabled: true } })
    const third = await grant(video, member)
    await calls.changePermission({ body: { role: 'lecturer', permission: 'course.author', allowed: false } })
    expect(await ask(third)).toBe(403)
  })
})

describe('functions for other modules', () => {
  it('finds files of the company by their ids', async () => {
    const { companyId } = lecturer
    expect(await fileById(platform.db, companyId, video.id)).toEqual(video)
    expect(await fileById(platform.db, stranger.companyId, video.id)).toBeUndefined()
    const found = await filesByIds(platform.db, companyId, [video.id, cover.id, stranger.id])
    expect([...found.keys()].sort()).toEqual([video.id, cover.id].sort())
    expect(await ownsFile(platform.db, { companyId, memberId: lecturer.id }, video.id)).toBe(true)
    expect(await ownsFile(platform.db, { companyId, memberId: learner.id }, video.id)).toBe(false)
  })

  it('delete a file: the row at once, the videoBytes in a job', async () => {
    const { companyId } = lecturer
    const file = await storeFile(platform.db, platform.outside, {
      companyId,
      ownerId: lecturer.id,
      kind: 'document',
      name: 'a.txt',
      content: Buffer.from('bye'),
      now: platform.now,
    })
    await deleteFile(platform.db, stranger.companyId, file.id)
    expect(await fileById(platform.db, companyId, file.id)).toEqual(file)
    await deleteFile(platform.db, companyId, file.id)
    await deleteFile(platform.db, companyId, file.id)
    expect(await fileById(platform.db, companyId, file.id)).toBeUndefined()
    expect(await platform.outside.storage.stat(file.id)).toBeDefined()
    await platform.runJobs()
    expect(await platform.outside.storage.stat(file.id)).toBeUndefined()
  })
})
