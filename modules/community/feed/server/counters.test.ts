/** Counters agree with their tables, whatever members do at one moment, and after one of them is erased. */
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { ask } from '#modules/community/ask/contract.ts'
import { buildAnswer, buildQuestion } from '#modules/community/ask/server/ask.fixture.ts'
import { columns } from '#modules/community/columns/contract.ts'
import { community } from '#modules/community/community/contract.ts'
import { buildAccount, buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { contentBusinessType, contents } from '#modules/community/contents/contract.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { following } from '#modules/community/following/contract.ts'
import { sharing } from '#modules/community/sharing/contract.ts'
import { moderation } from '#modules/content/moderation/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { personalData } from '#server/personal-data.ts'
import { testPlatform } from '#test/harness.ts'
import { outcomeOf } from '#test/outcomes.ts'

const platform = testPlatform({ poolSize: 8 })
const rounds = 12
const atOnce = 8

/** Each counter as a table of what is wrong: what it says, and what its rows say. */
const counters: Readonly<Record<string, RawBuilder<unknown>>> = {
  likes: sql`select c.id, c.like_count as said, (select count(*) from contents.liking l where l.content_id = c.id) as found
    from contents.content c`,
  reads: sql`select c.id, c.read_count as said,
    (select count(*) from contents.reading r where r.content_id = c.id and r.is_counted) as found from contents.content c`,
  follows: sql`select f.business_id as id, f.follower_count as said, (select count(*) from following.follow w
    where w.business_id = f.business_id and w.business_type = f.business_type and w.company_id = f.company_id) as found
    from following.followed f`,
  'follows without a counter': sql`select w.business_id as id, 0 as said, count(*) as found from following.follow w
    where not exists (select from following.followed f where f.business_id = w.business_id) group by 1`,
  comments: sql`select f.business_id as id, f.comment_count as said, (select count(*) from topics.comment c
    where c.business_id = f.business_id and c.business_type = f.business_type and c.removed is null) as found
    from topics.item_figures f`,
  collects: sql`select f.business_id as id, f.collect_count as said, (select count(*) from topics.collected k
    where k.business_id = f.business_id and k.business_type = f.business_type) as found from topics.item_figures f`,
  'likes of comments': sql`select c.id, c.like_count as said,
    (select count(*) from topics.comment_like l where l.comment_id = c.id) as found from topics.comment c`,
  replies: sql`select c.id, c.reply_count as said,
    (select count(*) from topics.comment r where r.parent_id = c.id and r.removed is null) as found from topics.comment c`,
  answers: sql`select q.id, q.answer_count as said,
    (select count(*) from ask.answer a where a.question_id = q.id and a.removed_at is null) as found from ask.question q`,
  'votes on questions': sql`select q.id, q.score as said,
    (select coalesce(sum(v.value), 0) from ask.vote v where v.subject_id = q.id) as found from ask.question q`,
  'votes on answers': sql`select a.id, a.score as said,
    (select coalesce(sum(v.value), 0) from ask.vote v where v.subject_id = a.id) as found from ask.answer a`,
  subscribers: sql`select c.id, c.subscriber_count as said,
    (select count(*) from columns.subscription s where s.column_id = c.id) as found from columns.special_column c`,
  'members of circles': sql`select c.id, c.member_count as said,
    (select count(*) from community.circle_member m where m.circle_id = c.id) as found from community.circle c`,
  'shares of circles': sql`select c.id, c.share_count as said,
    (select count(*) from community.circle_share s where s.circle_id = c.id) as found from community.circle c`,
  reports: sql`select k.id, k.report_count as said,
    (select count(*) from moderation.report r where r.case_id = k.id) as found from moderation.content_case k`,
  topics: sql`select t.id, t.use_count as said,
    (select count(*) from topics.item_topic i where i.topic_id = t.id) as found from topics.topic t`,
}

async function expectRight(): Promise<void> {
  await platform.runJobs()
  for (const [name, rows] of Object.entries(counters)) {
    const { rows: wrong } =
      await sql`select '${sql.raw(name)}' as counter, id, said::int, found::int from (${rows}) as compared
      where said::int <> found::int`.execute(platform.root)
    expect(wrong).toEqual([])
  }
}

let companyId: string
let chief: BuiltMember
let members: BuiltMember[]

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  members = []
  for (let count = 0; count < 5; count += 1) members.push(await buildMember(platform.db, { companyId }))
})

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T
const flip = () => Math.random() < 0.5

/** The rows that everybody acts on: few, so that the calls meet. */
async function buildScene() {
  const now = platform.now
  const accountId = await buildAccount(platform.db, { companyId, memberIds: [chief.id], now })
  const content = { companyId, accountId, authorId: chief.id, now }
  const contentIds = [await buildContent(platform.db, content), await buildContent(platform.db, content)]
  const questionIds: string[] = []
  for (const author of [chief, members[0] as BuiltMember])
    questionIds.push(await buildQuestion(platform.db, { companyId, authorId: author.id, now }))
  const question = { companyId, questionId: questionIds[0] as string, now }
  const answerIds = [await buildAnswer(platform.db, { ...question, authorId: (members[1] as BuiltMember).id })]
  const circleId = await buildCircle(platform.db, { companyId, ownerId: chief.id, name: '圈子', now })
  const column = { comeEnjoyId: accountId, title: '专栏', introduce: '' }
  const { id: columnId } = await platform.client(columns, chief).createColumn({ body: column })
  const talk = platform.client(topics, chief)
  const commentIds: string[] = []
  for (const businessId of contentIds)
    commentIds.push(
      (await talk.addComment({ body: { businessType: contentBusinessType, businessId, content: '一' } })).id,
    )
  return { accountId, contentIds, questionIds, answerIds, circleId, columnId, commentIds }
}

