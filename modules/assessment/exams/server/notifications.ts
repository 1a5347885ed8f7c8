/** What members hear of marks that change: a fixed key, an appeal and its answer. */
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { AttemptRecord } from './attempts.ts'
import type { FixEffectRow } from './fixing/recompute.ts'

interface NewScores {
  readonly fix: { readonly id: string; readonly company_id: string; readonly exam_id: string }
  readonly name: string
  readonly effects: readonly FixEffectRow[]
  readonly now: number
}

/** Who has several papers hears of it once. */
export async function notifyOfNewScores(db: Connection, { fix, name, effects, now }: NewScores): Promise<void> {
  await notify(db, {
    companyId: fix.company_id,
    type: 'exam.rescored',
    recipients: [...new Set(effects.map((effect) => effect.member_id))],
    variables: { exam: name },
    link: `/exam/detail/${fix.exam_id}`,
    collapseKey: `exam-fix:${fix.id}`,
    now,
  })
}

type Appealed = Pick<AttemptRecord, 'id' | 'companyId' | 'examId' | 'examName' | 'memberId'>

export async function notifyOfAppeal(
  db: Connection,
  {
    attempt,
    place,
    recipients,
    now,
  }: {
    readonly attempt: Appealed
    readonly place: number
    readonly recipients: readonly string[]
    readonly now: number
  },
): Promise<void> {
  const { companyId, examId, examName, memberId } = attempt
  await notify(db, {
    ...{ companyId, type: 'exam.appeal', recipients: recipients.filter((id) => id !== memberId), now },
    variables: { exam: examName, number: String(place) },
    link: `/exam/appeals/${examId}`,
    collapseKey: `exam-appeals:${examId}`,
  })
}

export async function notifyOfAnswer(
  db: Connection,
  {
    attempt,
    place,
    isUpheld,
    answer,
    now,
  }: {
    readonly attempt: Appealed
    readonly place: number
    readonly isUpheld: boolean
    readonly answer: string
    readonly now: number
  },
): Promise<void> {
  const { id, companyId, examName, memberId } = attempt
  await notify(db, {
    ...{ companyId, type: isUpheld ? 'exam.appeal-upheld' : 'exam.appeal-refused', recipients: [memberId], now },
    variables: { exam: examName, number: String(place), answer },
    link: `/exam/result/${id}`,
  })
}
