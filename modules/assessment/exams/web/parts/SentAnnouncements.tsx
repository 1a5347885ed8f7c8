import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { exams } from '../../contract.ts'

const lookEveryMs = 10_000

/** What was said to the examinees, and how many have read it. */
export function SentAnnouncements({ examId }: { examId: string }) {
  const t = useText('exams')
  const paging = usePaging()
  const { page, pageSize } = paging
  const { data } = useQuery({
    ...q(exams.announcements, { params: { id: examId }, query: { page, pageSize } }, { quiet: true }),
    refetchInterval: lookEveryMs,
  })
  if (!data) return <LoadingState rows={3} />
  if (data.items.length === 0) return <EmptyState small title={t('announcement.none')} />
  return (
    <>
      <ul className="ex-log">
        {data.items.map((one) => (
          <li key={one.id}>
            <p>{one.text}</p>
            <small>
              {one.receiver === null ? t('announcement.everybody') : one.receiver} · {one.sentBy} ·{' '}
              <DateText value={one.sentAt} style="minute" />
            </small>
            <strong data-waiting={one.waiting > 0}>
              {t('announcement.readBy', { count: one.acknowledged })}
              {one.waiting > 0 && <> · {t('announcement.waiting', { count: one.waiting })}</>}
            </strong>
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
    </>
  )
}
