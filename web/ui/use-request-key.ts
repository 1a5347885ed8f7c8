import { useRef } from 'react'
import { v4 as uuid } from 'uuid'

/**
 * The idempotency key of a form's request. Equal input keeps the key, so that a second click or a retry after a lost
 * answer moves nothing twice.
 */
export function useRequestKey(): (input: unknown) => string {
  const last = useRef({ input: '', key: '' })
  return (input) => {
    const text = JSON.stringify(input)
    if (text !== last.current.input) last.current = { input: text, key: uuid() }
    return last.current.key
  }
}
