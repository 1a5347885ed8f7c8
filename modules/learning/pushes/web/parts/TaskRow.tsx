import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import type { OwnTask } from '../../contract/learning.ts'
import { pushPaths } from '../paths.ts'
import { Bar, DueText, TaskTag } from './Tags.tsx'

/** A task of one's own: what it is, how far, until when. Leads to its package. */
export function TaskRow({ task }: { task: OwnTask }) {
  const t = useText('pushes')
  const { name, sender, percent, finishedCount, requiredCount, taskStatus, finishTime, isOverdue } = task
  return (
    <Link to={pushPaths.pack(task.id)} className="pu-task">
      <span>
        <strong>{name}</strong>
        <small>{t('task.from', { sender: sender.fullName, count: task.contentCount })}</small>
      </span>
      <span className="pu-task-progress">
        <Bar percent={percent} label={t('task.progress', { percent })} />
        <small>{t('task.required', { done: finishedCount, all: requiredCount })}</small>
      </span>
      <span className="sy-column pu-task-state">
        <TaskTag status={taskStatus} />
        <DueText value={finishTime} isDone={taskStatus === 3} isOverdue={isOverdue} />
      </span>
    </Link>
  )
}
