import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { messagePaths } from '../paths.ts'
import TodoList from '../TodoList.tsx'
import { useTodos } from '../use-todos.ts'

const SHOWN = 5

/** First on the home page: what is due, overdue first. It has its height before the answer is there. */
export default function TodoSection() {
  const t = useText('messages')
  const { data, error, isPending, isError, refetch } = useTodos({ shown: SHOWN })
  const count = data?.recordCount ?? 0
  return (
    <HomeSection
      title={t('todo.title')}
      more={<Link to={messagePaths.todos()}>{count > 0 ? t('todo.all', { count }) : t('todo.allKinds')}</Link>}
    >
      <div className="ms-home-todos">
        {isPending && <LoadingState rows={SHOWN} />}
        {isError && <ErrorState small error={error} onRetry={() => void refetch()} />}
        {data && count === 0 && (
          <div className="sy-box">
            <EmptyState small title={t('todo.empty')} description={t('todo.emptyHint')} />
          </div>
        )}
        <TodoList shown={SHOWN} />
      </div>
    </HomeSection>
  )
}
