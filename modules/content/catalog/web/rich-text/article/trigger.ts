/** What calls the menu of the text: a slash where a line or word starts, an @ before a name. */
import type { EditorState } from '@tiptap/pm/state'

export interface Trigger {
  readonly kind: 'blocks' | 'members'
  readonly query: string
  readonly from: number
  readonly to: number
}

/** In Chinese the key of the slash writes 、, and the @ may come wide. */
const slash = /(?:^|[\s\ufffc])[/／]([^\s/／@]{0,20})$|^、([^\s、]{0,20})$/u
const at = /(?:^|[^\w.])[@＠]([^\s@＠]{0,20})$/u

/** The menu that the text before the cursor asks for. */
export function triggerOf({ selection, doc }: EditorState, hasMembers: boolean): Trigger | undefined {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code === true) return undefined
  if ($from.parent.type.name === 'figure') return undefined
  const text = doc.textBetween(Math.max($from.start(), $from.pos - 40), $from.pos, undefined, '\ufffc')
  const blocks = slash.exec(text)
  const kind = blocks ? 'blocks' : hasMembers && at.test(text) ? 'members' : undefined
  if (!kind) return undefined
  const query = blocks ? (blocks[1] ?? blocks[2] ?? '') : (at.exec(text)?.[1] ?? '')
  return { kind, query, from: $from.pos - query.length - 1, to: $from.pos }
}
