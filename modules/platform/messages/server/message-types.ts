/** The types of messages that the modules have registered, and the groups in which the notification centre shows them. */
import type { Language } from '#kit/caller.ts'
import { extensionPoint } from '#server/extension.ts'
import type { BilingualName, Channel, TemplateText } from '../contract/shapes.ts'

export type Bilingual = BilingualName

export interface MessageType {
  /** `approval.waiting` */
  readonly code: string
  /** A key of `groups`: the heading in the notification center. */
  readonly group: string
  readonly label: Bilingual
  /** The placeholders `{name}` of the texts. A preview shows `example`, or the label if there is no example. */
  readonly variables: Readonly<Record<string, Bilingual & { readonly example?: Bilingual }>>
  /** Texts with placeholders `{name}`. The value of a variable is never read as a template or as HTML. */
  readonly defaultTemplate: Readonly<Record<Language, TemplateText>>
  /** The channels unless a member chooses others. `site` is always one of them. */
  readonly defaultChannels: readonly Channel[]
  /** A member cannot switch it off in its default channels; quiet hours and digests do not delay it. */
  readonly mandatory?: true
  /** The event that it tells of changes to-dos of a source (`todoSource`): with the message, browsers read these again. */
  readonly changesTodos?: true
  /** Only members with this permission receive the type and see it in their preferences. */
  readonly permission?: string
}

/** The module that calls `notify` with the type registers it. */
export const messageType = extensionPoint<MessageType>('messages.type')

/** What a type says in one language: its name in the preferences, and its text. */
export interface MessageText extends TemplateText {
  readonly label: string
}

/** Registers a type by what is said in each language. */
export const wordedMessage = (
  type: Omit<MessageType, 'label' | 'defaultTemplate'>,
  { label: cn, ...cnText }: MessageText,
  { label: en, ...enText }: MessageText,
) => messageType({ ...type, label: { cn, en }, defaultTemplate: { cn: cnText, en: enText } })

export function findType(code: string): MessageType | undefined {
  return messageType.all().find((type) => type.code === code)
}

/** The groups of the notification centre. The group `other` shows types with an unknown group. */
const groups: Readonly<Record<string, Bilingual>> = {
  system: { cn: '系统通知', en: 'System' },
  approval: { cn: '审批', en: 'Approvals' },
  course: { cn: '课程学习', en: 'Courses' },
  learning: { cn: '学习提醒', en: 'Learning' },
  exam: { cn: '考试', en: 'Exams' },
  live: { cn: '直播', en: 'Live' },
  training: { cn: '培训班', en: 'Training' },
  interaction: { cn: '互动', en: 'Interaction' },
  community: { cn: '社区', en: 'Community' },
  order: { cn: '订单', en: 'Orders' },
  task: { cn: '后台任务', en: 'Background tasks' },
  account: { cn: '账号安全', en: 'Account' },
  other: { cn: '其他', en: 'Other' },
}

export function groupOf(type: MessageType): string {
  return type.group in groups ? type.group : 'other'
}

export function groupLabel(group: string): Bilingual {
  return groups[group] ?? (groups.other as Bilingual)
}

export function usesByDefault(type: MessageType, channel: Channel): boolean {
  return channel === 'site' || type.defaultChannels.includes(channel)
}
