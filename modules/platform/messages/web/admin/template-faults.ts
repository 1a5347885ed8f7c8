import type { Output } from '#kit/contract.ts'
import type { messages } from '../../contract.ts'
import { unknownVariables } from './insert-variable.ts'

export type Texts = Output<typeof messages.template>['texts']
export type TextPart = 'title' | 'body'

/** Reasons why texts cannot be saved: empty texts, and variables that the type does not have. */
export function faultOf(text: string, known: readonly string[]): 'empty' | { readonly unknown: string } | undefined {
  if (text.trim() === '') return 'empty'
  const unknown = unknownVariables(text, known)[0]
  return unknown === undefined ? undefined : { unknown }
}
