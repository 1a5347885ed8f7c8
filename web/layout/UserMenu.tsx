import { Link, useLocation } from 'react-router'
import { appState } from '../app-state.ts'
import { useBilingual, useText } from '../i18n/texts.ts'
import { useModules } from '../modules-context.ts'
import { goTo, paths, signInPath } from '../paths.ts'
import { signOut, useSession } from '../session.ts'
import { Slot } from '../slots.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import { addressOf, menuOf } from './menu.ts'

/** The menu at the member's picture; the way to sign in where nobody is. */
export function UserMenu() {
  const t = useText('shell')
  const titleOf = useBilingual()
  const session = useSession()
  const switches = appState.use()
  const modules = useModules()
  const location = useLocation()
  const { user } = session
  if (!session.signedIn) {
    return (
      <Link className="sy-button sy-button-small" to={signInPath(location.pathname + location.search)}>
        {t('signIn')}
      </Link>
    )
  }
  if (!user) return <span className="sy-avatar sy-skeleton" style={{ width: 36, height: 36 }} />
  const leave = async () => {
    await signOut()
    goTo(paths.signIn)
  }
  return (
    <MenuButton
      className="sy-user-menu"
      label={t('userMenu', { name: user.fullName })}
      button={<Avatar name={user.fullName} path={user.headPortrait} />}
      head={
        <div className="sy-user-card">
          <Avatar name={user.fullName} path={user.headPortrait} size={48} />
          <div>
            <strong>{user.fullName}</strong>
            <span>{user.organization.name}</span>
          </div>
          <Slot name="user-card" values={{}} />
        </div>
      }
    >
      {menuOf(modules, 'user', session, switches).map((entry) => (
        <Link key={entry.path} role="menuitem" to={addressOf(entry, location.pathname)}>
          <Icon name={entry.icon} size={18} />
          {titleOf(entry.title)}
        </Link>
      ))}
      <button type="button" role="menuitem" onClick={() => void leave()}>
        <Icon name="sign-out" size={18} />
        {t('signOut')}
      </button>
    </MenuButton>
  )
}
