import { Link, matchPath } from 'react-router'
import { useBackTo } from '../back-to.ts'
import { useBilingual, useText } from '../i18n/texts.ts'
import { useModules } from '../modules-context.ts'
import { tableOf } from '../part-of.ts'
import { useTable } from '../tables.ts'
import { Icon } from '../ui/Icon.tsx'

/** The way back to the screen that has sent the member here, above the screen itself. */
export function BackBar() {
  const t = useText('shell')
  const titleOf = useBilingual()
  const modules = useModules()
  const backTo = useBackTo()
  const pathname = (backTo ?? '').replace(/\?.*$/, '')
  useTable(tableOf(pathname))
  if (backTo === undefined) return null
  const route = modules.flatMap((module) => module.routes).find(({ path }) => matchPath(path, pathname))
  if (!route) return null
  return (
    <nav className="sy-back-bar" aria-label={t('back')}>
      <Link to={backTo}>
        <Icon name="arrow-left" size={16} />
        {t('backTo', { name: titleOf(route.title) })}
      </Link>
    </nav>
  )
}
