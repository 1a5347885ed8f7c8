import { useText } from '#web/i18n/texts.ts'

/** The badge of a running live session, with animated bars. */
export function OnAir() {
  const t = useText('live')
  return (
    <span className="sy-inline lv-on-air">
      <span className="lv-bars" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {t('card.onAir')}
    </span>
  )
}
