/** Blind and double marking over HTTP: who sees what, whose mark counts, and that no two markers have one answer. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { ANSWER_DECIDED, ANSWER_TAKEN, LEVELS_NOT_FIT, MARK_TOO_HIGH, MARKING_SUSPENDED } from '../../contract/codes.ts'
import { claimMs, newMarking } from '../../contract/marking.ts'
import { essay, examsOn } from '../taking.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const roles = testRoles(platform, { owner: ['lecturer'], stranger: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, sit } = examsOn(platform, () => roles.owner)
const markers: BuiltMember[] = []
const learners: BuiltMember[] = []
const said = { kind: 'short-answer', text: '先报警，再疏散。' } as const

beforeAll(async () => {
  const { companyId, organizationId } = roles.owner
  for (const fullName of ['甲评', '乙评', '丙评'])
    markers.push(await buildMember(platform.db, { companyId, organizationId, fullName }))
  for (const fullName of ['考生一', '考生二', '考生三', '考生四'])
    learners.push(await buildMember(platform.db, { companyId, organizationId, fullName }))
})

const graderIds = () => markers.map(({ id }) => id)
const [first, second, third] = [0, 1, 2].map((at) => () => as(markers[at]))
const set = (exam: { params: { id: string } }, settings = {}) =>
  as(roles.owner).changeMarkingSettings({ ...exam, body: { ...newMarking, ...settings } })

async function marked(settings: object, sitting = learners.slice(0, 1)) {
  const exam = await build({ graderIds: graderIds() }, [essay])
  await set(exam, settings)
  const ids: string[] = []
  for (const member of sitting) ids.push(await sit(member, exam, [said]))
  return { exam, ids }
}

describe('a blind exam', () => {
  it('shows neither name nor the id of the attempt, nor when it was submitted', async () => {
    const { exam, ids } = await marked({ isBlind: true })
    const { items } = await as(markers[0]).markedAnswers({ ...exam, query: {} })
    expect(items).toMatchObject([{ memberName: '', submittedAt: null, standing: 'open' }])
    const text = JSON.stringify(await as(markers[0]).claimAnswers({ ...exam, body: { count: 1 } }))
    for (const secret of [ids[0] ?? '', '考生一', learners[0]?.id ?? '']) expect(text).not.toContain(secret)
    const body = { tenths: 100, comment: '' }
    const byRealId = as(markers[0]).markAnswer({ params: { id: ids[0] ?? '', place: 1 }, body })
    expect(await refusal(byRealId)).toMatchObject({ errorCode: 900_005 })
    const shown = items[0]?.attemptId ?? ''
    expect(await as(markers[0]).markAnswer({ params: { id: shown, place: 1 }, body })).toEqual({ answersLeft: 0 })
  })
})

describe('double marking', () => {
  const give = (marker: (() => ReturnType<typeof as>) | undefined, id: string | undefined, tenths: number) =>
    (marker as () => ReturnType<typeof as>)().markAnswer({
      params: { id: id ?? '', place: 1 },
      body: { tenths, comment: `给 ${tenths}` },
    })

  it('hides the first mark from the second marker, and averages two that agree', async () => {
    const { exam, ids } = await marked({ isDouble: true, allowedTenths: 20 })
    expect(await give(first, ids[0], 200)).toEqual({ answersLeft: 1 })
    const forSecond = await as(markers[1]).markedAnswers({ ...exam, query: {} })
    expect(forSecond.items).toMatchObject([{ standing: 'open', earnedTenths: null, comment: '', others: [] }])
    expect(JSON.stringify(forSecond)).not.toContain('给 200')
    const averages = async () => (await as(markers[1]).markingProgress(exam)).map((one) => one.averageShare)
    expect(await averages()).toEqual([null, null, null])
    expect(await give(second, ids[0], 215)).toEqual({ answersLeft: 0 })
    expect((await averages()).toSorted()).toEqual([6667, 7167, null])
    const decided = await as(markers[2]).markedAnswers({ ...exam, query: {} })
    expect(decided.items).toMatchObject([{ standing: 'decided', earnedTenths: 208 }])
    expect(await refusal(give(third, ids[0], 10))).toMatchObject({ errorCode: ANSWER_DECIDED.code })
  })

  it.each([
    [200, 220, 0],
    [200, 221, 1],
  ])('%i and %i leave %i answers open with 2 points allowed', async (one, other, left) => {
    const { ids } = await marked({ isDouble: true, allowedTenths: 20 })
    await give(first, ids[0], one)
    expect(await give(second, ids[0], other)).toEqual({ answersLeft: left })
  })

  it('lets a third marker decide who sees both marks; the two of before do not see them', async () => {
    const { exam, ids } = await marked({ isDouble: true, allowedTenths: 10 })
    await give(first, ids[0], 100)
    await give(second, ids[0], 300)
    const seenBy = async (at: number) => (await as(markers[at]).markedAnswers({ ...exam, query: {} })).items[0]
    expect(await seenBy(0)).toMatchObject({ standing: 'given', earnedTenths: 100, others: [] })
    expect(await seenBy(2)).toMatchObject({ standing: 'to-decide', others: [{ tenths: 100 }, { tenths: 300 }] })
    expect(await as(markers[2]).markedQuestions(exam)).toMatchObject([{ disputed: 1 }])
    expect(await give(third, ids[0], 250)).toEqual({ answersLeft: 0 })
    expect(await refusal(give(first, ids[0], 300))).toMatchObject({ errorCode: ANSWER_DECIDED.code })
    expect(await as(roles.owner).finishAllMarking(exam)).toEqual({ finished: 1, left: 0 })
    expect(await as(learners[0]).attemptOutcome({ params: { id: ids[0] ?? '' } })).toMatchObject({ scoreTenths: 250 })
    const progress = await as(roles.owner).markingProgress(exam)
    expect(progress.map(({ marked }) => marked)).toEqual([1, 1, 1])
    expect(progress.find(({ member }) => member.id === markers[1]?.id)).toMatchObject({ averageShare: 10_000 })
  })
})

describe('claims', () => {
  it('give each of several markers who ask at once other answers', async () => {
    const { exam } = await marked({}, learners)
    const taken = await Promise.all(markers.map((marker) => as(marker).claimAnswers({ ...exam, body: { count: 2 } })))
    const ids = taken.flat().map(({ attemptId }) => attemptId)
    expect(new Set(ids).size).toBe(4)
    expect(ids).toHaveLength(4)
  })

  it('keep others away for fifteen minutes, come back after a reload, and can be put back', async () => {
    const { exam, ids } = await marked({})
    const [claimed] = await as(markers[0]).claimAnswers({ ...exam, body: { count: 1 } })
    expect(claimed).toMatchObject({ attemptId: ids[0] })
    const mark = (marker: BuiltMember | undefined) =>
      as(marker).markAnswer({ params: { id: ids[0] ?? '', place: 1 }, body: { tenths: 10, comment: '' } })
    const until = platform.now + claimMs
    expect(await refusal(mark(markers[1]))).toMatchObject({ errorCode: ANSWER_TAKEN.code, data: { until } })
    expect(await as(markers[0]).claimAnswers({ ...exam, body: { count: 1 } })).toHaveLength(1)
    platform.now += claimMs + 1
    expect(await as(markers[1]).claimAnswers({ ...exam, body: { count: 1 } })).toHaveLength(1)
    await as(markers[1]).releaseClaims(exam)
    expect(await mark(markers[2])).toEqual({ answersLeft: 0 })
  })
})

describe('the rules of a question', () => {
  const rubric = [
    {
      title: '步骤',
      levels: [
        { title: '缺', tenths: 0 },
        { title: '全', tenths: 200 },
      ],
    },
    {
      title: '用语',
      levels: [
        { title: '差', tenths: 0 },
        { title: '好', tenths: 100 },
      ],
    },
  ]
  const question = { rubric: null, allowedTenths: null, graderIds: [] }

  it('are a rubric whose levels add up, and graders of its own', async () => {
    const { exam, ids } = await marked({})
    const versionId = (await as(roles.owner).markedQuestions(exam))[0]?.versionId ?? ''
    await set(exam, { questions: [{ ...question, versionId, rubric, graderIds: [markers[1]?.id] }] })
    const mark = (marker: BuiltMember | undefined, tenths: number, levels: number[]) =>
      as(marker).markAnswer({ params: { id: ids[0] ?? '', place: 1 }, body: { tenths, levels, comment: '' } })
    expect(await as(markers[0]).markedQuestions(exam)).toEqual([])
    expect(await refusal(mark(markers[0], 200, [1, 0]))).toMatchObject({ errorCode: 10_138 })
    const wrong = await refusals([
      mark(markers[1], 200, [1]),
      mark(markers[1], 201, [1, 0]),
      mark(markers[1], 0, [2, 0]),
    ])
    expect(wrong.map(({ errorCode }) => errorCode)).toEqual(Array(3).fill(LEVELS_NOT_FIT.code))
    await mark(markers[1], 200, [1, 0])
    const { items } = await as(markers[1]).markedAnswers({ ...exam, query: {} })
    expect(items).toMatchObject([{ earnedTenths: 200, levels: [1, 0], standing: 'decided' }])
    const settings = await as(roles.owner).markingSettings(exam)
    expect(settings.questions).toMatchObject([{ versionId, rubric }])
  })

  it('may suspend the marking, which only editors do', async () => {
    const { exam, ids } = await marked({ isSuspended: true })
    const mark = as(markers[0]).markAnswer({ params: { id: ids[0] ?? '', place: 1 }, body: { tenths: 1, comment: '' } })
    const refused = await refusals([
      mark,
      as(markers[0]).claimAnswers({ ...exam, body: { count: 1 } }),
      as(markers[0]).finishMarking({ params: { id: ids[0] ?? '' } }),
    ])
    expect(refused.map(({ errorCode }) => errorCode)).toEqual(Array(3).fill(MARKING_SUSPENDED.code))
    const body = { ...newMarking }
    const editing = await refusals([
      as(markers[0]).changeMarkingSettings({ ...exam, body }),
      as(markers[0]).markingSettings(exam),
      as(markers[0]).finishAllMarking(exam),
      as(roles.otherCompany).changeMarkingSettings({ ...exam, body }),
    ])
    expect(editing.map(({ errorCode }) => errorCode)).toEqual([10_138, 10_138, 10_138, 900_005])
  })
})

describe('answers that say the same', () => {
  it('are marked at once, without those on the desks of others', async () => {
    const exam = await build({ graderIds: graderIds() }, [essay])
    const texts = ['先报警，再疏散。', ' 先报警,再疏散 ', '先报警，再疏散', '不知道']
    for (const [at, text] of texts.entries())
      await sit(learners[at] as BuiltMember, exam, [{ kind: 'short-answer', text }])
    const versionId = (await as(markers[0]).markedQuestions(exam))[0]?.versionId ?? ''
    const params = { ...exam.params, versionId }
    const groups = await as(markers[0]).sameAnswers({ params, query: {} })
    expect(groups).toMatchObject({ recordCount: 1, items: [{ count: 3, open: 3 }] })
    const textKey = groups.items[0]?.textKey ?? ''
    expect(await as(markers[0]).markSame({ params, body: { textKey, tenths: 120, comment: '好' } })).toEqual({
      marked: 3,
    })
    const marks = (await as(markers[0]).markedAnswers({ ...exam, query: {} })).items.map((one) => one.earnedTenths)
    expect(marks).toEqual([null, 120, 120, 120])
    expect(await as(markers[0]).markSame({ params, body: { textKey, tenths: 1, comment: '' } })).toEqual({ marked: 0 })
  })
})

describe('canned comments', () => {
  it('belong to all graders or to one', async () => {
    const { exam } = await marked({})
    const add = (member: BuiltMember | undefined, isShared: boolean) =>
      as(member).addCannedComment({ ...exam, body: { text: '要点不全', isShared } })
    expect(await refusal(add(markers[0], true))).toMatchObject({ errorCode: 10_138 })
    const shared = await add(roles.owner, true)
    const own = await add(markers[0], false)
    const seen = async (member: BuiltMember | undefined) => (await as(member).cannedComments(exam)).map(({ id }) => id)
    expect([await seen(markers[0]), await seen(markers[1])]).toEqual([[shared.id, own.id], [shared.id]])
    const remove = (member: BuiltMember | undefined, id: string) => as(member).removeCannedComment({ params: { id } })
    const refused = await refusals([
      remove(markers[1], own.id),
      remove(markers[1], shared.id),
      remove(roles.otherCompany, own.id),
    ])
    expect(refused.map(({ errorCode }) => errorCode)).toEqual([10_138, 10_138, 900_005])
    await remove(markers[0], own.id)
    expect(await seen(markers[0])).toEqual([shared.id])
  })
})

describe('the desk of a marker', () => {
  it('is that of a grader of the exam, and takes marks that fit while marking goes on', async () => {
    const { exam } = await marked({}, learners.slice(0, 3))
    const versionId = (await as(markers[0]).markedQuestions(exam))[0]?.versionId ?? ''
    const params = { ...exam.params, versionId }
    const textKey = (await as(markers[0]).sameAnswers({ params, query: {} })).items[0]?.textKey ?? ''
    const same = (member: BuiltMember | undefined, body = {}, at = params) =>
      as(member).markSame({ params: at, body: { textKey, tenths: 10, comment: '', ...body } })
    const outside = as(roles.stranger)
    const refused = await refusals([
      outside.claimAnswers({ ...exam, body: { count: 1 } }),
      outside.releaseClaims(exam),
      outside.sameAnswers({ params, query: {} }),
      outside.markingProgress(exam),
      outside.cannedComments(exam),
      same(roles.stranger),
    ])
    expect(new Set(refused.map(({ errorCode }) => errorCode))).toEqual(new Set([10_138]))
    expect(await refusal(same(roles.otherCompany))).toMatchObject({ errorCode: 900_005 })
    expect(await refusal(same(markers[0], { tenths: 301 }))).toMatchObject({ errorCode: MARK_TOO_HIGH.code })
    expect(await refusal(same(markers[0], { levels: [0] }))).toMatchObject({ errorCode: LEVELS_NOT_FIT.code })
    await set(exam, { isSuspended: true })
    expect(await refusal(same(markers[0]))).toMatchObject({ errorCode: MARKING_SUSPENDED.code })
  })
})
