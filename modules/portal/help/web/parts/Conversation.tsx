import './help.css'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'

interface Message {
  readonly id: string
  readonly content: string
  readonly authorName: string
  readonly isAnswer: boolean
  readonly createdAt: number
}

interface Props {
  readonly content: string
  readonly pictureUrls: readonly string[]
  readonly messages: readonly Message[]
}

/** A feedback with its pictures, and what was written about it since. */
export function Conversation({ content, pictureUrls, messages }: Props) {
  const t = useText('help')
  return (
    <div className="sy-column sy-gap-3">
      <p className="hp-text">{content}</p>
      {pictureUrls.length > 0 && (
        <div className="hp-pictures">
          {pictureUrls.map((url, index) => (
            <a key={url} href={url} target="_blank" rel="noreferrer">
              <img src={url} alt={t('feedback.picture', { number: index + 1 })} />
            </a>
          ))}
        </div>
      )}
      {messages.length === 0 && <p className="sy-faint">{t('feedback.noMessages')}</p>}
      {messages.map((message) => (
        <div key={message.id} className="hp-message" data-answer={message.isAnswer || undefined}>
          <small className="sy-faint">
            {message.isAnswer && `${t('feedback.answer')} · `}
            {message.authorName} · <DateText value={message.createdAt} />
          </small>
          <div className="hp-text">{message.content}</div>
        </div>
      ))}
    </div>
  )
}
