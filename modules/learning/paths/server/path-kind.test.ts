/** Learning paths as other modules meet them: as a kind of content. */
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { findStudyKind } from '#modules/content/study/server.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { businessType } from '../contract/wire.ts'
import { buildPath, buildPathLearner } from './paths.fixture.ts'

const platform = testPlatform()

const callerOf = (member: BuiltMember): Caller => ({
  ...{ memberId: member.id, companyId: member.companyId, organizationId: member.organizationId },
  ...{ sessionId: uuid(), roles: [], permissions: new Map() },
})

async function people() {
  const companyId = await buildCompany(platform.db)
  const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  return { companyId, chief, learner: await buildMember(platform.db, { companyId }) }
}

it('a path that was taken off the shelf stays visible to its members, to study as to collections', async () => {
  const { companyId, chief, learner } = await people()
  const { id } = await buildPath(platform.db, { author: chief, isOpen: true, status: 'off-shelf', chapters: [] })
  await buildPathLearner(platform.db, { member: learner, pathId: id, registeredAt: platform.now })
  const kind = findStudyKind(businessType)
  const visibleTo = async (member: BuiltMember) => [
    ...((await kind?.visible(platform.db, callerOf(member), [id, uuid()])) ?? []),
  ]
  expect(await visibleTo(learner)).toEqual([id])
  expect(await visibleTo(chief)).toEqual([])
  expect(await kind?.items(platform.db, companyId, [id])).toMatchObject([{ id, isAvailable: false }])
  const collect = (member: BuiltMember) =>
    platform.client(topics, member).collect({ body: { businessType, businessId: id } })
  await collect(learner)
  expect(await refusal(collect(chief))).toMatchObject({ errorCode: 900005 })
})

it('a search finds a path by words of its name in any order', async () => {
  const { chief, learner } = await people()
  const input = { author: chief, isOpen: true, chapters: [] }
  const { id } = await buildPath(platform.db, { ...input, name: 'Store manager, first year' })
  await buildPath(platform.db, { ...input, name: 'Store manager, second year' })
  const found = await findStudyKind(businessType)?.search(platform.db, callerOf(learner), 'FIRST manager', 10)
  expect(found?.map((item) => item.id)).toEqual([id])
})
