import { useEffect, useRef } from 'react'
import { useSession } from '#web/session.ts'
import { addWatermark } from './watermark.ts'

export interface WatermarkOverlayProps {
  /** The text; by default name and account of the signed-in member. */
  readonly text?: string
  /** Called after the watermark was removed or changed and has been restored; a player pauses. */
  readonly onTampered?: () => void
}

/** A watermark with the viewer's name over its parent, which needs `position: relative`. */
export default function WatermarkOverlay({ text, onTampered }: WatermarkOverlayProps) {
  const { user } = useSession()
  const own = user ? [user.fullName, user.memberName].filter((part, at, all) => all.indexOf(part) === at).join(' ') : ''
  const shown = text ?? own
  const place = useRef<HTMLSpanElement>(null)
  const latest = useRef(onTampered)
  latest.current = onTampered
  useEffect(() => {
    const frame = place.current?.parentElement
    return frame && shown !== '' ? addWatermark(frame, shown, () => latest.current?.()) : undefined
  }, [shown])
  return <span ref={place} hidden />
}
