import '../todo.css'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { type ReactNode, useId } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import { messages, type Stage } from '../../contract.ts'
import { messagePaths } from '../paths.ts'
import { DoneRow, TodoRow } from '../TodoRow.tsx'
import { useNow } from '../use-now.ts'
import './center.css'

const ALL = 'all'
const PANEL = 'todo-panel'
/** Overdue to-dos come first. */
const stageOrder: readonly Stage[] = ['over', 'in-progress', 'upcoming']

/** `#/center/student-todo-menu/{currentComponent}`: to-dos of the member, by kind and stage (SYSTEM-008). */
export default function TodoPage() {
  const t = useText('messages')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const isDone = search.get('state') === 'done'
  return (
    <>
      <PageHeader
        title={t('todo.title')}
        description={t('todo.description')}
        back={<Link to="/center">{t('up')}</Link>}
        actions={
          <Segmented
            aria-label={t('todo.which')}
            value={isDone ? 'done' : 'open'}
            options={[
              { value: 'open', label: t('todo.open') },
              { value: 'done', label: t('todo.done') },
            ]}
            onChange={(value) => {
              const to = { pathname: messagePaths.todos(), search: value === 'done' ? 'state=done' : '' }
              void navigate(to, { replace: true })
            }}
          />
        }
      />
      {isDone ? <DoneTodos /> : <OpenTodos />}
    </>
  )
}

function OpenTodos() {
  const t = useText('messages')
  const { currentComponent } = useParams()
  const counts = useQuery(q(messages.findUnfinishedRemindCount))
  if (counts.isError && !counts.data) return <ErrorState error={counts.error} onRetry={() => void counts.refetch()} />
  if (!counts.data) return <LoadingState />
  const { count, kinds } = counts.data
  if (count === 0) return <EmptyState title={t('todo.empty')} description={t('todo.emptyHint')} />
  const kind = kinds.find((each) => each.kind === currentComponent)?.kind
  return (
    <ByKind kinds={kinds} count={count} active={kind ?? ALL}>
      {stageOrder.map((stage) => (
        <StageSection key={`${kind}-${stage}`} stage={stage} kind={kind} />
      ))}
    </ByKind>
  )
}

interface ByKindProps {
  readonly kinds: readonly {
    readonly kind: string
    readonly label: { cn: string; en: string }
    readonly count: number
  }[]
  readonly count: number
  readonly active: string
  readonly children: ReactNode
}

/** The tabs of the kinds, where there are several, above their panel. */
function ByKind({ kinds, count, active, children }: ByKindProps) {
  const t = useText('messages')
  const label = useBilingual()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  if (kinds.length < 2) return <div className="ms-stages">{children}</div>
  const tabs = [
    { key: ALL, title: t('todo.tab', { name: t('todo.allKinds'), count }) },
    ...kinds.map((each) => ({ key: each.kind, title: t('todo.tab', { name: label(each.label), count: each.count }) })),
  ]
  return (
    <>
      <TabBar
        label={t('todo.kinds')}
        tabs={tabs}
        active={active}
        onChange={(key) => void navigate({ pathname: messagePaths.todos(key), search: `${search}` }, { replace: true })}
        panelId={PANEL}
      />
      <div id={PANEL} className="ms-stages" role="tabpanel" aria-label={tabs.find((tab) => tab.key === active)?.title}>
        {children}
      </div>
    </>
  )
}

function StageSection({ stage, kind }: { stage: Stage; kind: string | undefined }) {
  const t = useText('messages')
  const id = useId()
  const now = useNow()
  const paging = usePaging()
  const query = { stage, kind, page: paging.page, pageSize: paging.pageSize }
  const { error, data, isError, refetch } = useQuery({
    ...q(messages.findMyUnfinished, { query }),
    placeholderData: (last) => last,
    refetchOnWindowFocus: true,
  })
  if (isError && !data) return <ErrorState small error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={3} />
  if (data.recordCount === 0) return null
  return (
    <section className="ms-stage" data-stage={stage} aria-labelledby={id}>
      <h2 id={id}>
        {t(`stageGroup.${stage}`)} <span className="sy-number">{data.recordCount}</span>
        {stage === 'over' && <small>{t('todo.overHint')}</small>}
      </h2>
      <ul className="sy-box ms-todos">
        {data.items.map((todo) => (
          <li key={`${todo.kind} ${todo.id}`}>
            <TodoRow todo={todo} now={now} />
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
    </section>
  )
}

/** What was done in the last 90 days. */
function DoneTodos() {
  const t = useText('messages')
  const { currentComponent = ALL } = useParams()
  const paging = usePaging()
  const kind = currentComponent === ALL ? undefined : currentComponent
  const query = { kind, page: paging.page, pageSize: paging.pageSize }
  const { error, data, isError, refetch } = useQuery({
    ...q(messages.findMyFinished, { query }),
    placeholderData: (last) => last,
  })
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const count = data.kinds.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return <EmptyState title={t('todo.noneDone')} description={t('todo.noneDoneHint')} />
  return (
    <ByKind kinds={data.kinds} count={count} active={currentComponent}>
      {data.items.length === 0 ? (
        <EmptyState small title={t('todo.noneDone')} />
      ) : (
        <ul className="sy-box ms-todos">
          {data.items.map((todo) => (
            <li key={`${todo.kind} ${todo.id}`}>
              <DoneRow todo={todo} />
            </li>
          ))}
        </ul>
      )}
      <Pager paging={paging} recordCount={data.recordCount} />
    </ByKind>
  )
}
