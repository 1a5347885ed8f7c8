import { useText } from '#web/i18n/texts.ts'
import type { Reply } from '../../contract/comments.ts'

export type Quoted = NonNullable<Reply['quoted']>

/** What a comment quotes, with who wrote it. */
export function QuotedText({ quoted: { author, content } }: { quoted: Quoted }) {
  const t = useText('topics')
  return (
    <blockquote className="dis-quote" dir="auto">
      <cite>{author?.memberFullName ?? t('comment.nobody')}</cite>
      {content === '' ? t('comment.removed') : content}
    </blockquote>
  )
}