it('counters agree with their tables after random calls at one moment, and after an erasure', async () => {
  const { accountId, contentIds, questionIds, answerIds, circleId, columnId, commentIds } = await buildScene()
  const content = () => ({ businessType: contentBusinessType, businessId: pick(contentIds) })
  type Act = (by: BuiltMember) => Promise<unknown>
  const acts: readonly Act[] = [
    (by) => platform.client(contents, by).like({ body: { businessId: pick(contentIds), liked: flip() } }),
    (by) => platform.client(contents, by).read({ body: { businessId: pick(contentIds) } }),
    (by) => platform.client(topics, by).collect({ body: content() }),
    (by) => platform.client(topics, by).likeComment({ params: { id: pick(commentIds) } }),
    (by) => platform.client(topics, by).unlikeComment({ params: { id: pick(commentIds) } }),
    (by) =>
      platform
        .client(following, by)
        .attention({ body: { businessType: 15, businessId: accountId, following: flip() } }),
    (by) => platform.client(following, by).attention({ body: { ...content(), following: flip() } }),
    (by) => platform.client(columns, by).subscribe({ body: { id: columnId, subscribed: flip() } }),
    (by) => platform.client(community, by).joinCircle({ body: { circleId, leave: flip() } }),
    (by) =>
      platform
        .client(ask, by)
        .voteQuestion({ params: { id: pick(questionIds) }, body: { value: pick([-1, 0, 1] as const) } }),
    (by) =>
      platform
        .client(ask, by)
        .voteAnswer({ params: { id: pick(answerIds) }, body: { value: pick([-1, 0, 1] as const) } }),
    async (by) => {
      const { id } = await platform
        .client(ask, by)
        .answerQuestion({ params: { id: pick(questionIds) }, body: { content: '<p>答</p>' } })
      answerIds.push(id)
    },
    (by) => platform.client(ask, by).deleteAnswer({ params: { id: pick(answerIds) } }),
    () => platform.client(ask, chief).removeAnswer({ params: { id: pick(answerIds) }, body: { reason: '跑题' } }),
    async (by) => {
      const { id } = await platform.client(topics, by).addComment({ body: { ...content(), content: '二' } })
      commentIds.push(id)
    },
    async (by) => {
      const { id } = await platform
        .client(topics, by)
        .addReply({ params: { id: pick(commentIds) }, body: { content: '三' } })
      commentIds.push(id)
    },
    (by) => platform.client(topics, by).removeComment({ params: { id: pick(commentIds) }, query: {} }),
    (by) => platform.client(topics, by).restoreComment({ params: { id: pick(commentIds) } }),
    () => platform.client(topics, chief).removeComment({ params: { id: pick(commentIds) }, query: { reason: '跑题' } }),
    (by) =>
      platform
        .client(moderation, by)
        .accuse({ body: { businessId: pick(commentIds), reason: '广告', reasonCode: 'spam' } }),
    async () => {
      const calls = platform.client(moderation, chief)
      const found = pick((await calls.queue({ query: {} })).items)
      const decision = { reasonCode: 'spam', note: '', warn: false, muteDays: 0 } as const
      const outcome = flip() ? ('remove' as const) : ('keep' as const)
      if (found)
        await calls.decide({ params: { id: found.id }, body: { ...decision, outcome, revision: found.revision } })
    },
    (by) =>
      platform.client(sharing, by).recordAction({
        body: { businessId: pick(contentIds), businessType: 0, itemType: 16, actionType: pick([1, 2] as const) },
      }),
    () => platform.client(columns, chief).releaseContents({ body: { id: columnId, questionIds: [pick(contentIds)] } }),
    () => platform.client(columns, chief).takeOutContent({ params: { id: columnId, questionId: pick(contentIds) } }),
    () => {
      const [addCircleIds, removeCircleIds] = flip() ? [[circleId], []] : [[], [circleId]]
      const body = { questionId: pick(contentIds), itemType: 16, addCircleIds, removeCircleIds }
      return platform.client(community, chief).shareIntoCircles({ body })
    },
  ]
  let accepted = 0
  for (let round = 0; round < rounds; round += 1) {
    await sql`delete from server.rate`.execute(platform.root)
    const outcomes = await Promise.all(Array.from({ length: atOnce * 2 }, () => outcomeOf(pick(acts)(pick(members)))))
    accepted += outcomes.filter((outcome) => outcome === 'accepted').length
    if (round % 4 === 3) await expectRight()
  }
  expect(accepted).toBeGreaterThan(rounds * atOnce * 0.5)
  await expectRight()
  const erased = members[1] as BuiltMember
  for (const owner of personalData.all())
    await inTransaction(platform.root, (within) =>
      owner.erase(within, { companyId, memberId: erased.id, now: platform.now }),
    )
  await expectRight()
})
