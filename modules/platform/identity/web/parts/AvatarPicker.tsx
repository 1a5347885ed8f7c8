import { useText } from '#web/i18n/texts.ts'
import { pictureUrl } from '#web/ui/picture.ts'
import { defaultAvatarCount, defaultAvatarPath } from '../../contract/shapes.ts'
import './identity.css'

interface Props {
  /** 0 person, 1 organization, 2 group, 3 AI. */
  readonly type: 0 | 1 | 2 | 3
  readonly value: string | undefined
  readonly onChoose: (path: string) => void
}

/** The six default pictures of a type; choosing one needs no upload (IDENTITY-050, IDENTITY-051). */
export function AvatarPicker({ type, value, onChoose }: Props) {
  const t = useText('identity')
  const choices = Array.from({ length: defaultAvatarCount }, (_, at) => defaultAvatarPath(type, at + 1))
  return (
    <fieldset className="avatar-picker">
      <legend>
        {t('profile.defaultAvatars')} · {t(`maps.avatarType.${type}`)}
      </legend>
      {choices.map((path, at) => (
        <button
          key={path}
          type="button"
          aria-pressed={path === value}
          aria-label={t('profile.avatarNumber', { number: at + 1 })}
          onClick={() => onChoose(path)}
        >
          <img src={pictureUrl(path)} alt="" width={46} height={46} />
        </button>
      ))}
    </fieldset>
  )
}
