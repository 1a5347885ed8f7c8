/** What every kind of submissions has in common, on a kind of its own: drills, which one coach reviews. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#kit/contract.ts'
import { type ErrorCode, NOT_FOUND, refuse } from '#kit/errors.ts'
import { Body, Id, OptionalText } from '#kit/schema.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { serverModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { personalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { submissions } from '../contract.ts'
import { submissionsTables } from './db.ts'
import { type SubmissionKind, submissionKind } from './kinds.ts'
import { acceptWaiting, purgeSubmissions, submit } from './submissions.ts'

const CLOSED: ErrorCode = { code: 990001, status: 422 }
const WAITS: ErrorCode = { code: 990002, status: 422 }

/** What the kind of the tests knows: subjects are the companies themselves, because they have ids and names. */
const drill = { coachId: '', isOpen: true, submitted: 0, decisions: [] as string[] }

const drills: SubmissionKind<{ title: string }, object> = {
  key: 'drill',
  label: { cn: '演练', en: 'Drills' },
  businessType: 1,
  reviewLink: '/drills?of=',
  memberLinkSql: sql<string>`'/drills/' || s.part_id`,
  isOpenSql: () => sql<boolean>`${drill.isOpen}::boolean`,
  subjects: sql`identity.organization`,
  isPresentSql: sql`true`,
  reviewsSql: ({ memberId }) => sql`${memberId === drill.coachId}::boolean`,
  refusals: { waiting: WAITS, file: NOT_FOUND },
  async assertOpen() {
    if (!drill.isOpen) throw refuse(CLOSED)
    return { title: '灭火演练' }
  },
  async submitted() {
    drill.submitted += 1
    return {}
  },
  async decided(_db, { id }, { isAccepted, opinion }) {
    drill.decisions.push(`${id} ${isAccepted} ${opinion}`)
  },
}

const drillCalls = contract({
  submitDrill: {
    method: 'POST',
    path: '/drills/{id}/submissions',
    summary: 'Hand in',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    body: Body({ text: OptionalText(5000), fileIds: Type.Array(Id) }),
    response: Type.Object({ id: Id }),
    errors: [CLOSED, WAITS, NOT_FOUND],
  },
})

const drillModule = serverModule({
  name: 'drills',
  contract: drillCalls,
  routes: {
    async submitDrill(db, { params, body }, context) {
      const part = { subjectId: companyId, partId: params.id }
      const { id } = await submit(db as never, drills, part, { ...body, textField: 'text' }, context)
      return { id }
    },
  },
  extensions: [submissionKind(drills)],
})

const platform = testPlatform({ poolSize: 8, modules: [...serverModules, drillModule] })
let companyId = ''
let learner: BuiltMember
let coach: BuiltMember
let colleague: BuiltMember
let partId = ''

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  learner = await buildMember(platform.db, { companyId })
  coach = await buildMember(platform.db, { companyId })
  colleague = await buildMember(platform.db, { companyId })
  drill.coachId = coach.id
})
beforeEach(() => {
  partId = uuid()
})

const handIn = (text: string, fileIds: string[] = [], member = learner) =>
  platform.client(drillCalls, member).submitDrill({ params: { id: partId }, body: { text, fileIds } })
const decide = (id: string, accepted: boolean, opinion = '', member = coach) =>
  platform.client(submissions, member).decideSubmission({ params: { id }, body: { accepted, opinion } })
const details = (id: string, member = coach) => platform.client(submissions, member).submission({ params: { id } })
const waiting = async (member = coach) =>
  (await platform.client(submissions, member).reviews({ query: { kind: 'drill', pageSize: 100 } })).items

describe('a submission', () => {
  it('is text or own files, ten at most; an empty one and foreign files are refused', async () => {
    const files: string[] = []
    for (let count = 0; count < 11; count += 1)
      files.push((await buildFile(platform.db, { companyId, ownerId: learner.id })).id)
    const foreign = await buildFile(platform.db, { companyId, ownerId: colleague.id })
    expect((await refusal(handIn(' \n '))).errorCode).toBe(900001)
    expect((await refusal(handIn('好', [foreign.id]))).errorCode).toBe(900005)
    expect((await refusal(handIn('好', files))).errorCode).toBe(900001)
    const { id } = await handIn('', files.slice(1))
    expect((await details(id)).files.map((file) => file.id)).toEqual(files.slice(1))
    expect((await details(id)).files[0]?.url).toContain('grant=')
  })

  it('is refused while its kind says no, and while an earlier one waits; a returned one may be followed by another', async () => {
    drill.isOpen = false
    expect((await refusal(handIn('早了'))).errorCode).toBe(990001)
    drill.isOpen = true
    const first = await handIn('第一次')
    expect(await refusal(handIn('第二次'))).toMatchObject({ errorCode: 990002, data: { state: 'waiting' } })
    await decide(first.id, false, '请补充')
    platform.now += 1
    const second = await handIn('第二次')
    expect(await details(second.id)).toMatchObject({
      ...{ round: 2, title: '灭火演练', text: '第二次', state: 'waiting', canDecide: true, guide: '' },
      earlier: [{ id: first.id, round: 1, state: 'returned', opinion: '请补充', decidedBy: { id: coach.id } }],
    })
    expect(await details(second.id, learner)).toMatchObject({ canDecide: false })
    expect((await details(first.id)).earlier).toEqual([])
  })

  it('of ten at the same moment after a returned one, one waits', async () => {
    const begin = async () => decide((await handIn('第一次')).id, false, '请补充')
    // Whoever has read that nothing waits meets the others at the insert.
    const locked = () => sql`lock table submissions.submission in share mode`
    const before = drill.submitted
    expect(await race(platform, 10, (index) => handIn(`第${index}份`), { begin, locked })).toMatchObject({
      ...{ accepted: 1, refused: { 990002: 9 } },
    })
    expect(drill.submitted).toBe(before + 2)
  })

  it('with a sensitive word is refused, and so is an opinion with one', async () => {
    await buildWords(platform.db, { companyId, by: coach.id, words: ['违禁词'], now: platform.now })
    expect(await refusal(handIn('有违禁词的说明'))).toMatchObject({ errorCode: 900010 })
    const { id } = await handIn('没有问题的说明')
    expect(await refusal(decide(id, false, '违禁词'))).toMatchObject({ errorCode: 900010 })
    expect(await details(id)).toMatchObject({ state: 'waiting', opinion: '' })
  })
})

