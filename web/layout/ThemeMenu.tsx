import { useText } from '../i18n/texts.ts'
import { chooseMode, type Mode, themeMode } from '../theme/mode.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'

const modes: readonly { mode: Mode; icon: IconName }[] = [
  { mode: 'light', icon: 'sun' },
  { mode: 'dark', icon: 'moon' },
  { mode: 'auto', icon: 'auto' },
]

/** Light, dark, or as the system has it. */
export function ThemeMenu() {
  const t = useText('shell')
  const { mode, dark } = themeMode.use()
  return (
    <MenuButton label={t('theme.label')} button={<Icon name={dark ? 'moon' : 'sun'} />}>
      {modes.map((entry) => (
        <button
          key={entry.mode}
          type="button"
          role="menuitemradio"
          aria-checked={entry.mode === mode}
          onClick={() => chooseMode(entry.mode)}
        >
          <Icon name={entry.icon} size={18} />
          {t(`theme.${entry.mode}`)}
          {entry.mode === mode && <Icon name="check" size={16} />}
        </button>
      ))}
    </MenuButton>
  )
}
