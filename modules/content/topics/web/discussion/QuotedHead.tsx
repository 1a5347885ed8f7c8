import './pointers.css'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type Quoted, QuotedText } from './QuotedText.tsx'

interface Props {
  readonly quoted: Quoted
  readonly onUnquote: (() => void) | undefined
}

/** What is quoted, above the text that is being written. */
export default function QuotedHead({ quoted, onUnquote }: Props) {
  const t = useText('topics')
  return (
    <div className="sy-row sy-gap-2 dis-quoting">
      <QuotedText quoted={quoted} />
      <button type="button" className="sy-icon-button" aria-label={t('comment.unquote')} onClick={onUnquote}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
