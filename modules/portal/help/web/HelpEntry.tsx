import { Link, useLocation } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { helpPaths } from './paths.ts'

/** In the top bar: help, which begins with what is about the present screen. A phone has it in the menu at the avatar. */
export default function HelpEntry() {
  const t = useText('help')
  const { pathname } = useLocation()
  const isHelp = pathname === helpPaths.center || pathname.startsWith(`${helpPaths.center}/`)
  return (
    <Link
      className="sy-icon-button sy-wide-only"
      to={isHelp ? helpPaths.center : helpPaths.about(pathname)}
      aria-label={t('center.entry')}
      title={t('center.entry')}
    >
      <Icon name="help" />
    </Link>
  )
}
