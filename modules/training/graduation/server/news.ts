/** What members hear of their graduation. */
import { messageType, notify, todoKind } from '#modules/platform/messages/server.ts'
import type { GraduationDb } from './db.ts'

const name = { cn: '培训班名称', en: 'Class', example: { cn: '新任经理训练营', en: 'New managers' } }
const reason = { cn: '原因', en: 'Reason', example: { cn: '考勤有误', en: 'The attendance was wrong' } }

const common = { group: 'training', defaultChannels: [] } as const

export const graduationMessages = [
  messageType({
    ...{ ...common, code: 'class.graduated', variables: { class: name } },
    label: { cn: '培训班结业', en: 'Graduated from a class' },
    defaultTemplate: {
      cn: { title: '恭喜您从培训班《{class}》结业', body: '学时、学分和证书可在个人中心查看。' },
      en: {
        title: 'You have graduated from “{class}”',
        body: 'Class hours, credits and certificates are in your learning center.',
      },
    },
  }),
  messageType({
    ...{ ...common, code: 'class.graduation-revoked', variables: { class: name, reason } },
    label: { cn: '结业被撤销', en: 'Graduation revoked' },
    defaultTemplate: {
      cn: { title: '您在培训班《{class}》的结业已被撤销', body: '原因：{reason}' },
      en: { title: 'Your graduation from “{class}” is revoked', body: 'Reason: {reason}' },
    },
  }),
  messageType({
    ...{ ...common, code: 'class.retraining', variables: { class: name }, defaultChannels: ['mail'] },
    label: { cn: '培训班复训', en: 'Retraining due' },
    defaultTemplate: {
      cn: { title: '培训班《{class}》需要复训', body: '您上次结业的期限已到，请联系班主任安排复训。' },
      en: {
        title: 'Retraining for “{class}” is due',
        body: 'The time of your last graduation is over. Ask the class manager for the next class.',
      },
    },
  }),
]

/** For the managers of a class, until they note that the retraining is arranged. */
export const retrainingTodos = todoKind({
  kind: 'class.retraining',
  label: { cn: '复训待安排', en: 'Retraining to arrange' },
  action: { initial: 'class-management', started: 'class-management' },
})

interface NamedClass {
  readonly id: string
  readonly companyId: string
  readonly name: string
}

async function tell(
  db: GraduationDb,
  { id, companyId, name: className }: NamedClass,
  news: {
    readonly type: string
    readonly recipients: readonly string[]
    readonly reason?: string
    readonly now: number
  },
): Promise<void> {
  const { type, recipients, reason: why = '', now } = news
  const link = `/train-new/class-detail/${id}`
  await notify(db, { companyId, type, recipients, variables: { class: className, reason: why }, link, now })
}

export async function announceGraduation(db: GraduationDb, of: NamedClass, recipients: readonly string[], now: number) {
  await tell(db, of, { type: 'class.graduated', recipients, now })
}

export async function announceRevocation(
  db: GraduationDb,
  of: NamedClass,
  recipients: readonly string[],
  why: string,
  now: number,
) {
  if (recipients.length > 0) await tell(db, of, { type: 'class.graduation-revoked', recipients, reason: why, now })
}

export async function announceRetraining(db: GraduationDb, of: NamedClass, recipients: readonly string[], now: number) {
  await tell(db, of, { type: 'class.retraining', recipients, now })
}
