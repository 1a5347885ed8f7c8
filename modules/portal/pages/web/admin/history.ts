/** What a document was before each change, for undo and redo. Changes of one field in a row are one step. */
export interface History<Item> {
  readonly past: readonly Item[]
  readonly present: Item
  readonly future: readonly Item[]
  /** What the last step changed: `title of m1`. A further change of the same makes no new step. */
  readonly field: string | undefined
}

const stepsMax = 100

export const beginHistory = <Item>(present: Item): History<Item> => ({
  past: [],
  present,
  future: [],
  field: undefined,
})

export function withChange<Item>(history: History<Item>, next: Item, field?: string): History<Item> {
  if (next === history.present) return history
  const isSameStep = field !== undefined && field === history.field
  const past = isSameStep ? history.past : [...history.past, history.present].slice(-stepsMax)
  return { past, present: next, future: [], field }
}

export function undone<Item>(history: History<Item>): History<Item> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return {
    ...{ past: history.past.slice(0, -1), present: before },
    ...{ future: [history.present, ...history.future], field: undefined },
  }
}

export function redone<Item>(history: History<Item>): History<Item> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future, field: undefined }
}
