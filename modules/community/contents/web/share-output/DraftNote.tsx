import { useText } from '#web/i18n/texts.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import type { DraftState } from '../drafts/draft-keeper.ts'

const icons: Readonly<Record<DraftState, IconName>> = {
  saved: 'check',
  waiting: 'edit',
  saving: 'refresh',
  kept: 'alert',
  refused: 'alert',
  conflict: 'alert',
}

/** Where what was typed is: with the server, or on this device for now. */
export function DraftNote({ state, savedAt }: { readonly state: DraftState; readonly savedAt: number | undefined }) {
  const t = useText('contents')
  const time = savedAt === undefined ? undefined : new Date(savedAt).toTimeString().slice(0, 5)
  return (
    <span className="sy-inline sy-note ct-draft-note" data-state={state} role="status">
      <Icon name={icons[state]} size={14} />
      {state === 'saved' && time !== undefined ? t('draft.savedAt', { time }) : t(`draft.${state}`)}
    </span>
  )
}
