import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PriceBadge } from '#modules/commerce/prices/web.tsx'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { OwnContent } from '../../contract/learning.ts'
import { idsOfKind } from './ids-of-kind.ts'
import { Bar, RequiredTag } from './Tags.tsx'

interface Props {
  readonly contents: readonly OwnContent[]
  /** In place of the way to the item: what those who look at somebody else's package can do. */
  readonly actionOf?: (content: OwnContent) => ReactNode
}

function stateOf({ courseStudyProgress: { isFinished, isStarted } }: OwnContent): 'done' | 'started' | 'open' {
  if (isFinished) return 'done'
  return isStarted ? 'started' : 'open'
}

/** The contents of a package in their order, each with how far it is. */
export function ContentList({ contents, actionOf }: Props) {
  const t = useText('pushes')
  const language = useLanguage()
  return (
    <ol className="sy-plain-list pu-contents">
      {contents.map((content, index) => {
        const state = stateOf(content)
        const { percent, finishedAt } = content.courseStudyProgress
        return (
          <li key={`${content.businessType} ${content.businessId}`} className="pu-content" data-state={state}>
            <span className="pu-content-mark" aria-hidden="true">
              {state === 'done' ? <Icon name="check" size={16} /> : index + 1}
            </span>
            <div>
              <span className="sy-row sy-wrap pu-content-name">
                {content.businessName}
                <RequiredTag isRequired={content.isRequired} />
                {!actionOf && (
                  <PriceBadge
                    businessType={content.businessType}
                    id={content.businessId}
                    ids={idsOfKind(contents, content)}
                  />
                )}
              </span>
              <small>
                {content.kindLabel[language]} · {t(`content.${state}`, { percent })}
                {!content.isAvailable && ` · ${t('content.gone')}`}
                {finishedAt !== null && ` · ${dateText(finishedAt, 'day')}`}
              </small>
              {state === 'started' && <Bar percent={percent} label={t('task.progress', { percent })} />}
            </div>
            {actionOf ? actionOf(content) : <Study content={content} state={state} />}
          </li>
        )
      })}
    </ol>
  )
}

/** The way to the item: begin, go on, look again. */
function Study({ content, state }: { content: OwnContent; state: 'done' | 'started' | 'open' }) {
  const t = useText('pushes')
  if (content.link === null || (!content.isAvailable && state === 'open')) return <span />
  const look = state === 'done' ? 'sy-button sy-button-small sy-button-plain' : 'sy-button sy-button-small'
  return (
    <Link to={content.link} className={look} aria-label={t(`content.doOf.${state}`, { name: content.businessName })}>
      {t(`content.do.${state}`)}
    </Link>
  )
}
