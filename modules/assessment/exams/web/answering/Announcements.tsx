import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Announcement } from '../../contract/announcing.ts'
import { exams } from '../../contract.ts'

interface Props {
  readonly attemptId: string
  readonly announcements: readonly Announcement[]
}

/** What the proctors say stays above the questions until it is acknowledged; it takes no focus from an answer. */
export function Announcements({ attemptId, announcements }: Props) {
  const t = useText('exams')
  // The next save may still answer with what was acknowledged a moment ago.
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const { busy, run } = useAction()
  const acknowledge = (announcementId: string) =>
    run(async () => {
      await call(exams.acknowledge, { params: { id: attemptId, announcementId } })
      setRead((before) => new Set([...before, announcementId]))
    })
  return (
    <div className="ex-announcements" role="alert">
      {announcements
        .filter(({ id }) => !read.has(id))
        .map(({ id, text, sentAt }) => (
          <section key={id} className="sy-row sy-gap-3" aria-label={t('announcement.title')}>
            <Icon name="bell" size={18} />
            <div>
              <small>
                {t('announcement.title')} · <DateText value={sentAt} style="minute" />
              </small>
              <p>{text}</p>
            </div>
            <button
              type="button"
              className="sy-button sy-button-small"
              disabled={busy}
              onClick={() => void acknowledge(id)}
            >
              {t('announcement.acknowledge')}
            </button>
          </section>
        ))}
    </div>
  )
}
