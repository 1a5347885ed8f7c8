/** A crowd enrolls at one moment. `CROWD=1000` is the crowd of the long tests: 100 places, and the rest waits. */
import { expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { classesOn } from './classes-on.fixture.ts'

const crowd = Number(process.env.CROWD ?? 60)
const platform = testPlatform({ poolSize: 12 })
const roles = testRoles(platform, { owner: ['class-teacher'] })
const { as, build, enroll } = classesOn(platform, () => roles.owner)

it('[TRAINING-031] of a crowd at one moment as many are enrolled as there are places, whatever their quotas', {
  timeout: 60_000 + crowd * 100,
}, async () => {
  const places = crowd / 10
  const quota = places / 2
  const { companyId, organizationId } = roles
  const members: BuiltMember[] = []
  for (let at = 0; at < crowd; at++) {
    const home = at % 2 === 0 ? organizationId : companyId
    members.push(await buildMember(platform.db, { companyId, organizationId: home }))
  }
  const one = await build({ capacity: places, quotas: [{ organizationId, places: quota }] })
  const answers = await Promise.all(members.map((member) => enroll(member, one)))
  const enrolled = answers.filter(({ state }) => state === 'enrolled').length
  expect(enrolled).toBe(places)
  expect(answers.filter(({ state }) => state === 'waiting')).toHaveLength(crowd - places)
  const figures = await as(roles.owner).rosterFigures(one)
  expect(figures).toMatchObject({ placesTaken: places, enrolled: places, waiting: crowd - places })
  expect(figures.quotas[0]?.taken).toBeLessThanOrEqual(quota)
})
