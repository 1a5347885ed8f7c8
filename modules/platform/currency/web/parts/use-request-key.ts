import { useRef } from 'react'
import { v4 as uuid } from 'uuid'

/**
 * The key under which a form's request is sent: the same for the same input, so that a second press, or a try after a
 * lost answer, moves nothing twice; another for another input.
 */
export function useRequestKey(): (input: unknown) => string {
  const last = useRef({ input: '', key: '' })
  return (input) => {
    const text = JSON.stringify(input)
    if (text !== last.current.input) last.current = { input: text, key: uuid() }
    return last.current.key
  }
}
