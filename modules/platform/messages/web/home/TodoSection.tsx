import { NextTodos } from '../NextTodos.tsx'

const SHOWN = 3

/** The next to-dos on the home page. */
export default function TodoSection() {
  return <NextTodos shown={SHOWN} />
}
