import { useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import type { PushState, TaskStatus } from '../../contract/shapes.ts'

type Tone = 'faint' | 'accent' | 'success' | 'warning' | 'danger'

function Tag({ tone, text }: { tone: Tone; text: string }) {
  return <span className={`pu-tag pu-tone-${tone}`}>{text}</span>
}

const stateTones: Readonly<Record<PushState, Tone>> = {
  draft: 'faint',
  scheduled: 'warning',
  sending: 'accent',
  running: 'accent',
  ended: 'faint',
  revoked: 'danger',
}

/** Where a push stands. */
export function StateTag({ state }: { state: PushState }) {
  const t = useText('pushes')
  return <Tag tone={stateTones[state]} text={t(`state.${state}`)} />
}

const taskTones: Readonly<Record<TaskStatus, Tone>> = { 1: 'faint', 2: 'accent', 3: 'success' }

/** Map `task-status` (COURSE-034). */
export function TaskTag({ status }: { status: TaskStatus }) {
  const t = useText('pushes')
  return <Tag tone={taskTones[status]} text={t(`maps.task-status.${status}`)} />
}

const pushTones: Readonly<Record<1 | 2 | 3, Tone>> = { 1: 'faint', 2: 'success', 3: 'danger' }

/** Map `push-status` (COURSE-035). */
export function PushTag({ status }: { status: 1 | 2 | 3 }) {
  const t = useText('pushes')
  return <Tag tone={pushTones[status]} text={t(`maps.push-status.${status}`)} />
}

export function RequiredTag({ isRequired }: { isRequired: 0 | 1 }) {
  const t = useText('pushes')
  return <Tag tone={isRequired === 1 ? 'warning' : 'faint'} text={t(isRequired === 1 ? 'required' : 'optional')} />
}

const SOON_MS = 3 * 86_400_000

/** Until when it is to be done; said louder the nearer it comes. */
export function DueText({ value, isDone, isOverdue }: { value: number | null; isDone: boolean; isOverdue: boolean }) {
  const t = useText('pushes')
  if (value === null) return <span className="sy-faint">{t('due.none')}</span>
  const day = dateText(value, 'minute')
  if (isOverdue) return <span className="pu-due-late">{t('due.late', { day })}</span>
  const isSoon = !isDone && value - Date.now() < SOON_MS
  return <span className={isSoon ? 'pu-due-soon' : 'sy-faint'}>{t('due.until', { day })}</span>
}

/** How far it is, in a bar; read out by its label. */
export function Bar({ percent, label }: { percent: number; label: string }) {
  return (
    <span className="pu-bar" role="img" aria-label={label}>
      <i data-tone={percent >= 100 ? 'success' : undefined} style={{ width: `${Math.min(100, percent)}%` }} />
    </span>
  )
}
