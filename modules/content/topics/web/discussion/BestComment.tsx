import './pointers.css'
import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Thread } from '../../contract/comments.ts'
import { LinkedText } from './links.tsx'

/** The best comment, before all others: it stands at its own place as well, where it is answered. */
export default function BestComment({ best: { author, content, mentions } }: { best: NonNullable<Thread['best']> }) {
  const t = useText('topics')
  const id = useId()
  return (
    <section className="sy-box dis-best" aria-labelledby={id}>
      <h3 id={id}>
        <Icon name="star" size={16} /> {t('comment.best')}
        <span className="sy-note">{author?.memberFullName ?? t('comment.nobody')}</span>
      </h3>
      <p className="dis-content" dir="auto">
        <LinkedText text={content} mentions={mentions} />
      </p>
    </section>
  )
}
