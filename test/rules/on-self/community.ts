/** Calls about a row of a member, on own rows of the caller: their questions, accounts, comments and proofs. */
import { NOT_FOR_ONESELF, NOT_FOUND } from '#kit/errors.ts'
import { ask } from '#modules/community/ask/contract.ts'
import { buildAnswer, buildQuestion } from '#modules/community/ask/server/ask.fixture.ts'
import { community } from '#modules/community/community/contract.ts'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { moderation } from '#modules/content/moderation/contract.ts'
import { submissions } from '#modules/content/submissions/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal } from '#test/harness.ts'
import { type OwnRows, refused, type Self } from './self.ts'

export function communityRows(self: Self): OwnRows {
  /** A comment on a course; its id. */
  async function commentBy(member: BuiltMember): Promise<string> {
    const course = await buildCourse(self.platform.db, { author: self.other, now: self.platform.now })
    const item = { businessType: 1, businessId: course.id }
    return (await self.platform.client(topics, member).addComment({ body: { ...item, content: '加微信' } })).id
  }

  /** The case that the member's report has opened. */
  async function reportedBy(member: BuiltMember, businessId: string) {
    const calls = self.platform.client(moderation, member)
    await calls.accuse({ body: { businessId, reason: '广告', reasonCode: 'spam' } })
    const found = (await calls.queue({ query: { pageSize: 50 } })).items.find((row) => row.businessId === businessId)
    if (!found) throw new Error('a report has a case')
    return found
  }

  const removeCase = (by: BuiltMember, { id, revision }: { id: string; revision: number }) =>
    self.platform.client(moderation, by).decide({
      params: { id },
      body: { revision, outcome: 'remove', reasonCode: 'spam', note: '', warn: false, muteDays: 0 },
    })

  return {
    async 'ask.removeQuestion'() {
      const id = await buildQuestion(self.platform.db, {
        companyId: self.companyId,
        authorId: self.chief.id,
        now: self.platform.now,
      })
      const remove = self.platform.client(ask, self.chief).removeQuestion({ params: { id }, body: { reason: '试试' } })
      return refused(remove)
    },
    async 'ask.removeAnswer'() {
      const questionId = await buildQuestion(self.platform.db, {
        companyId: self.companyId,
        authorId: self.other.id,
        now: self.platform.now,
      })
      const id = await buildAnswer(self.platform.db, {
        companyId: self.companyId,
        questionId,
        authorId: self.chief.id,
        now: self.platform.now,
      })
      const remove = self.platform.client(ask, self.chief).removeAnswer({ params: { id }, body: { reason: '试试' } })
      return refused(remove)
    },
    async 'community.activateAccount'() {
      const id = await buildAccount(self.platform.db, {
        companyId: self.companyId,
        enjoyType: 0,
        name: '自己的账户',
        memberIds: [self.chief.id],
      })
      const activate = self.platform.client(community, self.chief).activateAccount({ params: { id } })
      return refused(activate)
    },
    async 'community.freezeAccount'() {
      const id = await buildAccount(self.platform.db, {
        companyId: self.companyId,
        name: '自己的团队',
        memberIds: [self.chief.id],
      })
      const freeze = self.platform
        .client(community, self.chief)
        .freezeAccount({ params: { id }, body: { reason: '试试' } })
      return refused(freeze)
    },
    async 'moderation.accuse'() {
      const businessId = await commentBy(self.chief)
      const accuse = self.platform
        .client(moderation, self.chief)
        .accuse({ body: { businessId, reason: '', reasonCode: 'spam' } })
      return refused(accuse)
    },
    async 'moderation.claim'() {
      const { id } = await reportedBy(self.other, await commentBy(self.chief))
      const claim = self.platform.client(moderation, self.chief).claim({ params: { id } })
      return refused(claim)
    },
    async 'moderation.decide'() {
      const found = await reportedBy(self.other, await commentBy(self.chief))
      const own = await refusal(removeCase(self.chief, found))
      const reported = await reportedBy(self.chief, await commentBy(self.third))
      return [
        [own.errorCode, (await refusal(removeCase(self.chief, reported))).errorCode],
        Array(2).fill(NOT_FOR_ONESELF.code),
      ]
    },
    async 'moderation.restore'() {
      const found = await reportedBy(self.other, await commentBy(self.chief))
      const { revision } = await removeCase(self.third, found)
      const body = { revision, note: '' }
      const restore = self.platform.client(moderation, self.chief).restore({ params: { id: found.id }, body })
      return refused(restore)
    },
    async 'moderation.decideAppeal'() {
      const found = await reportedBy(self.other, await commentBy(self.chief))
      const { revision } = await removeCase(self.third, found)
      const own = self.platform.client(moderation, self.chief)
      await own.appeal({ params: { id: found.id }, body: { text: '并非广告' } })
      const body = { revision: revision + 1, outcome: 'overturned' as const, note: '' }
      return refused(own.decideAppeal({ params: { id: found.id }, body }))
    },
    async 'submissions.decideSubmission'() {
      const chapters = [{ sections: [{ title: '现场演练', needsReview: true }] }]
      const course = await buildCourse(self.platform.db, { author: self.chief, chapters, now: self.platform.now })
      const own = self.platform.client(courses, self.chief)
      await own.registerForCourse({ params: { id: course.id } })
      const place = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
      const { id } = await own.handInProof({ params: place, body: { text: '已完成', fileIds: [] } })
      const decide = (by: BuiltMember) =>
        self.platform.client(submissions, by).decideSubmission({ params: { id }, body: { accepted: true } })
      const { errorCode } = await refusal(decide(self.chief))
      await decide(self.other)
      return [errorCode, NOT_FOUND.code]
    },
  }
}
