import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { SectionContent } from '../../contract/learning.ts'
import type { ActivityKind } from '../../contract/wire.ts'

interface Props {
  readonly kind: ActivityKind
  readonly activity: SectionContent['activity']
  readonly finished: boolean
}

/** An exam, a survey or a live: it is taken on its own screen, and counts here when it is finished there. */
export function ActivityStage({ kind, activity, finished }: Props) {
  const t = useText('courses')
  const path = activity?.launchPath ?? null
  return (
    <div className="sy-box sy-row sy-gap-3 co-link">
      <Icon name={kind === 'live' ? 'live' : 'exam'} size={34} />
      <h2>{activity?.name || t(`kind.${kind}`)}</h2>
      <p>{t(path === null ? 'activity.gone' : finished ? 'activity.finished' : `activity.hint.${kind}`)}</p>
      {path !== null && (
        <Link className="sy-button co-button-large" to={path}>
          {t(`activity.go.${kind}`)}
          <Icon name="arrow-right" size={16} />
        </Link>
      )}
    </div>
  )
}
