import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'

interface Props {
  readonly title: string
  readonly url: string
  readonly visited: boolean
  readonly onVisit: () => void
}

/** A link: opened in a tab of its own, which is what counts. */
export function LinkStage({ title, url, visited, onVisit }: Props) {
  const t = useText('courses')
  return (
    <div className="sy-box sy-row sy-gap-3 co-link">
      <span className="co-link-sign">
        <Icon name="external" size={34} />
      </span>
      <strong>{title}</strong>
      <span className="co-link-host">{new URL(url).host}</span>
      <a className="sy-button" href={url} target="_blank" rel="noopener noreferrer" onClick={onVisit}>
        {t(visited ? 'player.openAgain' : 'player.openLink')}
        <Icon name="external" size={16} />
      </a>
      <small>{t(visited ? 'player.linkVisited' : 'player.linkHint')}</small>
    </div>
  )
}
