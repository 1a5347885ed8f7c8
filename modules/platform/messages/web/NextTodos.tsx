import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { messagePaths } from './paths.ts'
import TodoList from './TodoList.tsx'
import { useTodos } from './use-todos.ts'

/** The next to-dos, as a section of another screen; empty without to-dos. */
export function NextTodos({ shown }: { shown: number }) {
  const t = useText('messages')
  const { data } = useTodos({ shown })
  if (!data || data.items.length === 0) return null
  return (
    <HomeSection
      title={t('todo.title')}
      more={<Link to={messagePaths.todos()}>{t('todo.all', { count: data.recordCount })}</Link>}
    >
      <TodoList shown={shown} />
    </HomeSection>
  )
}
