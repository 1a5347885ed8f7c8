import { useText } from '../i18n/texts.ts'
import { Icon } from './Icon.tsx'
import type { Saving } from './use-revision-editor.ts'

interface Props {
  readonly saving: Saving
  /** How many fields are filled in wrongly: until they are mended nothing is sent. */
  readonly faults?: number
}

const icons = { saved: 'check', saving: 'refresh', failed: 'alert', elsewhere: 'alert' } as const

/** Whether everything that was written is with the server. */
export function SavingNote({ saving, faults = 0 }: Props) {
  const t = useText('shell')
  const state = faults > 0 ? 'failed' : saving
  return (
    <span className="sy-inline sy-note sy-saving" data-saving={state} role="status">
      <Icon name={icons[state]} size={14} />
      {faults > 0 ? t('editing.faults', { count: faults }) : t(`editing.saving.${state}`)}
    </span>
  )
}
