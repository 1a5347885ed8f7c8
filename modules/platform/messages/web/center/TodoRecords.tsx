import { NextTodos } from '../NextTodos.tsx'

const SHOWN = 5

/** The widget "to-do records" of the personal center (SYSTEM-009). */
export default function TodoRecords() {
  return <NextTodos shown={SHOWN} />
}
