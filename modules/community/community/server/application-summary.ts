/** What an approver reads of an application for a share account: the account itself has no page before it exists. */
import type { Language } from '#kit/caller.ts'
import { topicNames } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { EnjoyType } from '../contract/shapes.ts'

interface AppliedAccount {
  readonly companyId: string
  readonly enjoyType: EnjoyType
  readonly name: string
  readonly description: string
  readonly topicIds: readonly string[]
}

const labels = {
  cn: { kind: '账户类型', name: '名称', description: '简介', topics: '话题', comma: '、' },
  en: { kind: 'Account type', name: 'Name', description: 'About', topics: 'Topics', comma: ', ' },
} as const

/** Map `enjoy-type`. */
const kinds: Readonly<Record<EnjoyType, Readonly<Record<Language, string>>>> = {
  0: { cn: '个人', en: 'Personal' },
  1: { cn: '团队', en: 'Team' },
  2: { cn: '组织', en: 'Organization' },
}

export async function summaryOf(
  db: Connection,
  { companyId, enjoyType, name, description, topicIds }: AppliedAccount,
  language: Language,
): Promise<Record<string, string>> {
  const label = labels[language]
  const names = await topicNames(db, companyId, topicIds)
  return {
    [label.kind]: kinds[enjoyType][language],
    [label.name]: name,
    ...(description !== '' && { [label.description]: description }),
    [label.topics]: topicIds.flatMap((id) => names.get(id) ?? []).join(label.comma),
  }
}
