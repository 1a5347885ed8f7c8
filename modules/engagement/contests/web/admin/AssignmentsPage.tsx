import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { Assignment, EditedContest } from '../../contract/managing.ts'
import { type ReviewState, reviewStates } from '../../contract/states.ts'
import { contests } from '../../contract.ts'
import { ReviewTag } from '../parts/ContestTag.tsx'
import { ContestAdminPage } from './ContestTabs.tsx'

/** Who reviews which work, and how far that is. */
export default function AssignmentsPage() {
  const { id = '' } = useParams()
  return (
    <ContestAdminPage contestId={id} active="assignments">
      {(contest) => <Assignments contest={contest} />}
    </ContestAdminPage>
  )
}

function Assignments({ contest }: { contest: EditedContest }) {
  const t = useText('contests')
  const { id } = contest
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [round, setRound] = useState(0)
  const [state, setState] = useState<ReviewState>()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const query = { page: paging.page, pageSize: paging.pageSize, round, ...(state && { state }) }
  const list = useQuery({ ...q(contests.assignments, { params: { id }, query }), placeholderData: keepPreviousData })
  const remove = async () => {
    const body = { assignmentIds: [...chosen] }
    const { removed } = await call(contests.removeAssignments, { params: { id }, body })
    setChosen([])
    notify('success', t('assign.removed', { count: removed }))
  }
  return (
    <>
      <div className="sy-toolbar">
        {contest.rounds.length > 1 && (
          <Select
            style={{ minWidth: 140 }}
            aria-label={t('form.round')}
            value={round}
            onChange={(value) => {
              setRound(value)
              paging.reset()
            }}
            options={contest.rounds.map(({ name }, value) => ({ value, label: name }))}
          />
        )}
        <Select<ReviewState>
          allowClear
          style={{ minWidth: 140 }}
          aria-label={t('reviews.state')}
          placeholder={t('maps.contest-review.all')}
          onChange={(value?: ReviewState) => {
            setState(value)
            paging.reset()
          }}
          options={reviewStates.map((value) => ({ value, label: t(`maps.contest-review.${value}`) }))}
        />
        <ConfirmButton
          danger
          disabled={chosen.length === 0}
          question={t('assign.removeQuestion')}
          consequence={t('assign.removeHint')}
          confirmText={t('assign.remove')}
          onConfirm={remove}
        >
          {t('assign.remove')}
        </ConfirmButton>
      </div>
      <ListTable<Assignment>
        label={t('managing.tabs.assignments')}
        list={list}
        rowKey="id"
        paging={paging}
        selection={{ selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)) }}
        empty={<EmptyState small title={t('assign.none')} description={t('assign.noneHint')} />}
        columns={[
          { title: t('managing.number'), dataIndex: 'workNumber', width: 70 },
          { title: t('results.work'), dataIndex: 'title' },
          {
            title: t('assign.reviewer'),
            key: 'reviewer',
            render: (_, { reviewer }) => (
              <Person name={reviewer.fullName} path={reviewer.avatarPath} note={reviewer.organizationName} />
            ),
          },
          { title: t('reviews.state'), key: 'state', render: (_, one) => <ReviewTag state={one.state} /> },
          {
            title: t('results.score'),
            key: 'total',
            render: (_, { total, totalMax }) => (total === null ? '–' : `${total} / ${totalMax}`),
          },
          { title: t('scores.comment'), dataIndex: 'comment' },
        ]}
      />
    </>
  )
}
