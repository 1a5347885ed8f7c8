/** Who may open a subject, and what others ask of it. */
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { findStudyKind } from '#modules/content/study/server.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testPeople, wayOf } from './people.fixture.ts'

const platform = testPlatform()
const people = testPeople(platform)
const { as, build, journey } = wayOf(platform, () => people)

describe('who may open a subject', () => {
  /** Each call on a subject, with the codes that it ends with. */
  const calls = (member: BuiltMember, id: string) => {
    const params = { id }
    const client = as(member)
    return [
      client.subjectDetail({ params, query: {} }),
      client.registerForSubject({ params }),
      client.abandonSubject({ params }),
      client.openContent({ params: { id, contentId: uuid() }, body: {} }),
      client.visitSubject({ params, body: {} }),
      client.countSubjectShare({ params }),
    ]
  }
  const codes = async (member: BuiltMember, id: string) => {
    const refused = await Promise.all(calls(member, id).map(refusal))
    return [...new Set(refused.map(({ errorCode }) => errorCode))]
  }

  it('a draft, one that is not there and one of another company are missing', async () => {
    expect(await codes(people.learner, (await build({ status: 'draft' })).id)).toEqual([900005])
    expect(await codes(people.learner, uuid())).toEqual([900005])
    expect(await codes(people.stranger, (await build()).id)).toEqual([900005])
  })

  it('one that is made for others is theirs', async () => {
    const { id } = await build({ visibleOrganizationIds: [people.stranger.companyId] })
    expect(await codes(people.learner, id)).toEqual([10138])
  })

  it('one that was taken down is closed, but for a look of who is registered', async () => {
    const { id } = await build({ status: 'off-shelf' })
    expect(await codes(people.learner, id)).toEqual([30207])
    const one = await journey()
    await one.open(0)
    await as(people.author).takeSubjectDown({ params: one.params })
    expect(await one.seen()).toMatchObject({ status: 'off-shelf', canStudy: false, closedBecause: 'taken-down' })
    expect(await refusal(one.open(1))).toMatchObject({ errorCode: 30207 })
    expect(await refusal(as(people.learner).countSubjectShare({ params: one.params }))).toMatchObject({
      errorCode: 30207,
    })
    const mine = await as(people.learner).mySubjects({ query: {} })
    expect(mine.items.find(({ id: known }) => known === one.id)).toMatchObject({ status: 'off-shelf' })
  })

  it('one for the other client is read here and studied there', async () => {
    const one = await journey({ publishClient: 2 })
    expect(await one.seen()).toMatchObject({ canStudy: false, closedBecause: 'other-client' })
    expect(await refusal(one.open(0))).toMatchObject({ errorCode: 380406, data: { publishClient: 2 } })
    const params = { ...one.params, contentId: one.contentIds[0] ?? '' }
    expect(await as(people.learner).openContent({ params, body: { clientType: 2 } })).toMatchObject({
      link: expect.any(String),
    })
  })
})

describe('subjects among what can be studied', () => {
  const kind = () => {
    const found = findStudyKind(2)
    if (!found) throw new Error('subjects are no kind of study')
    return found
  }

  it('are named, searched and registered for by who pushes them, and say how far members are', async () => {
    const one = await journey({ name: '推送专题', visibleOrganizationIds: [people.stranger.companyId] })
    const { db } = platform
    const [items, none] = [
      await kind().items(db, people.companyId, [one.id, uuid()]),
      await kind().items(db, uuid(), [one.id]),
    ]
    expect(items).toMatchObject([
      { id: one.id, name: '推送专题', link: `/study/subject/detail/${one.id}`, isAvailable: true },
    ])
    expect(none).toEqual([])
    // An assignment opens the subject to members outside its audience.
    expect(await refusal(one.seen())).toMatchObject({ errorCode: 10138 })
    await kind().register?.(db, people.companyId, [people.learner.id, people.colleague.id], [one.id], platform.now)
    await kind().register?.(db, people.companyId, [people.learner.id], [one.id], platform.now)
    expect(await one.seen()).toMatchObject({ learnerCount: 2, canStudy: true })
    for (const course of one.courses.slice(0, 3)) await course.finish()
    const states = await kind().states(
      db,
      people.companyId,
      [people.learner.id, people.colleague.id, people.stranger.id],
      [one.id],
    )
    expect(states.toSorted((x, y) => y.percent - x.percent)).toMatchObject([
      {
        memberId: people.learner.id,
        isRegistered: true,
        finishStatus: 2,
        isFinished: true,
        percent: 100,
        finishedAt: platform.now,
      },
      {
        memberId: people.colleague.id,
        isRegistered: true,
        finishStatus: 0,
        isStarted: false,
        isFinished: false,
        percent: 0,
      },
    ])
  })

  it('are found by who sees them', async () => {
    const seen = await build({ name: '可选专题甲' })
    await build({ name: '可选专题乙', visibleOrganizationIds: [people.stranger.companyId] })
    await build({ name: '可选专题丙', status: 'off-shelf' })
    const caller = {
      ...{
        memberId: people.learner.id,
        companyId: people.companyId,
        organizationId: people.companyId,
        sessionId: uuid(),
        roles: [],
      },
      permissions: new Map<string, readonly string[]>(),
    }
    expect((await kind().search(platform.db, caller, '可选专题', 10)).map(({ id }) => id)).toEqual([seen.id])
    const visible = await kind().visible(platform.db, caller, [seen.id, uuid()])
    expect([...visible]).toEqual([seen.id])
  })
})
