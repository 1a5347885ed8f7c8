import { SENSITIVE_WORDS } from '#kit/errors.ts'
import { isRefusal } from '#web/api/call-error.ts'
import type { Hit } from '../contract.ts'

/**
 * The hits of a call that was refused for sensitive words: path in the body → hits. Empty for every other error. A
 * form that shows them with `MarkedText` passes `{ handles: [SENSITIVE_WORDS] }` to its call.
 */
export function sensitiveHits(error: unknown): ReadonlyMap<string, readonly Hit[]> {
  if (!isRefusal(error, SENSITIVE_WORDS)) return new Map()
  const fields = (error.data.fields ?? []) as readonly { path: string; hits?: readonly Hit[] }[]
  return new Map(fields.map(({ path, hits }) => [path, hits ?? []]))
}
