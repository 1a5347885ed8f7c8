import { useEffect, useRef } from 'react'
import { useSession } from '#web/session.ts'
import { addWatermark } from './watermark.ts'

export interface WatermarkOverlayProps {
  /** Who watches, unless it is the signed-in member's name and account. */
  readonly text?: string
  /** Somebody has removed or changed it; it has been put back. A player pauses. */
  readonly onTampered?: () => void
}

/** The viewer's name over the element in which it stands, which is `position: relative`. */
export default function WatermarkOverlay({ text, onTampered }: WatermarkOverlayProps) {
  const { user } = useSession()
  const own = user ? [user.fullName, user.memberName].filter((part, at, all) => all.indexOf(part) === at).join(' ') : ''
  const shown = text ?? own
  const place = useRef<HTMLSpanElement>(null)
  const told = useRef(onTampered)
  told.current = onTampered
  useEffect(() => {
    const frame = place.current?.parentElement
    return frame && shown !== '' ? addWatermark(frame, shown, () => told.current?.()) : undefined
  }, [shown])
  return <span ref={place} hidden />
}
