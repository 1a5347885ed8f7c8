import '../parts/contests.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select, Tag } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { EditedContest, ManagedWork } from '../../contract/managing.ts'
import { contests } from '../../contract.ts'
import { contestPaths } from '../paths.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { ContestAdminPage } from './ContestTabs.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

/** The works of a contest, what has come of each, and who reviews them. */
export default function WorksPage() {
  const { id = '' } = useParams()
  return (
    <ContestAdminPage contestId={id} active="works">
      {(contest) => <Works contest={contest} />}
    </ContestAdminPage>
  )
}

function Works({ contest }: { contest: EditedContest }) {
  const t = useText('contests')
  const { id } = contest
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [round, setRound] = useState(0)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isAssigning, setIsAssigning] = useState(false)
  const query = { page: paging.page, pageSize: paging.pageSize, search, round }
  const list = useQuery({ ...q(contests.managedWorks, { params: { id }, query }), placeholderData: keepPreviousData })
  const advance = async () => {
    await call(contests.advanceWorks, { params: { id }, body: { round, workIds: [...chosen] } })
    setChosen([])
    notify('success', t('managing.advanced'))
  }
  const isOpen = contest.resultsAt === null && contest.status === 'on-shelf'
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('works.search')} onSearch={setSearch} />
        {contest.rounds.length > 1 && (
          <Select
            style={{ minWidth: 140 }}
            aria-label={t('form.round')}
            value={round}
            onChange={(value) => {
              setRound(value)
              setChosen([])
              paging.reset()
            }}
            options={contest.rounds.map(({ name }, value) => ({ value, label: name }))}
          />
        )}
        <Button type="primary" disabled={!isOpen} onClick={() => setIsAssigning(true)}>
          {t(chosen.length === 0 ? 'assign.all' : 'assign.chosen')}
        </Button>
        {round < contest.rounds.length - 1 && (
          <ConfirmButton
            disabled={!isOpen || chosen.length === 0}
            question={t('managing.advanceQuestion', { count: chosen.length })}
            consequence={t('managing.advanceHint')}
            confirmText={t('managing.advance')}
            onConfirm={advance}
          >
            {t('managing.advance')}
          </ConfirmButton>
        )}
      </div>
      <ListTable<ManagedWork>
        label={t('works.title')}
        list={list}
        rowKey="id"
        paging={paging}
        selection={{ selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)) }}
        empty={<EmptyState small title={t('works.none')} />}
        columns={[
          { title: t('managing.number'), dataIndex: 'number', width: 70 },
          {
            title: t('results.work'),
            key: 'work',
            render: (_, work) => (
              <>
                <Link to={contestPaths.work(work.id)}>{work.title}</Link>
                {work.isRecommended && (
                  <Tag color="warning" className="con-tag">
                    {t('managing.recommended')}
                  </Tag>
                )}
                {work.state !== 'in' && <Tag className="con-tag">{t(`workStates.${work.state}`)}</Tag>}
                {work.copy === 'failed' && (
                  <Tag color="error" className="con-tag">
                    {t('file.failed')}
                  </Tag>
                )}
              </>
            ),
          },
          {
            title: t('results.author'),
            key: 'author',
            render: (_, { author }) =>
              author ? (
                <Person name={author.fullName} path={author.avatarPath} note={author.organizationName} />
              ) : (
                <span className="sy-faint">{t('work.nameless')}</span>
              ),
          },
          {
            title: t('form.group'),
            key: 'group',
            render: (_, { groupKey }) => contest.groups.find(({ key }) => key === groupKey)?.name ?? '',
          },
          {
            title: t('managing.reviewed'),
            key: 'reviewed',
            render: (_, { reviewed, reviews }) => `${reviewed} / ${reviews}`,
          },
          {
            title: t('vote.votes'),
            key: 'votes',
            render: (_, { votes, suspicious }) => (
              <>
                {votes}
                {suspicious > 0 && (
                  <Link to={contestPaths.votes(id)}>
                    <Tag color="warning" className="con-tag">
                      {t('votes.suspicious', { count: suspicious })}
                    </Tag>
                  </Link>
                )}
              </>
            ),
          },
          {
            title: t('managing.actions'),
            key: 'actions',
            render: (_, work) => <Actions contestId={id} work={work} isOpen={isOpen} />,
          },
        ]}
      />
      {isAssigning && (
        <AssignDialog contest={contest} round={round} workIds={chosen} onClose={() => setIsAssigning(false)} />
      )}
    </>
  )
}

function Actions({ contestId, work, isOpen }: { contestId: string; work: ManagedWork; isOpen: boolean }) {
  const t = useText('contests')
  const { busy, run } = useAction()
  const [isExcluding, setIsExcluding] = useState(false)
  const params = { id: contestId, workId: work.id }
  const recommend = (isRecommended: boolean) => call(contests.recommendWork, { params, body: { isRecommended } })
  const exclude = (isExcluded: boolean, reason: string) =>
    call(contests.excludeWork, { params, body: { isExcluded, reason } })
  return (
    <div className="sy-actions">
      {work.state === 'in' && (
        <Button size="small" loading={busy} onClick={() => void run(() => recommend(!work.isRecommended))}>
          {t(work.isRecommended ? 'managing.unrecommend' : 'managing.recommend')}
        </Button>
      )}
      {work.state === 'in' && isOpen && (
        <Button size="small" danger onClick={() => setIsExcluding(true)}>
          {t('managing.exclude')}
        </Button>
      )}
      {work.state === 'excluded' && isOpen && (
        <Button size="small" loading={busy} onClick={() => void run(() => exclude(false, ''))}>
          {t('managing.takeIn')}
        </Button>
      )}
      {isExcluding && (
        <ReasonDialog
          title={t('managing.exclude')}
          hint={t('managing.excludeHint', { title: work.title })}
          done={t('managing.excluded')}
          onSubmit={(reason) => exclude(true, reason)}
          onClose={() => setIsExcluding(false)}
        />
      )}
    </div>
  )
}
