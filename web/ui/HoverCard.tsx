import { Popover } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  /** Made when the card first opens. */
  readonly card: () => ReactNode
}

const WIDTH_PX = 320

/** A card that opens when the pointer rests on the name, or the keyboard's focus does. */
export function HoverCard({ children, card }: Props) {
  return (
    <Popover
      trigger={['hover', 'focus']}
      mouseEnterDelay={0.3}
      destroyOnHidden
      content={<OpenCard card={card} />}
      styles={{ container: { width: WIDTH_PX, maxWidth: 'calc(100vw - 32px)' } }}
    >
      {children}
    </Popover>
  )
}

function OpenCard({ card }: { card: () => ReactNode }) {
  return <>{card()}</>
}
