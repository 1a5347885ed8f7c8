import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { RoomIcon } from '../controls/RoomIcon.tsx'
import type { BoardChoice } from './Board.tsx'
import { boardColors, boardTools } from './pencil.ts'

interface Props {
  readonly choice: BoardChoice | undefined
  readonly onChoose: (choice: BoardChoice | undefined) => void
  /** Undoes this browser's last drawing; undefined if none of it is left on the page. */
  readonly onUndo: (() => void) | undefined
  readonly onClear: (() => void) | undefined
}

/** Pens and colors; a second press on the pen in use puts it away. */
export function BoardTools({ choice, onChoose, onUndo, onClear }: Props) {
  const t = useText('rooms')
  const color = choice?.color ?? boardColors[0]
  return (
    <div className="room-tools" role="toolbar" aria-label={t('board.tools')}>
      {boardTools.map((tool) => (
        <button
          key={tool}
          type="button"
          aria-pressed={choice?.tool === tool}
          aria-label={t(`board.${tool}`)}
          title={t(`board.${tool}`)}
          onClick={() => onChoose(choice?.tool === tool ? undefined : { tool, color })}
        >
          <RoomIcon name={tool} size={18} />
        </button>
      ))}
      <span className="room-tools-line" />
      {boardColors.map((one, at) => (
        <button
          key={one}
          type="button"
          className="room-tools-color"
          style={{ '--room-ink': one } as React.CSSProperties}
          aria-pressed={color === one}
          aria-label={t(`board.color.${at + 1}`)}
          onClick={() => onChoose({ tool: choice?.tool ?? 'pen', color: one })}
        >
          <i />
        </button>
      ))}
      <button type="button" aria-label={t('board.undo')} title={t('board.undo')} disabled={!onUndo} onClick={onUndo}>
        <Icon name="undo" size={18} />
      </button>
      {onClear && (
        <button type="button" aria-label={t('board.clear')} title={t('board.clear')} onClick={onClear}>
          <Icon name="delete" size={18} />
        </button>
      )}
    </div>
  )
}
