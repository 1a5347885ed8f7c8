/** Drafts of marks over HTTP: nothing that a marker has written is lost, nobody else sees it, and it counts nowhere. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { MARKS_MISSING } from '../../contract/codes.ts'
import { type MarkedAnswer, newMarking } from '../../contract/marking.ts'
import { essay, examsOn } from '../taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], stranger: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, sit } = examsOn(platform, () => roles.owner)
const said = { kind: 'short-answer', text: '先报警，再疏散。' } as const
let marker: BuiltMember
let colleague: BuiltMember
let learner: BuiltMember
let other: BuiltMember

beforeAll(async () => {
  const { companyId, organizationId } = roles.owner
  const member = () => buildMember(platform.db, { companyId, organizationId })
  ;[marker, colleague, learner, other] = [await member(), await member(), await member(), await member()]
})

async function waiting({ settings = {}, sitting = [learner] } = {}) {
  const exam = await build({ graderIds: [marker.id, colleague.id] }, [essay])
  await as(roles.owner).changeMarkingSettings({ ...exam, body: { ...newMarking, ...settings } })
  for (const member of sitting) await sit(member, exam, [said])
  const { items } = await as(marker).markedAnswers({ ...exam, query: {} })
  return { exam, address: { params: { id: items[0]?.attemptId ?? '', place: 1 } } }
}

type Waiting = Awaited<ReturnType<typeof waiting>>
type Draft = Omit<NonNullable<MarkedAnswer['draft']>, 'savedAt'>
const draft: Draft = { tenths: 120, levels: null, comment: '要点不全' }
const save = (member: BuiltMember | undefined, { address }: Waiting, body = draft) =>
  as(member).saveMarkDraft({ ...address, body })
const draftsFor = async (member: BuiltMember, { exam }: Waiting) =>
  (await as(member).markedAnswers({ ...exam, query: {} })).items.map((item) => item.draft)

describe('a draft of a mark', () => {
  it('is there when its marker comes back, on the desk as well, and for nobody else', async () => {
    const here = await waiting()
    expect(await draftsFor(marker, here)).toEqual([null])
    expect(await save(marker, here)).toEqual({ savedAt: platform.now })
    platform.now += 60_000
    await save(marker, here, { ...draft, comment: '要点不全，但步骤对' })
    const kept = { ...draft, comment: '要点不全，但步骤对', savedAt: platform.now }
    expect(await draftsFor(marker, here)).toEqual([kept])
    expect(await as(marker).claimAnswers({ ...here.exam, body: { count: 1 } })).toMatchObject([{ draft: kept }])
    expect(await draftsFor(colleague, here)).toEqual([null])
    expect(await draftsFor(roles.owner, here)).toEqual([null])
  })

  it('counts nowhere: the answer waits, and its paper cannot be finished', async () => {
    const here = await waiting()
    await save(marker, here)
    expect((await as(marker).markedAnswers({ ...here.exam, query: {} })).items).toMatchObject([
      { standing: 'open', earnedTenths: null, comment: '' },
    ])
    expect(await as(marker).markedQuestions(here.exam)).toMatchObject([{ marked: 0, total: 1 }])
    expect(await refusal(as(marker).finishMarking({ params: { id: here.address.params.id } }))).toMatchObject({
      errorCode: MARKS_MISSING.code,
    })
  })

  it('keeps a rubric of which not every criterion is decided', async () => {
    const here = await waiting()
    const body = { tenths: null, levels: [1, -1], comment: '' }
    await save(marker, here, body)
    expect(await draftsFor(marker, here)).toEqual([{ ...body, savedAt: platform.now }])
  })

  it('is gone once the mark is given, by itself or together with others, and once it is empty', async () => {
    const here = await waiting()
    await save(marker, here)
    await save(colleague, here, { ...draft, tenths: 10 })
    await as(marker).markAnswer({ ...here.address, body: { tenths: 130, comment: '' } })
    expect(await draftsFor(marker, here)).toEqual([null])
    expect(await draftsFor(colleague, here)).toMatchObject([{ tenths: 10 }])
    await save(colleague, here, { tenths: null, levels: [-1, -1], comment: ' ' })
    expect(await draftsFor(colleague, here)).toEqual([null])

    const together = await waiting({ sitting: [learner, other] })
    await save(marker, together)
    const versionId = (await as(marker).markedQuestions(together.exam))[0]?.versionId ?? ''
    const params = { ...together.exam.params, versionId }
    const [same] = (await as(marker).sameAnswers({ params, query: {} })).items
    await as(marker).markSame({ params, body: { textKey: same?.textKey ?? '', tenths: 100, comment: '' } })
    expect(await draftsFor(marker, together)).toEqual([null, null])
  })

  it('is written by the id that markers know in a blind exam, and by no other', async () => {
    const here = await waiting({ settings: { isBlind: true }, sitting: [] })
    const real = await sit(learner, here.exam, [said])
    const [item] = (await as(marker).markedAnswers({ ...here.exam, query: {} })).items
    const body = draft
    expect(await refusal(as(marker).saveMarkDraft({ params: { id: real, place: 1 }, body }))).toMatchObject({
      errorCode: 900_005,
    })
    await as(marker).saveMarkDraft({ params: { id: item?.attemptId ?? '', place: 1 }, body })
    expect(await draftsFor(marker, here)).toMatchObject([draft])
  })

  it('is refused to whoever may not mark the answer', async () => {
    const here = await waiting()
    const versionId = (await as(marker).markedQuestions(here.exam))[0]?.versionId ?? ''
    const onlyColleague = { versionId, rubric: null, allowedTenths: null, graderIds: [colleague.id] }
    const refused = await refusals([save(roles.stranger, here), save(learner, here), save(roles.otherCompany, here)])
    expect(refused.map(({ errorCode }) => errorCode)).toEqual([10_138, 10_138, 900_005])
    const nowhere = as(marker).saveMarkDraft({ params: { ...here.address.params, place: 2 }, body: draft })
    expect(await refusal(nowhere)).toMatchObject({ errorCode: 900_005 })
    await as(roles.owner).changeMarkingSettings({ ...here.exam, body: { ...newMarking, questions: [onlyColleague] } })
    expect(await refusal(save(marker, here))).toMatchObject({ errorCode: 10_138 })
    expect(await save(colleague, here)).toMatchObject({ savedAt: platform.now })
  })
})

describe('a canned comment', () => {
  it('is changed by its marker, and one for all by an editor', async () => {
    const { exam } = await waiting()
    const add = async (member: BuiltMember, isShared: boolean) =>
      (await as(member).addCannedComment({ ...exam, body: { text: '要点不全', isShared } })).id
    const [shared, own] = [await add(roles.owner, true), await add(marker, false)]
    const change = (member: BuiltMember | undefined, id: string) =>
      as(member).changeCannedComment({ params: { id }, body: { text: '  要点齐全  ' } })
    const refused = await refusals([change(colleague, own), change(marker, shared), change(roles.otherCompany, own)])
    expect(refused.map(({ errorCode }) => errorCode)).toEqual([10_138, 10_138, 900_005])
    await change(marker, own)
    expect((await as(marker).cannedComments(exam)).map(({ text }) => text)).toEqual(['要点不全', '要点齐全'])
    await change(roles.owner, shared)
    expect((await as(colleague).cannedComments(exam)).map(({ text }) => text)).toEqual(['要点齐全'])
  })
})
