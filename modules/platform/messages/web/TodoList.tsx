import './todo.css'
import { TodoRow } from './TodoRow.tsx'
import { useNow } from './use-now.ts'
import { useTodos } from './use-todos.ts'

export interface TodoListProps {
  /** How many at most. */
  readonly shown: number
}

/** The first open to-dos as rows; nothing without to-dos. */
export default function TodoList({ shown }: TodoListProps) {
  const now = useNow()
  const { data } = useTodos({ shown })
  if (!data || data.items.length === 0) return null
  return (
    <ul className="sy-box ms-todos">
      {data.items.map((todo) => (
        <li key={`${todo.kind} ${todo.id}`}>
          <TodoRow todo={todo} now={now} />
        </li>
      ))}
    </ul>
  )
}
