/** Messages about marks that change: a fixed key, an appeal and its answer. */
import { messageType, notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { AttemptRecord } from './attempts.ts'
import type { FixEffectRow } from './fixing/recompute.ts'

const exam = { cn: '考试名称', en: 'Exam', example: { cn: '消防安全考核', en: 'Fire safety' } }
const number = { cn: '题号', en: 'Question', example: { cn: '3', en: '3' } }
const answer = { cn: '答复', en: 'Answer', example: { cn: '答案已更正', en: 'The key was wrong' } }

export const examMessages = [
  messageType({
    code: 'exam.rescored',
    group: 'learning',
    label: { cn: '考试成绩更正', en: 'Exam result corrected' },
    variables: { exam },
    defaultTemplate: {
      cn: { title: '《{exam}》的成绩已更正', body: '试题答案有更正，您的答卷已重新计分，可在考试页面查看新成绩。' },
      en: {
        title: 'Your result of “{exam}” was corrected',
        body: 'The key of a question was fixed, and your paper was scored again. See the new result on the page of the exam.',
      },
    },
    defaultChannels: [],
  }),
  messageType({
    code: 'exam.appeal',
    changesTodos: true,
    group: 'learning',
    label: { cn: '收到考试申诉', en: 'Appeal in an exam' },
    variables: { exam, number },
    defaultTemplate: {
      cn: { title: '《{exam}》有新的申诉', body: '考生对第 {number} 题提出申诉，请查看并答复。' },
      en: { title: 'New appeal in “{exam}”', body: 'An examinee appeals question {number}. Please answer it.' },
    },
    defaultChannels: [],
  }),
  messageType({
    code: 'exam.appeal-upheld',
    group: 'learning',
    label: { cn: '考试申诉成立', en: 'Appeal upheld' },
    variables: { exam, number, answer },
    defaultTemplate: {
      cn: { title: '《{exam}》第 {number} 题的申诉成立', body: '{answer}' },
      en: { title: 'Your appeal on question {number} of “{exam}” is upheld', body: '{answer}' },
    },
    defaultChannels: [],
  }),
  messageType({
    code: 'exam.appeal-refused',
    group: 'learning',
    label: { cn: '考试申诉未通过', en: 'Appeal refused' },
    variables: { exam, number, answer },
    defaultTemplate: {
      cn: { title: '《{exam}》第 {number} 题维持原判', body: '{answer}' },
      en: { title: 'Your appeal on question {number} of “{exam}” is refused', body: '{answer}' },
    },
    defaultChannels: [],
  }),
]

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
