import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ShareButton } from '#modules/community/sharing/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { pictureUrl } from '#web/ui/picture.ts'
import { type ContentType, contentBusinessType } from '../../contract.ts'
import { contentPaths } from '../paths.ts'
import type { Done } from './publication.ts'

const words = {
  published: ['publish.doneNow', 'publish.doneNowHint'],
  scheduled: ['publish.doneLater', 'publish.doneLaterHint'],
  review: ['publish.doneReview', 'publish.doneReviewHint'],
} as const

/** After publishing: what came of it, and what can be done next. */
export function PublishedPanel({ done, type }: { done: Done; type: ContentType }) {
  const t = useText('contents')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [title, hint] = words[done.outcome]
  const picture = pictureUrl(done.picture)
  return (
    <section className="sy-card ct-published">
      <Icon name={done.outcome === 'published' ? 'check' : 'clock'} size={44} />
      <h1 ref={heading} tabIndex={-1}>
        {t(title)}
      </h1>
      <strong>{done.title}</strong>
      <p className="sy-note">{t(hint)}</p>
      <div className="sy-actions">
        <Link className="sy-button" to={contentPaths.detail(done.id)}>
          {t('publish.look')}
        </Link>
        {done.outcome === 'published' && done.isPublic && (
          <ShareButton
            item={{
              id: done.id,
              type: contentBusinessType,
              title: done.title,
              summary: done.excerpt,
              ...(picture !== undefined && { picture }),
            }}
          />
        )}
        <Link className="sy-button sy-button-plain" to={contentPaths.manage()}>
          {t('write.back')}
        </Link>
        <Link className="sy-button sy-button-plain" to={contentPaths.write(type)} reloadDocument>
          {t('publish.another')}
        </Link>
      </div>
    </section>
  )
}
