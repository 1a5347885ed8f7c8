/** Asks before a screen with unsaved changes is left: by a link, by the browser's buttons, or by closing the tab. */
import { Modal } from 'antd'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useText } from '../i18n/texts.ts'
import { askBeforeGone } from '../leaving.ts'

export interface LeaveGuard {
  /** Does it at once where nothing is unsaved; asks first otherwise. */
  readonly leave: (go: () => void) => void
  /** Stands somewhere in the screen. */
  readonly holder: ReactNode
}

/** The address inside the client that a click opens in this tab. */
function openedHere(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download'))
    return undefined
  return link.hash.startsWith('#/') && link.hash !== location.hash ? link.hash.slice(1) : undefined
}

interface Words {
  readonly title: string
  readonly hint: string
}

/** `words`: where what is unsaved is not lost, but not done either. */
export function useLeaveGuard(isDirty: boolean, words?: Words): LeaveGuard {
  const t = useText('shell')
  const navigate = useNavigate()
  const place = useLocation()
  const [modal, holder] = Modal.useModal()
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const { title = t('save.leave'), hint = t('save.leaveHint') } = words ?? {}
  const leave = useCallback(
    (go: () => void) => {
      if (!dirty.current) return go()
      void modal.confirm({
        title,
        content: hint,
        okText: t('save.leaveAnyway'),
        cancelText: t('save.stay'),
        okButtonProps: { danger: true },
        autoFocusButton: 'cancel',
        onOk: () => {
          dirty.current = false
          go()
        },
      })
    },
    [modal, t, title, hint],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place of the screen is one to come back to.
  useEffect(() => {
    if (!isDirty) return
    const here = { href: location.href, state: history.state as unknown }
    const onClick = (event: MouseEvent) => {
      const path = openedHere(event)
      if (path === undefined) return
      event.preventDefault()
      event.stopPropagation()
      leave(() => void navigate(path))
    }
    // The browser has already gone back: the address returns until the question is answered.
    const onGone = (event: PopStateEvent) => {
      if (!dirty.current) return
      event.stopImmediatePropagation()
      const path = location.hash.slice(1)
      history.pushState(here.state, '', here.href)
      leave(() => void navigate(path))
    }
    const onClose = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault()
    }
    document.addEventListener('click', onClick, true)
    askBeforeGone(onGone)
    window.addEventListener('beforeunload', onClose)
    return () => {
      document.removeEventListener('click', onClick, true)
      askBeforeGone(undefined)
      window.removeEventListener('beforeunload', onClose)
    }
  }, [isDirty, leave, navigate, place])
  return { leave, holder }
}
