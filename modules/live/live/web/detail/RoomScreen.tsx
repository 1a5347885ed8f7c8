import { type ReactNode, useEffect, useRef } from 'react'
import { Room } from '#modules/live/rooms/web.tsx'

interface Props {
  readonly roomId: string
  readonly guestToken?: string
  readonly onLeave: () => void
  /** Shown to a member on the stage after the end. */
  readonly afterEnd?: ReactNode
}

/** The elements that stay reachable beside the room: notifications and alerts. */
const kept = '[popover], dialog, script'

/** The room over the whole window; the keyboard cannot reach the page behind it. */
export function RoomScreen(props: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const covered: HTMLElement[] = []
    for (let at = place.current; at?.parentElement && at !== document.body; at = at.parentElement as HTMLDivElement) {
      for (const beside of at.parentElement.children) {
        if (beside === at || !(beside instanceof HTMLElement) || beside.matches(kept) || beside.inert) continue
        // Pop-ups over the page belong to the room, and come later.
        if (at.parentElement === document.body) continue
        beside.inert = true
        covered.push(beside)
      }
    }
    return () => {
      for (const element of covered) element.inert = false
    }
  }, [])
  return (
    <div className="lv-room" ref={place}>
      <Room {...props} />
    </div>
  )
}
