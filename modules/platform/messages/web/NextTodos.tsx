import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { messages } from '../contract.ts'
import { messagePaths } from './paths.ts'
import { TodoRow } from './TodoRow.tsx'
import { useNow } from './use-now.ts'

/** The next to-dos, as a section of another screen; empty without to-dos. */
export function NextTodos({ shown }: { shown: number }) {
  const t = useText('messages')
  const now = useNow()
  const { data } = useQuery(q(messages.findMyUnfinished, { query: { pageSize: shown } }, { quiet: true }))
  if (!data || data.items.length === 0) return null
  return (
    <HomeSection
      title={t('todo.title')}
      more={<Link to={messagePaths.todos()}>{t('todo.all', { count: data.recordCount })}</Link>}
    >
      <ul className="sy-box ms-todos">
        {data.items.map((todo) => (
          <li key={todo.id}>
            <TodoRow todo={todo} now={now} />
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
