import { Button } from 'antd'
import { memo } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { type ModuleTypeName, moduleTypeNames } from '../../contract/module-types.ts'

/** What each type looks like in lists of the editor. */
const icons: Readonly<Partial<Record<ModuleTypeName, IconName>>> = {
  ...{ banner: 'image', shortcuts: 'link', courses: 'book', subjects: 'library', paths: 'route', lives: 'live' },
  ...{ exams: 'exam', classes: 'users', contents: 'file', news: 'text', rankings: 'chart', calendar: 'calendar' },
  ...{ todos: 'todo', notices: 'bell', countdown: 'clock', 'rich-text': 'edit', picture: 'image', video: 'video' },
  ...{ figures: 'chart', roles: 'user', activity: 'history' },
}
export const iconOf = (type: ModuleTypeName): IconName => icons[type] ?? 'star'

interface Props {
  readonly disabled: boolean
  readonly onAdd: (type: ModuleTypeName) => void
}

/** The types of modules that can be added. */
export const Palette = memo(function Palette({ disabled, onAdd }: Props) {
  const t = useText('pages')
  return (
    <section className="pe-palette" aria-label={t('design.palette')}>
      <h2>{t('design.palette')}</h2>
      <div className="pe-types">
        {moduleTypeNames.map((type) => (
          <Button
            key={type}
            disabled={disabled}
            icon={<Icon name={iconOf(type)} size={16} />}
            aria-label={t('design.addOf', { type: t(`types.${type}`) })}
            onClick={() => onAdd(type)}
          >
            {t(`types.${type}`)}
          </Button>
        ))}
      </div>
    </section>
  )
})
