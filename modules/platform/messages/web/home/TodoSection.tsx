import { NextTodos } from '../NextTodos.tsx'

const SHOWN = 3

/** On the home page: what is due first. */
export default function TodoSection() {
  return <NextTodos shown={SHOWN} />
}
