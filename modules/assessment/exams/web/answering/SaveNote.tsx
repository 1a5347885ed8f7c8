import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { SaveState } from './answer-journal.ts'

/** How far the answers are saved, always in sight. `isKept`: this browser keeps what waits over a reload. */
export function SaveNote({ save, isKept }: { save: SaveState; isKept: boolean }) {
  const t = useText('exams')
  const { kind, waiting } = save
  const icon = kind === 'saved' ? 'check' : kind === 'saving' ? 'refresh' : 'alert'
  return (
    <span className="sy-inline ex-save" data-state={kind} role="status">
      <Icon name={icon} size={16} />
      {t(`save.${kind}`, { count: waiting })}
      {!isKept && waiting > 0 && <small>{t('save.notKept')}</small>}
    </span>
  )
}
