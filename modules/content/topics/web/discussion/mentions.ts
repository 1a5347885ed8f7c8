/** Names after an @ in what is typed. */
import { MENTIONS_MAX } from '../../contract/comments.ts'

export interface Mention {
  readonly memberId: string
  readonly name: string
}

/** The @ may come wide; one inside an address calls nobody. */
const called = /(?:^|[^\w.])[@＠]([^\s@＠]{0,20})$/u

/** The name that is being typed at the end of this text, and where its @ stands. */
export function mentionAt(before: string): { readonly query: string; readonly from: number } | undefined {
  const query = called.exec(before)?.[1]
  return query === undefined ? undefined : { query, from: before.length - query.length - 1 }
}

/** Those of the chosen members whose names still stand in the text. */
export function mentionsIn(text: string, chosen: readonly Mention[]): string[] {
  const named = chosen.filter(({ name }) => text.includes(`@${name}`))
  return [...new Set(named.map(({ memberId }) => memberId))].slice(0, MENTIONS_MAX)
}
