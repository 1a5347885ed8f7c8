import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { StageContent } from '../../contract/wire.ts'
import { kindIcon } from '../kinds.ts'
import { ProgressBar } from '../ProgressBar.tsx'

interface Props {
  readonly content: StageContent
  readonly isNext: boolean
  /** Undefined where nothing can be opened. */
  readonly onOpen: (() => void) | undefined
  readonly opening: boolean
}

function doOf({ progress }: StageContent): 'review' | 'goOn' | 'start' {
  if (progress.isFinished) return 'review'
  return progress.isStarted ? 'goOn' : 'start'
}

/** One content of a stage: what it is, how far it is, and the way in. */
export function ContentRow({ content, isNext, onOpen, opening }: Props) {
  const t = useText('subjects')
  const { businessName, kindName, isRequired, isAvailable, becauseOf, progress, coverUrl } = content
  const name = businessName || t('content.gone')
  const canOpen = onOpen && (isAvailable || (progress.isStarted && businessName !== ''))
  return (
    <li
      className="sy-grid sy-gap-4 sb-content"
      data-done={progress.isFinished}
      data-next={isNext}
      data-gone={!isAvailable}
    >
      <span className="sb-content-picture" aria-hidden="true">
        {coverUrl ? (
          <img src={coverUrl} alt="" loading="lazy" />
        ) : (
          <Icon name={kindIcon(content.businessType)} size={22} />
        )}
        {progress.isFinished && (
          <span className="sb-content-tick">
            <Icon name="check" size={14} />
          </span>
        )}
      </span>
      <span className="sb-content-words">
        <strong>{name}</strong>
        <span className="sy-row sy-wrap sy-note sb-content-facts">
          <span>{kindName}</span>
          <span>{t(isRequired === 1 ? 'content.required' : 'content.elective')}</span>
          {becauseOf && <span className="sy-tag">{t(`content.because.${becauseOf}`)}</span>}
          {!isAvailable && <span className="sy-tag">{t('content.down')}</span>}
        </span>
      </span>
      {progress.isFinished ? (
        <span className="sy-inline sb-content-state sb-done">
          <Icon name="check" size={16} />
          {t('content.finished')}
        </span>
      ) : progress.isStarted ? (
        <span className="sb-content-state">
          <ProgressBar percent={progress.percent} label={t('content.progress', { name })} />
        </span>
      ) : (
        <span className="sb-content-state sy-faint">{isAvailable && t('content.notStarted')}</span>
      )}
      {canOpen ? (
        <button
          type="button"
          className={isNext ? 'sy-button sy-button-small' : 'sy-button sy-button-plain sy-button-small'}
          aria-label={t(`content.${doOf(content)}Of`, { name })}
          disabled={opening}
          onClick={onOpen}
        >
          {t(`content.${doOf(content)}`)}
        </button>
      ) : (
        <span className="sb-content-closed" />
      )}
    </li>
  )
}
