import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { antPart } from '../part.ts'
import { paths } from '../paths.ts'

const MemberPopover = antPart(() => import('./MemberPopover.tsx'), [])

interface Props {
  readonly memberId: string
  /** The name, or the picture beside it. */
  readonly children: ReactNode
  /** A picture beside the linked name: neither the keyboard nor a screen reader needs the same link twice. */
  readonly isPicture?: boolean
}

const OPEN_AFTER_MS = 300
/** The pointer has this long to get from the name to the card. */
const CLOSE_AFTER_MS = 200

/**
 * A member's name or picture: it leads to their homepage, and their card opens when the pointer rests on it or the keyboard's
 * focus stays. The card is fetched when it first opens, so a screen full of names costs nothing.
 */
export function MemberLink({ memberId, children, isPicture = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const timer = useRef<number | undefined>(undefined)
  const later = (open: boolean) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(open), open ? OPEN_AFTER_MS : CLOSE_AFTER_MS)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return (
    <>
      <Link
        ref={link}
        className="sy-member-link"
        to={paths.member(memberId)}
        {...(isPicture && { tabIndex: -1, 'aria-hidden': true })}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && later(true)}
        onPointerLeave={() => later(false)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && later(true)}
        onBlur={() => later(false)}
      >
        {children}
      </Link>
      {isOpen && link.current && (
        <Suspense fallback={null}>
          <MemberPopover memberId={memberId} beside={link.current} onStay={later} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
