import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { EditedContest, ManagedVote } from '../../contract/managing.ts'
import { contests } from '../../contract.ts'
import { ContestAdminPage } from './ContestTabs.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

/** The votes of a contest: which are suspicious, and which were voided why. */
export default function VotesPage() {
  const { id = '' } = useParams()
  return (
    <ContestAdminPage contestId={id} active="votes">
      {(contest) => <Votes contest={contest} />}
    </ContestAdminPage>
  )
}

const filters = { suspicious: { isSuspicious: true }, all: {} } as const
type Filter = keyof typeof filters

function Votes({ contest }: { contest: EditedContest }) {
  const t = useText('contests')
  const { id } = contest
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filter, setFilter] = useState<Filter>('suspicious')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isVoiding, setIsVoiding] = useState(false)
  const { busy, run } = useAction()
  const query = { page: paging.page, pageSize: paging.pageSize, ...filters[filter] }
  const list = useQuery({ ...q(contests.managedVotes, { params: { id }, query }), placeholderData: keepPreviousData })
  const change = async (isVoid: boolean, reason: string) => {
    await call(contests.voidVotes, { params: { id }, body: { voteIds: [...chosen], isVoid, reason } })
    setChosen([])
  }
  const isOpen = contest.resultsAt === null && chosen.length > 0
  return (
    <>
      <p className="sy-note">{t('votes.hint')}</p>
      <div className="sy-toolbar">
        <Choice
          label={t('votes.filter')}
          value={filter}
          onChange={(value) => {
            setFilter(value)
            setChosen([])
            paging.reset()
          }}
          options={(Object.keys(filters) as Filter[]).map((value) => ({ value, label: t(`votes.filters.${value}`) }))}
        />
        <Button danger disabled={!isOpen} onClick={() => setIsVoiding(true)}>
          {t('votes.void')}
        </Button>
        <Button
          disabled={!isOpen}
          loading={busy}
          onClick={() => void run(() => change(false, ''), { done: t('votes.counted') })}
        >
          {t('votes.count')}
        </Button>
      </div>
      <ListTable<ManagedVote>
        label={t('managing.tabs.votes')}
        list={list}
        rowKey="id"
        paging={paging}
        selection={{ selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)) }}
        empty={<EmptyState small title={t(`votes.none.${filter}`)} />}
        columns={[
          {
            title: t('votes.voter'),
            key: 'voter',
            render: (_, { voter }) => (
              <Person name={voter.fullName} path={voter.avatarPath} note={voter.organizationName} />
            ),
          },
          {
            title: t('results.work'),
            key: 'work',
            render: (_, { title, workNumber }) => (
              <>
                {title} <small className="sy-faint">{t('work.number', { number: workNumber })}</small>
              </>
            ),
          },
          { title: t('votes.at'), key: 'at', render: (_, { votedAt }) => <DateText value={votedAt} style="minute" /> },
          {
            title: t('votes.suspicion'),
            key: 'suspicion',
            render: (_, { suspicion }) => suspicion && <Tag color="warning">{t(`votes.suspicions.${suspicion}`)}</Tag>,
          },
          {
            title: t('votes.state'),
            key: 'state',
            render: (_, { voidedAt, reason }) =>
              voidedAt === null ? (
                t('votes.counts')
              ) : (
                <>
                  <Tag color="error">{t('votes.voided')}</Tag> <small className="sy-faint">{reason}</small>
                </>
              ),
          },
        ]}
      />
      {isVoiding && (
        <ReasonDialog
          title={t('votes.void')}
          hint={t('votes.voidHint')}
          done={t('votes.isVoid')}
          onSubmit={(reason) => change(true, reason)}
          onClose={() => setIsVoiding(false)}
        />
      )}
    </>
  )
}
