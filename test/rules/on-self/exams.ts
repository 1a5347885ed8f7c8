/** Calls about a row of a member, on own rows of the caller: attempts, marks, accommodations and appeals of their own. */
import { exams } from '#modules/assessment/exams/contract.ts'
import {
  buildAccommodation,
  buildAnswerFile,
  buildAppeal,
  buildAttempt,
  buildExam,
  buildPhoto,
} from '#modules/assessment/exams/server/exams.fixture.ts'
import { type OwnRows, refused, type Self } from './self.ts'

interface OwnAttempt {
  readonly id: string
  readonly leaveId: string
  readonly attemptId: string
  readonly examId: string
  readonly companyId: string
  readonly memberId: string
  readonly now: number
}

export function examsRows(self: Self): OwnRows {
  /** What the call answers about an attempt of the caller, who manages every exam of the company. */
  async function onOwnAttempt(
    state: 'in-progress' | 'to-grade' | 'final',
    call: (calls: ReturnType<typeof examCalls>, attempt: OwnAttempt) => Promise<unknown>,
  ) {
    const examId = await buildExam(self.platform.db, { author: self.chief, now: self.platform.now })
    const place = { examId, companyId: self.companyId, memberId: self.chief.id, now: self.platform.now, state }
    const attempt = await buildAttempt(self.platform.db, place)
    const tried = call(examCalls(), { ...attempt, ...place, attemptId: attempt.id })
    return refused(tried)
  }
  const examCalls = () => self.platform.client(exams, self.chief)

  return {
    'exams.answerAppeal': () =>
      onOwnAttempt('final', async (calls, attempt) => {
        const id = await buildAppeal(self.platform.db, attempt)
        return calls.answerAppeal({ params: { id }, body: { isUpheld: true, answer: '同意' } })
      }),
    async 'exams.changeAccommodation'() {
      const id = await buildAccommodation(self.platform.db, {
        companyId: self.companyId,
        memberId: self.chief.id,
        now: self.platform.now,
      })
      const given = {
        timePercent: 200,
        extraAttempts: 0,
        laterMinutes: 0,
        reason: '需要',
        validFrom: null,
        validUntil: null,
      }
      const change = examCalls().changeAccommodation({ params: { id }, body: { ...given, revision: 0 } })
      return refused(change)
    },
    async 'exams.deleteAccommodation'() {
      const id = await buildAccommodation(self.platform.db, {
        companyId: self.companyId,
        memberId: self.chief.id,
        now: self.platform.now,
      })
      return refused(examCalls().deleteAccommodation({ params: { id } }))
    },
    'exams.extendAttempt': () =>
      onOwnAttempt('in-progress', (calls, { id }) => calls.extendAttempt({ params: { id }, body: { minutes: 5 } })),
    'exams.finishMarking': () => onOwnAttempt('to-grade', (calls, { id }) => calls.finishMarking({ params: { id } })),
    'exams.forceSubmit': () => onOwnAttempt('in-progress', (calls, { id }) => calls.forceSubmit({ params: { id } })),
    'exams.checkPhoto': () =>
      onOwnAttempt('in-progress', async (calls, attempt) => {
        await buildPhoto(self.platform.db, attempt)
        return calls.checkPhoto({ params: { id: attempt.id }, body: { verdict: 'match' } })
      }),
    'exams.handInAnswerFile': () =>
      onOwnAttempt('in-progress', async (calls, attempt) => {
        const file = await buildAnswerFile(self.platform.db, attempt)
        return calls.handInAnswerFile({ params: { id: attempt.examId }, body: { file } })
      }),
    'exams.reopenAttempt': () =>
      onOwnAttempt('final', (calls, { id }) =>
        calls.reopenAttempt({ params: { id }, body: { minutes: 5, reason: '误点交卷' } }),
      ),
    'exams.markAnswer': () =>
      onOwnAttempt('to-grade', (calls, { id }) =>
        calls.markAnswer({ params: { id, place: 1 }, body: { tenths: 100, comment: '' } }),
      ),
    'exams.saveMarkDraft': () =>
      onOwnAttempt('to-grade', (calls, { id }) =>
        calls.saveMarkDraft({ params: { id, place: 1 }, body: { tenths: 100, levels: null, comment: '' } }),
      ),
    'exams.resetAttempt': () =>
      onOwnAttempt('final', (calls, { id }) => calls.resetAttempt({ params: { id }, body: { reason: '' } })),
    'exams.restartMarking': () => onOwnAttempt('final', (calls, { id }) => calls.restartMarking({ params: { id } })),
    'exams.voidLeave': () =>
      onOwnAttempt('in-progress', (calls, { leaveId }) =>
        calls.voidLeave({ params: { id: leaveId }, body: { reason: '' } }),
      ),
  }
}
