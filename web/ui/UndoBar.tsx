import { useText } from '../i18n/texts.ts'

interface Props {
  /** What has just left the screen; undefined while nothing can be taken back. */
  readonly text: string | undefined
  readonly onUndo: () => void
}

/** Says for a few seconds what was removed, and takes it back. */
export function UndoBar({ text, onUndo }: Props) {
  const t = useText('shell')
  return (
    <div className="sy-undo" role="status">
      {text !== undefined && (
        <p>
          {text}
          <button type="button" onClick={onUndo}>
            {t('undo')}
          </button>
        </p>
      )}
    </div>
  )
}
