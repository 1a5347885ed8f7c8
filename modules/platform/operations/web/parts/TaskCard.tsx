import { Button, Progress, Tag } from 'antd'
import { Link } from 'react-router'
import { call } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { Task, TaskState } from '../../contract/tasks.ts'
import { operations } from '../../contract.ts'
import { spanText } from './amounts.ts'

const colors: Readonly<Record<TaskState, string>> = {
  waiting: 'default',
  running: 'processing',
  interrupted: 'warning',
  done: 'success',
  failed: 'error',
  cancelled: 'default',
}

interface Props {
  readonly task: Task
  readonly showsMember: boolean
  readonly onProblems: () => void
}

/** One task with its progress, result and actions. */
export function TaskCard({ task, showsMember, onProblems }: Props) {
  const t = useText('operations')
  const inLanguage = useBilingual()
  const kind = inLanguage(task.kindLabel)
  const title = task.title || kind
  const isActive = task.state === 'running' || task.state === 'interrupted'
  return (
    <article className={`sy-card tasks-card tasks-${task.state}`} aria-label={title}>
      <header>
        <div>
          <h3>{title}</h3>
          <p className="sy-faint tasks-about">
            {task.title !== '' && <span>{kind}</span>}
            {showsMember && (
              <span>
                {task.memberId === null ? (
                  t('tasks.platform')
                ) : (
                  <Slot name="member-name" values={{ memberId: task.memberId }} />
                )}
              </span>
            )}
            <span>
              {t('tasks.started')} <DateText value={task.createdAt} style="relative" />
            </span>
            {task.finishedAt !== null && (
              <span>
                {t('tasks.took')} {spanText(t, task.finishedAt - task.createdAt)}
              </span>
            )}
            {task.attempt > 1 && <span>{t('tasks.attempt', { count: task.attempt })}</span>}
          </p>
        </div>
        <span className="tasks-state">
          {task.canCancel && <CancelButton id={task.id} />}
          <Tag color={task.isStopping ? 'warning' : colors[task.state]}>
            {t(task.isStopping ? 'tasks.stopping' : `tasks.state.${task.state}`)}
          </Tag>
        </span>
      </header>
      {isActive && (
        <Progress
          percent={Math.floor(task.permille / 10)}
          status={task.state === 'running' ? 'active' : 'normal'}
          aria-label={t('tasks.progress')}
        />
      )}
      {isActive && task.total !== null && (
        <p className="tasks-note sy-number">
          {t('tasks.amount', {
            done: (task.done ?? 0).toLocaleString('en'),
            total: task.total.toLocaleString('en'),
          })}
          {task.remainingMs !== null && ` · ${t('tasks.remaining', { time: spanText(t, task.remainingMs) })}`}
        </p>
      )}
      {isActive && task.note !== '' && <p className="tasks-note">{task.note}</p>}
      {task.state === 'interrupted' && <p className="tasks-note">{t('tasks.interruptedHint')}</p>}
      {task.state === 'failed' && task.reason !== null && <p className="tasks-reason">{task.reason}</p>}
      {task.counts.length > 0 && (
        <Facts
          className="tasks-counts"
          items={task.counts.map(({ label, value }) => [inLanguage(label), value.toLocaleString('en')])}
        />
      )}
      <TaskActions task={task} onProblems={onProblems} />
    </article>
  )
}

function CancelButton({ id }: { id: string }) {
  const t = useText('operations')
  const cancel = async () => {
    await call(operations.cancelTask, { params: { id } })
    notify('info', t('tasks.cancelled'))
  }
  return (
    <ConfirmButton
      size="small"
      type="text"
      danger
      question={t('tasks.cancelQuestion')}
      consequence={t('tasks.cancelConsequence')}
      onConfirm={cancel}
    >
      {t('tasks.cancel')}
    </ConfirmButton>
  )
}

function TaskActions({ task, onProblems }: { task: Task; onProblems: () => void }) {
  const t = useText('operations')
  const { busy, run } = useAction()
  const hasResult = task.state === 'done' && task.link !== null
  if (!task.canRetry && !hasResult && task.problemCount === 0) return null
  const retry = () => run(() => call(operations.retryTask, { params: { id: task.id } }), { done: t('tasks.retried') })
  return (
    <footer className="sy-actions">
      {hasResult && task.link !== null && (
        <Link to={task.link} className="tasks-link">
          {t('tasks.open')}
        </Link>
      )}
      {task.problemCount > 0 && (
        <Button size="small" icon={<Icon name="alert" size={14} />} onClick={onProblems}>
          {t('tasks.problems', { count: task.problemCount })}
        </Button>
      )}
      {task.canRetry && (
        <Button size="small" loading={busy} icon={<Icon name="refresh" size={14} />} onClick={() => void retry()}>
          {t('tasks.retry')}
        </Button>
      )}
    </footer>
  )
}