describe('a decision', () => {
  it('is made by a reviewer, once, with an opinion where it returns, and stands in the audit log', async () => {
    const { id } = await handIn('说明')
    expect((await waiting()).map((item) => item.id)).toContain(id)
    expect((await waiting(colleague)).map((item) => item.id)).not.toContain(id)
    for (const member of [colleague, learner]) {
      expect((await refusal(decide(id, true, '', member))).errorCode).toBe(900005)
    }
    expect((await refusal(details(id, colleague))).errorCode).toBe(900005)
    expect((await refusal(decide(id, false, ' '))).errorCode).toBe(900001)
    await decide(id, true, ' 很好 ')
    expect(drill.decisions).toContain(`${id} true 很好`)
    expect(await refusal(decide(id, false, '太晚'))).toMatchObject({ errorCode: 382001, data: { state: 'accepted' } })
    expect((await waiting()).map((item) => item.id)).not.toContain(id)
    const { rows } = await sql<{ actor_id: string; details: string }>`
      select actor_id, details from operations.audit_entry
      where subject_id = ${id} and action = 'submissions.decideSubmission'`.execute(platform.root)
    expect(rows).toMatchObject([{ actor_id: coach.id }])
    expect(JSON.parse(rows[0]?.details ?? '{}')).toMatchObject({ after: { state: 'accepted', opinion: '很好' } })
  })

  it('is never made about one’s own submission, and the own one is not in the list', async () => {
    const { id } = await handIn('教练自己的', [], coach)
    expect((await refusal(decide(id, true))).errorCode).toBe(900005)
    expect((await waiting()).map((item) => item.id)).not.toContain(id)
    expect(await details(id)).toMatchObject({ canDecide: false })
  })

  it('of ten at the same moment one is made', async () => {
    let id = ''
    const begin = async () => {
      id = (await handIn('说明')).id
    }
    const locked = () => sql`select from submissions.submission where id = ${id} for update`
    const before = drill.decisions.length
    expect(await race(platform, 10, (index) => decide(id, index % 2 === 0, '意见'), { begin, locked })).toMatchObject({
      ...{ accepted: 1, refused: { 382001: 9 } },
    })
    expect(drill.decisions.length).toBe(before + 1)
  })

  it('follows by itself where the part is finished in another way', async () => {
    const { id } = await handIn('说明')
    const key = { kind: 'drill', subjectId: companyId, partId, memberId: learner.id }
    await acceptWaiting(platform.db, key, { decidedBy: coach.id, now: platform.now })
    expect(await details(id)).toMatchObject({ state: 'accepted', decidedBy: { id: coach.id } })
  })

  it('is asked about no kind and no submission that is not there', async () => {
    const unknown = platform.client(submissions, coach).reviews({ query: { kind: 'nothing' } })
    expect((await refusal(unknown)).errorCode).toBe(900005)
    expect((await refusal(details(uuid()))).errorCode).toBe(900005)
    expect((await refusal(decide(uuid(), true))).errorCode).toBe(900005)
  })
})

describe('the rows', () => {
  it('are handed out to their member and their reviewer, and erased with the member', async () => {
    const member = await buildMember(platform.db, { companyId })
    const { id } = await handIn('说明', [], member)
    await decide(id, false, '请补充')
    const part = personalData.all().find((one) => one.module === 'submissions')
    const rowsOf = async (memberId: string, name: string) =>
      (await part?.collect(platform.db, { companyId, memberId, now: platform.now }))?.find((one) => one.name === name)
        ?.rows
    const expected = { title: '灭火演练', state: 'returned', opinion: '请补充' }
    expect(await rowsOf(member.id, 'drill-submissions')).toMatchObject([{ ...expected, content: '说明' }])
    expect(await rowsOf(coach.id, 'drill-decisions')).toContainEqual(expect.objectContaining(expected))
    for (let count = 0; count < 2; count += 1)
      await part?.erase(platform.db, { companyId, memberId: member.id, now: platform.now })
    expect(await rowsOf(member.id, 'drill-submissions')).toEqual([])
    expect((await refusal(details(id))).errorCode).toBe(900005)
  })

  it('go with their subject for good', async () => {
    await handIn('说明')
    const count = async () => {
      const rows = await submissionsTables(platform.db)
        .selectFrom('submissions.submission')
        .select('id')
        .where('subject_id', '=', companyId)
        .execute()
      return rows.length
    }
    expect(await count()).toBeGreaterThan(0)
    await purgeSubmissions(platform.db, 'other', companyId)
    expect(await count()).toBeGreaterThan(0)
    await purgeSubmissions(platform.db, 'drill', companyId)
    expect(await count()).toBe(0)
  })
})
