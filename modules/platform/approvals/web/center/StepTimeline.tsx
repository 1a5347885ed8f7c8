import type { ReactNode } from 'react'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { dateText } from '#web/ui/date.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import type { ProcessDetail, StepState } from '../../contract/shapes.ts'
import { nameOf } from '../parts/names.ts'

type Step = ProcessDetail['steps'][number]
type Task = Step['tasks'][number]

const icons: Readonly<Record<StepState, IconName>> = {
  waiting: 'more',
  current: 'clock',
  agreed: 'check',
  refused: 'close',
  'skipped-nobody': 'chevron-down',
  'skipped-timeout': 'clock',
  stopped: 'undo',
}

/** The origin of the task, if it is not from the template. */
function originText(task: Task, t: TextOf): string | undefined {
  const name = nameOf(task.originBy, t)
  if (task.place === 'before') return t('detail.addedBefore', { name })
  if (task.place === 'after') return t('detail.addedAfter', { name })
  if (task.origin === 'handed-over') return t('detail.handedOverBy', { name })
  if (task.origin === 'escalated') return t('detail.escalatedFrom', { name })
  if (task.origin === 'assigned') return t('detail.assignedBy', { name })
  return task.origin === 'administrator' ? t('detail.fromAdministrator') : undefined
}

function TaskLine({ task }: { task: Task }) {
  const t = useText('approvals')
  const isForOther = task.decidedBy !== null && task.decidedBy.id !== task.holder.id
  const holder = nameOf(task.holder, t)
  const origin = originText(task, t)
  const notes = [origin, task.substitute && t('detail.awayNow', { name: nameOf(task.substitute, t) })].filter(Boolean)
  return (
    <li className={`ap-task ${task.parentId ? 'ap-task-added' : ''}`} data-state={task.state}>
      <Avatar name={task.holder.fullName} path={task.holder.avatarPath} size={32} />
      <div>
        <p className="sy-flow ap-task-head">
          <strong>{isForOther ? t('detail.decidedFor', { name: nameOf(task.decidedBy, t), holder }) : holder}</strong>
          <span className={`ap-said ap-said-${task.state}`}>{t(`taskStates.${task.state}`)}</span>
          {task.decidedAt !== null && <DateText value={task.decidedAt} />}
        </p>
        {notes.length > 0 && <p className="sy-faint">{notes.join(' · ')}</p>}
        {task.opinion !== '' && <q className="ap-opinion">{task.opinion}</q>}
      </div>
    </li>
  )
}

/** Added signers below the approver who added them. */
function inOrder(tasks: readonly Task[], parentId: string | null = null): Task[] {
  return tasks.filter((task) => task.parentId === parentId).flatMap((task) => [task, ...inOrder(tasks, task.id)])
}

function StepBody({ step }: { step: Step }) {
  const t = useText('approvals')
  // Canceled tasks are hidden; if all are canceled, the step was stopped or has no approver.
  const shown = inOrder(step.tasks.filter((task) => task.state !== 'cancelled' && task.state !== 'escalated'))
  if (step.state === 'waiting')
    return (
      <p className="sy-faint">
        {step.expected.length > 0
          ? `${t('detail.expected')}${t('detail.colon')}${step.expected.map((person) => nameOf(person, t)).join(t('events.separator'))}`
          : t('detail.nobodyExpected')}
      </p>
    )
  if (step.state === 'current' && step.tasks.length === 0) return <p className="ap-stuck">{t('detail.stuck')}</p>
  return (
    <ul className="sy-grid sy-gap-3 ap-tasks">
      {shown.map((task) => (
        <TaskLine key={task.id} task={task} />
      ))}
    </ul>
  )
}

function Mark({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <span className={`ap-mark ap-mark-${tone}`} aria-hidden="true">
      {children}
    </span>
  )
}

function StepItem({ step }: { step: Step }) {
  const t = useText('approvals')
  const due = step.state === 'current' && step.dueAt !== null ? dateText(step.dueAt, 'minute') : undefined
  const dueText = step.onTimeout === 'skip' ? 'detail.dueSkip' : 'detail.dueEscalate'
  const several = step.tasks.length + step.expected.length > 1
  return (
    <li className="ap-step" aria-current={step.state === 'current' ? 'step' : undefined}>
      <Mark tone={step.state}>
        <Icon name={icons[step.state]} size={16} />
      </Mark>
      <div className="ap-step-body">
        <p className="sy-flow ap-step-head">
          <strong>{step.name || t('detail.administratorStep')}</strong>
          <span className={`ap-said ap-said-${step.state}`}>{t(`stepStates.${step.state}`)}</span>
        </p>
        {several && <p className="sy-faint">{t(`detail.${step.mode}`)}</p>}
        <StepBody step={step} />
        {due && <p className="ap-due">{t(dueText, { time: due })}</p>}
      </div>
    </li>
  )
}

/** The steps from top to bottom, with past, current and future approvers. */
export function StepTimeline({ process }: { process: ProcessDetail }) {
  const t = useText('approvals')
  const isOver = process.finishedAt !== null
  return (
    <ol className="ap-steps sy-card">
      <li className="ap-step">
        <Mark tone="agreed">
          <Icon name="send" size={16} />
        </Mark>
        <div className="ap-step-body">
          <p className="sy-flow ap-step-head">
            <strong>{t('detail.start')}</strong>
            <span>{nameOf(process.applicant, t)}</span>
            <DateText value={process.startedAt} />
          </p>
        </div>
      </li>
      {process.steps.map((step) => (
        <StepItem key={step.id} step={step} />
      ))}
      <li className="ap-step">
        <Mark tone={isOver ? process.state : 'waiting'}>
          <Icon name={process.state === 'agreed' ? 'check' : isOver ? 'close' : 'more'} size={16} />
        </Mark>
        <div className="ap-step-body">
          <p className="sy-flow ap-step-head">
            <strong>{t('detail.end')}</strong>
            {isOver && <span className={`ap-said ap-said-${process.state}`}>{t(`states.${process.state}`)}</span>}
            {isOver && <DateText value={process.finishedAt} />}
          </p>
        </div>
      </li>
    </ol>
  )
}
