import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'

interface Props {
  readonly isAnonymous: boolean
  readonly minimumGroup: number
  readonly isGuest: boolean
}

/** What becomes of the answers, in words: who can see what, and what nobody can. */
export function AnswerPromise({ isAnonymous, minimumGroup, isGuest }: Props) {
  const t = useText('surveys')
  const kind = isAnonymous ? 'anonymous' : 'named'
  const lines = isAnonymous
    ? [
        t('promise.apart'),
        t('promise.group', { count: minimumGroup }),
        t(isGuest ? 'promise.once' : 'promise.day'),
        t('promise.browser'),
      ]
    : [t('promise.seen'), t('promise.saved')]
  return (
    <section className="sv-promise">
      <Icon name={isAnonymous ? 'shield' : 'user'} size={22} />
      <div>
        <strong>{t(`promise.${kind}`)}</strong>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}
