import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Saving } from '#web/ui/use-revision-editor.ts'

const icons = { saved: 'check', saving: 'refresh', failed: 'alert', elsewhere: 'alert' } as const

/** Whether everything is with the server. */
export function SavingNote({ saving }: { saving: Saving }) {
  const t = useText('courses')
  return (
    <span className="sy-inline sy-note co-saving" data-saving={saving} role="status">
      <Icon name={icons[saving]} size={14} />
      {t(`authoring.saving.${saving}`)}
    </span>
  )
}
