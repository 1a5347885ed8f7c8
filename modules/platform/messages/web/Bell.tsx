import './bell.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { q } from '#web/api/query.ts'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import { setTitleCount } from '#web/title.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { messages } from '../contract.ts'
import { BellPanel } from './BellPanel.tsx'
import { useLiveMessages } from './live.ts'
import { messagePaths } from './paths.ts'
import { useTodoCounts } from './use-todos.ts'

const SHOWN_MAX = 99

/** In the top bar: the live numbers of to-dos and unread messages (SYSTEM-208, SYSTEM-213). */
export default function Bell() {
  useLiveMessages()
  return (
    <>
      <TodoLink />
      <BellButton />
    </>
  )
}

function TodoLink() {
  const t = useText('messages')
  const { data } = useTodoCounts()
  const { count = 0, overdueCount = 0 } = data ?? {}
  return (
    <Link
      className="sy-icon-button ms-top-button"
      to={messagePaths.todos()}
      aria-label={todosLabel(t, count, overdueCount)}
      title={t('bell.todos')}
    >
      <Icon name="todo" />
      <Badge count={count} quiet={overdueCount === 0} />
    </Link>
  )
}

function todosLabel(t: TextOf, count: number, overdueCount: number): string {
  if (count === 0) return t('bell.todos')
  return overdueCount === 0 ? t('bell.todosCount', { count }) : t('bell.todosOverdue', { count, overdue: overdueCount })
}

function BellButton() {
  const t = useText('messages')
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { data } = useQuery(q(messages.unreadCount, {}, { quiet: true }))
  const count = data?.total ?? 0
  useEffect(() => setTitleCount(count), [count])
  useEffect(() => () => setTitleCount(0), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever a message has led, the panel has done its part.
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!open) return
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const label = count === 0 ? t('bell.label') : t('bell.labelCount', { count })
  return (
    <div className="ms-bell" ref={root}>
      <button
        ref={button}
        type="button"
        className="sy-icon-button ms-top-button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {/* The count is the key of the element, so that the bell swings once for each new message. */}
        <span key={count} className={count > 0 ? 'ms-bell-icon ms-bell-rings' : 'ms-bell-icon'}>
          <Icon name="bell" />
        </span>
        <Badge count={count} />
      </button>
      <Announcement count={count}>{label}</Announcement>
      {open && <BellPanel unread={count} onClose={close} />}
    </div>
  )
}

function Badge({ count, quiet }: { count: number; quiet?: boolean }) {
  if (count === 0) return null
  return (
    <span className={quiet ? 'ms-badge ms-badge-quiet' : 'ms-badge'} aria-hidden="true">
      {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
    </span>
  )
}

/** Announces a higher count to screen readers, but not the first count. */
function Announcement({ count, children }: { count: number; children: ReactNode }) {
  const before = useRef(count)
  const [news, setNews] = useState(false)
  useEffect(() => {
    setNews(count > before.current)
    before.current = count
  }, [count])
  return (
    <span className="sy-visually-hidden" role="status">
      {news && children}
    </span>
  )
}
