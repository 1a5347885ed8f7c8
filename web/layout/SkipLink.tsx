import { useText } from '../i18n/texts.ts'

/** The first stop of the Tab key: past the navigation. A link to `#main` would be an address to the router. */
export function SkipLink() {
  const t = useText('shell')
  return (
    <button type="button" className="sy-skip" onClick={() => document.getElementById('main')?.focus()}>
      {t('skip')}
    </button>
  )
}
