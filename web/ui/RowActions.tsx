import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../i18n/texts.ts'
import { Icon } from './Icon.tsx'

interface Props {
  /** What the row is about, for screen readers. */
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (step: -1 | 1) => void
  readonly onRemove?: () => void
  /** What the row is dragged by. */
  readonly grip?: ReactNode
}

/** The buttons of a row whose place can be changed: up, down, and away. */
export function RowActions({ name, isFirst, isLast, onMove, onRemove, grip }: Props) {
  const t = useText('shell')
  return (
    <span className="sy-inline sy-row-actions">
      {grip}
      <Button
        type="text"
        className="sy-row-up"
        disabled={isFirst}
        aria-label={t('row.up', { name })}
        icon={<Icon name="chevron-down" size={18} />}
        onClick={() => onMove(-1)}
      />
      <Button
        type="text"
        className="sy-row-down"
        disabled={isLast}
        aria-label={t('row.down', { name })}
        icon={<Icon name="chevron-down" size={18} />}
        onClick={() => onMove(1)}
      />
      {onRemove && (
        <Button
          type="text"
          danger
          aria-label={t('row.remove', { name })}
          icon={<Icon name="close" size={18} />}
          onClick={onRemove}
        />
      )}
    </span>
  )
}
