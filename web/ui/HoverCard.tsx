import { Popover } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  /** Made when the card first opens. */
  readonly card: () => ReactNode
}

const WIDTH_MIN_PX = 320
const WIDTH_MAX_PX = 480

/** A card is 320 px wide; what needs more makes it grow to 480 px instead of being cut (IDENTITY-046), or to the window. */
export const cardStyles = {
  container: {
    minWidth: `min(${WIDTH_MIN_PX}px, calc(100vw - 32px))`,
    width: 'max-content',
    maxWidth: `min(${WIDTH_MAX_PX}px, calc(100vw - 32px))`,
  },
}

/** A card that opens when the pointer rests on the name, or the keyboard's focus does. */
export function HoverCard({ children, card }: Props) {
  return (
    <Popover
      trigger={['hover', 'focus']}
      mouseEnterDelay={0.3}
      destroyOnHidden
      content={<OpenCard card={card} />}
      styles={cardStyles}
    >
      {children}
    </Popover>
  )
}

function OpenCard({ card }: { card: () => ReactNode }) {
  return <>{card()}</>
}
