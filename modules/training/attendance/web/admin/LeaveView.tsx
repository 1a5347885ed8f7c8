import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select, Tag } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { AskedLeave } from '../../contract/keeping.ts'
import { type LeaveState, leaveReasonLengthMax, leaveStates } from '../../contract/leave.ts'
import { attendance } from '../../contract.ts'
import { leaveColors } from '../parts/leave-colors.ts'
import { spanText } from '../parts/times.ts'

/** The requests for leave of a class, and what is decided about them. */
export function LeaveView({ classId, isOpen }: { classId: string; isOpen: boolean }) {
  const t = useText('attendance')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [state, setState] = useState<LeaveState>()
  const [refused, setRefused] = useState<AskedLeave>()
  const query = { page: paging.page, pageSize: paging.pageSize, ...(search && { search }), ...(state && { state }) }
  const list = useQuery({
    ...q(attendance.askedLeave, { params: { id: classId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('attendance.search')} onSearch={setSearch} />
        <Select<LeaveState>
          allowClear
          style={{ width: 140 }}
          placeholder={t('leave.all')}
          aria-label={t('leave.state')}
          onChange={(value?: LeaveState) => {
            setState(value)
            paging.reset()
          }}
          options={leaveStates.map((value) => ({ value, label: t(`leaveStates.${value}`) }))}
        />
      </div>
      <ListTable<AskedLeave>
        label={t('attendance.view.leave')}
        list={list}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('leave.none')} description={t('leave.noneHint')} />}
        columns={[
          {
            title: t('attendance.member'),
            key: 'member',
            render: (_, { member, organizationName }) => (
              <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
            ),
          },
          {
            title: t('leave.session'),
            key: 'session',
            render: (_, { checkIn }) => (
              <div>
                {checkIn.title}
                <div className="sy-note">{spanText(checkIn.startsAt, checkIn.endsAt)}</div>
              </div>
            ),
          },
          {
            title: t('leave.reason'),
            key: 'reason',
            render: (_, { reason, files, askedAt }) => (
              <div>
                <div className="at-reason">{reason}</div>
                <div className="sy-note">
                  <DateText value={askedAt} />
                </div>
                {files.map(({ id, name, url }) =>
                  url === null ? null : (
                    <a key={id} className="at-file" href={url} target="_blank" rel="noreferrer">
                      {name}
                    </a>
                  ),
                )}
              </div>
            ),
          },
          {
            title: t('leave.state'),
            key: 'state',
            render: (_, { state: own, decidedBy, decision }) => (
              <div>
                <Tag color={leaveColors[own]}>{t(`leaveStates.${own}`)}</Tag>
                {(decidedBy !== null || decision !== '') && (
                  <div className="sy-note">{[decidedBy, decision].filter(Boolean).join(' · ')}</div>
                )}
              </div>
            ),
          },
          {
            title: t('leave.actions'),
            key: 'actions',
            render: (_, one) =>
              isOpen && one.state === 'pending' ? (
                <Decide classId={classId} one={one} onRefuse={() => setRefused(one)} />
              ) : (
                '—'
              ),
          },
        ]}
      />
      {refused && <RefuseDialog classId={classId} one={refused} onClose={() => setRefused(undefined)} />}
    </>
  )
}

function Decide({ classId, one, onRefuse }: { classId: string; one: AskedLeave; onRefuse: () => void }) {
  const t = useText('attendance')
  const { busy, run } = useAction()
  const body = { ids: [one.id], decision: 'agree' as const, reason: '' }
  const agree = () => call(attendance.decideLeave, { params: { id: classId }, body })
  return (
    <span className="sy-row sy-gap-2">
      <Button type="primary" loading={busy} onClick={() => void run(agree, { done: t('leave.decided') })}>
        {t('leave.agree')}
      </Button>
      <Button onClick={onRefuse}>{t('leave.refuse')}</Button>
    </span>
  )
}

function RefuseDialog({ classId, one, onClose }: { classId: string; one: AskedLeave; onClose: () => void }) {
  const t = useText('attendance')
  return (
    <FormModal<{ readonly reason: string }, unknown>
      title={t('leave.refuseTitle')}
      okText={t('leave.refuse')}
      danger
      onSubmit={({ reason }) =>
        call(attendance.decideLeave, { params: { id: classId }, body: { ids: [one.id], decision: 'refuse', reason } })
      }
      done={t('leave.decided')}
      onClose={onClose}
    >
      <ReasonField
        label={t('leave.reason')}
        needed={t('correcting.reasonNeeded')}
        hint={t('leave.refuseHint')}
        maxLength={leaveReasonLengthMax}
      />
    </FormModal>
  )
}
