/** Calls about a row of a member, on own rows of the caller: their certificates, their works in contests. */
import { contests } from '#modules/engagement/contests/contract.ts'
import { buildContest, buildWork, roundAround } from '#modules/engagement/contests/server/contests.fixture.ts'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { type OwnRows, refused, type Self } from './self.ts'

const dayMs = 86_400_000

export function learningRows(self: Self): OwnRows {
  const contestCalls = () => self.platform.client(contests, self.chief)

  /** A call about a work of the caller, in a contest whose first round is over. */
  async function onOwnWork(
    act: (
      calls: ReturnType<typeof contestCalls>,
      own: { readonly params: { readonly id: string }; readonly workId: string },
    ) => Promise<unknown>,
  ) {
    const { now } = self.platform
    const [first, second] = [roundAround(now - 10 * dayMs), roundAround(now + dayMs)]
    const author = { id: self.chief.id, companyId: self.companyId, organizationId: self.companyId }
    const contestId = await buildContest(self.platform.db, { author, now, rounds: [first, second] })
    const file = { fileId: self.chief.id, fileName: 'work.mp4' }
    const work = {
      contestId,
      companyId: self.companyId,
      memberId: self.chief.id,
      number: 1,
      title: '微课',
      handedInAt: now,
      ...file,
    }
    const workId = await buildWork(self.platform.db, work)
    return refused(act(contestCalls(), { params: { id: contestId }, workId }))
  }

  return {
    async 'certificates.reissueCertificate'() {
      const templateId = await buildTemplate(self.platform.db, { author: self.chief, now: self.platform.now })
      const body = { templateId, memberId: self.chief.id, itemName: '安全生产' }
      const { id } = await self.platform.client(certificates, self.other).grantCertificate({ body })
      const again = self.platform
        .client(certificates, self.chief)
        .reissueCertificate({ params: { id }, body: { reason: '改名' } })
      return refused(again)
    },
    'contests.advanceWorks': () =>
      onOwnWork((calls, { params, workId }) => calls.advanceWorks({ params, body: { round: 0, workIds: [workId] } })),
    'contests.excludeWork': () =>
      onOwnWork((calls, { params, workId }) =>
        calls.excludeWork({ params: { ...params, workId }, body: { isExcluded: true, reason: '试' } }),
      ),
    'contests.setAwards': () =>
      onOwnWork((calls, { params, workId }) =>
        calls.setAwards({ params, body: { winners: [{ workId, awardKey: 'first' }] } }),
      ),
  }
}
