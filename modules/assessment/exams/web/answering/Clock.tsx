import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { ServerClock } from '#web/ui/server-clock.ts'

interface Props {
  readonly clock: ServerClock
  readonly endsAt: number
  readonly attemptId: string
  readonly onTimeUp: () => void
}

/** When the examinee is reminded of the end, in minutes before it, once each (EXAM-041, EXAM-042). */
const reminders = [5, 1] as const
const reminderShownMs = 15_000

/** `1:05:09`, `4:59` */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** The reminder that is due and was not given yet. A late one gives way to the next. */
export function dueReminder(leftMs: number, given: ReadonlySet<number>): number | undefined {
  const due = reminders.filter((minutes) => leftMs > 0 && leftMs <= minutes * 60_000)
  const last = due.at(-1)
  return last !== undefined && !given.has(last) ? last : undefined
}

/** The time that is left. It can be hidden; screen readers hear the reminders alone. */
export function Clock({ clock, endsAt, attemptId, onTimeUp }: Props) {
  const t = useText('exams')
  const [isHidden, setHidden] = useState(false)
  const { left, reminder } = useCountdown({ clock, endsAt, key: attemptId, onOver: onTimeUp })
  return (
    <>
      <span className="ex-clock" data-urgent={left <= 300_000}>
        <button
          type="button"
          className="sy-icon-button"
          aria-label={t(isHidden ? 'answer.showTime' : 'answer.hideTime')}
          aria-pressed={isHidden}
          onClick={() => setHidden(!isHidden)}
        >
          <Icon name="clock" size={18} />
        </button>
        {!isHidden && (
          <time role="timer" aria-live="off" aria-label={t('answer.timeLeft')}>
            {clockText(left)}
          </time>
        )}
      </span>
      <div role="alert" className="ex-reminder-holder">
        {reminder !== undefined && <p className="ex-reminder">{t('answer.reminder', { count: reminder })}</p>}
      </div>
    </>
  )
}

interface SectionProps extends Omit<Props, 'onTimeUp'> {
  readonly number: number
  /** How long the section may take. */
  readonly timeMs: number
}

const ignore = () => undefined

/** The time that is left in a section, with reminders of its end. */
export function SectionClock({ clock, endsAt, attemptId, number, timeMs }: SectionProps) {
  const t = useText('exams')
  const { left, reminder } = useCountdown({ clock, endsAt, key: `${attemptId}.${number}`, timeMs, onOver: ignore })
  return (
    <>
      <span className="sy-row sy-gap-2" data-urgent={left <= 60_000}>
        {t('answer.sectionTimeLeft')}
        <time role="timer" aria-live="off">
          {clockText(left)}
        </time>
      </span>
      <div role="alert" className="ex-reminder-holder">
        {reminder !== undefined && <p className="ex-reminder">{t('answer.sectionReminder', { count: reminder })}</p>}
      </div>
    </>
  )
}

interface CountdownOf {
  readonly clock: ServerClock
  readonly endsAt: number
  /** Reminders are given once a key, also over a reload. */
  readonly key: string
  /** Where it is shorter than a reminder, there is none: it would come with the beginning. */
  readonly timeMs?: number
  readonly onOver: () => void
}

function useCountdown({ clock, endsAt, key: name, timeMs = Number.POSITIVE_INFINITY, onOver }: CountdownOf) {
  const [left, setLeft] = useState(() => endsAt - clock.now())
  const [reminder, setReminder] = useState<number>()
  const isUp = useRef(false)
  useEffect(() => {
    const key = `shuyuan.exam-reminders.${name}`
    const given = new Set((sessionStorage.getItem(key) ?? '').split(',').filter(Boolean).map(Number))
    for (const minutes of reminders) if (minutes * 60_000 >= timeMs) given.add(minutes)
    const look = () => {
      const now = endsAt - clock.now()
      setLeft(now)
      const due = dueReminder(now, given)
      if (due !== undefined) {
        given.add(due)
        sessionStorage.setItem(key, [...given].join(','))
        setReminder(due)
        setTimeout(() => setReminder((shown) => (shown === due ? undefined : shown)), reminderShownMs)
      }
      if (now > 0) isUp.current = false
      else if (!isUp.current) {
        isUp.current = true
        onOver()
      }
    }
    look()
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [clock, endsAt, name, timeMs, onOver])
  return { left, reminder }
}
