import type { Rating } from '../../contract/practicing.ts'

/** What has the focus: a field that is typed in, options, something else with keys of its own, or the question itself. */
export type KeyPlace = 'text' | 'long-text' | 'choice' | 'control' | 'question'

interface State {
  readonly place: KeyPlace
  readonly isAnswered: boolean
  readonly hasDraft: boolean
  readonly mayRate: readonly Rating[]
}

export type RunAction =
  | { readonly does: 'answer' | 'not-known' | 'next' | 'previous' }
  | { readonly does: 'rate'; readonly rating: Rating }
  | { readonly does: 'choose'; readonly digit: number }

/** What a key does while a practice is answered; undefined: nothing of ours. */
export function actionOfKey(key: string, { place, isAnswered, hasDraft, mayRate }: State): RunAction | undefined {
  if (key === 'Enter') {
    if (place === 'control' || place === 'long-text') return undefined
    if (isAnswered) return { does: 'next' }
    return hasDraft ? { does: 'answer' } : undefined
  }
  if (place === 'text' || place === 'long-text') return undefined
  // Arrows choose among options and move what is put in order: they turn the page only where nothing else wants them.
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return place === 'question' ? { does: key === 'ArrowLeft' ? 'previous' : 'next' } : undefined
  if (key === 'n' || key === 'N') return isAnswered ? { does: 'next' } : undefined
  if (key === '0') return isAnswered ? undefined : { does: 'not-known' }
  if (!/^[1-9]$/.test(key)) return undefined
  if (!isAnswered) return { does: 'choose', digit: Number(key) }
  const rating = mayRate[Number(key) - 1]
  return rating && { does: 'rate', rating }
}

export function keyPlaceOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof HTMLElement)) return 'question'
  if (target.matches('textarea, [contenteditable=true]')) return 'long-text'
  if (target.matches('[type=radio], [type=checkbox]')) return 'choice'
  if (target.matches('input')) return 'text'
  const isControl = target.closest('button, a[href], select, [role=option], [role=slider], [tabindex="0"]')
  return isControl ? 'control' : 'question'
}
