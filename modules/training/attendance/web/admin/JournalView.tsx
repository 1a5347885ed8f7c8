import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { Correction } from '../../contract/keeping.ts'
import { attendance } from '../../contract.ts'
import { StateMark } from '../parts/StateMark.tsx'

/** What was corrected in the attendance of a class, the newest first. */
export function JournalView({ classId }: { classId: string }) {
  const t = useText('attendance')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({
    ...q(attendance.corrections, { params: { id: classId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const shown = (state: Correction['after']) =>
    state === null ? t('correcting.recorded') : <StateMark state={state} />
  return (
    <ListTable<Correction>
      label={t('attendance.view.journal')}
      list={list}
      rowKey="id"
      paging={paging}
      empty={<EmptyState small title={t('correcting.none')} />}
      columns={[
        { title: t('correcting.at'), key: 'at', render: (_, { at }) => <DateText value={at} /> },
        {
          title: t('attendance.member'),
          key: 'member',
          render: (_, { member }) => <Person name={member.fullName} path={member.avatarPath} />,
        },
        { title: t('correcting.session'), key: 'session', render: (_, { checkIn }) => checkIn.title },
        { title: t('correcting.before'), key: 'before', render: (_, { before }) => shown(before) },
        {
          title: t('correcting.after'),
          key: 'after',
          render: (_, { after, minutes }) => (
            <>
              {shown(after)}
              {minutes !== null && (
                <small className="sy-note"> {t('attendance.minuteCount', { count: minutes })}</small>
              )}
            </>
          ),
        },
        {
          title: t('correcting.reason'),
          key: 'reason',
          render: (_, { reason }) => <div className="at-reason">{reason}</div>,
        },
        { title: t('correcting.by'), key: 'by', render: (_, { by }) => by ?? '—' },
      ]}
    />
  )
}
