import { Popover } from 'antd'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Slot } from '../slots.tsx'
import { cardStyles } from './HoverCard.tsx'

interface Props {
  readonly memberId: string
  readonly beside: Element
  /** The pointer is on the card, or has left it. */
  readonly onStay: (isOn: boolean) => void
  readonly onClose: () => void
}

/** The card of a member beside a name that stays as it is: the name keeps the focus. */
export default function MemberPopover({ memberId, beside, onStay, onClose }: Props) {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    document.addEventListener('keydown', onKey)
    // What scrolls carries the name away from its card.
    document.addEventListener('scroll', onClose, { capture: true, passive: true })
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('scroll', onClose, { capture: true })
    }
  }, [onClose])
  const { left, top, width, height } = beside.getBoundingClientRect()
  return createPortal(
    <Popover
      open
      placement="bottomLeft"
      styles={cardStyles}
      content={
        <div onPointerEnter={() => onStay(true)} onPointerLeave={() => onStay(false)}>
          <Slot name="member-card" values={{ memberId }} />
        </div>
      }
    >
      <span aria-hidden="true" style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }} />
    </Popover>,
    document.body,
  )
}
