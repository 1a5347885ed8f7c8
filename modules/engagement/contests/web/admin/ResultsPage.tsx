import '../parts/contests.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { Person } from '#web/ui/Person.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { EditedContest } from '../../contract/managing.ts'
import type { RankedWork } from '../../contract/works.ts'
import { contests } from '../../contract.ts'
import { scoreText } from '../parts/scores.ts'
import { contestPaths } from '../paths.ts'
import { ContestAdminPage } from './ContestTabs.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { proposeWinners, type Winners } from './winners.ts'

/** So many are awarded on one page: whoever ranks lower wins nothing. */
const rankedMax = 100

/** The ranking, the awards, and the publication of the results. */
export default function ResultsPage() {
  const { id = '' } = useParams()
  // Winners that are chosen and not saved would be lost by the publication.
  const [isChanged, setIsChanged] = useState(false)
  return (
    <ContestAdminPage
      contestId={id}
      active="results"
      actions={(contest, onChanged) => <Actions contest={contest} onChanged={onChanged} isChanged={isChanged} />}
    >
      {(contest, onChanged) => <Ranking contest={contest} onChanged={onChanged} onEdit={setIsChanged} />}
    </ContestAdminPage>
  )
}

interface Props {
  readonly contest: EditedContest
  readonly onChanged: () => Promise<unknown>
}

function Actions({ contest, onChanged, isChanged }: Props & { readonly isChanged: boolean }) {
  const t = useText('contests')
  const { busyWith, run } = useAction()
  const { id, rounds, resultsAt, state } = contest
  const round = rounds.length - 1
  return (
    <>
      <Button
        icon={<Icon name="download" size={16} />}
        loading={busyWith === 'export'}
        onClick={() =>
          void run(() => download(contests.exportRanking, { params: { id }, query: { round } }), { name: 'export' })
        }
      >
        {t('results.export')}
      </Button>
      {resultsAt === null && (
        <ConfirmButton
          type="primary"
          disabled={state !== 'over' || isChanged}
          question={t('results.publishQuestion')}
          consequence={t('results.publishHint')}
          confirmText={t('results.publish')}
          onConfirm={async () => {
            await call(contests.publishResults, { params: { id } })
            await onChanged()
            notify('success', t('results.published'))
          }}
        >
          {t('results.publish')}
        </ConfirmButton>
      )}
    </>
  )
}

interface EditProps extends Props {
  readonly onEdit: (isChanged: boolean) => void
}

function Ranking({ contest, onChanged, onEdit }: EditProps) {
  const t = useText('contests')
  const { id, rounds } = contest
  const [round, setRound] = useState(rounds.length - 1)
  const list = useQuery({
    ...q(contests.ranking, { params: { id }, query: { round, pageSize: rankedMax } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <p className="sy-note">
        {t('detail.weights', { review: contest.reviewWeight, votes: 100 - contest.reviewWeight })}
        {contest.resultsAt === null && contest.state !== 'over' && ` · ${t('results.running')}`}
      </p>
      {rounds.length > 1 && (
        <div className="sy-toolbar">
          <Select
            style={{ minWidth: 140 }}
            aria-label={t('form.round')}
            value={round}
            onChange={setRound}
            options={rounds.map(({ name }, value) => ({ value, label: name }))}
          />
        </div>
      )}
      {list.isPending && <LoadingState rows={4} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (
        <Awards
          // The winners of another round, which stands there until the answer comes, are not those to begin with.
          key={`${round} ${contest.revision} ${list.isPlaceholderData}`}
          contest={contest}
          items={list.data.items}
          isLast={round === rounds.length - 1}
          onEdit={onEdit}
          onChanged={async () => {
            await list.refetch()
            await onChanged()
          }}
        />
      )}
    </>
  )
}

interface AwardsProps extends EditProps {
  readonly items: readonly RankedWork[]
  readonly isLast: boolean
}

function Awards({ contest, items, isLast, onChanged, onEdit }: AwardsProps) {
  const t = useText('contests')
  const paging = usePaging(rankedMax)
  const { busyWith, run } = useAction()
  const given = Object.fromEntries(items.flatMap(({ work, awardKey }) => (awardKey ? [[work.id, awardKey]] : [])))
  const [winners, keepWinners] = useState<Winners>(given)
  // What was chosen goes with the round that it was chosen in.
  useEffect(() => () => onEdit(false), [onEdit])
  const setWinners = (next: Winners) => {
    keepWinners(next)
    onEdit(JSON.stringify(Object.entries(next).toSorted()) !== JSON.stringify(Object.entries(given).toSorted()))
  }
  const isOpen = isLast && contest.resultsAt === null && contest.awards.length > 0
  const save = () => {
    const chosen = Object.entries(winners).map(([workId, awardKey]) => ({ workId, awardKey }))
    return run(
      async () => {
        await call(contests.setAwards, { params: { id: contest.id }, body: { winners: chosen } })
        onEdit(false)
        await onChanged()
      },
      { name: 'save', done: t('results.awardsSaved') },
    )
  }
  const choose = (workId: string, awardKey: string | undefined) => {
    const { [workId]: _, ...others } = winners
    setWinners(awardKey === undefined ? others : { ...others, [workId]: awardKey })
  }
  return (
    <>
      {isOpen && items.length > 0 && (
        <div className="sy-toolbar">
          <Button onClick={() => setWinners(proposeWinners(items, contest.awards))}>{t('results.propose')}</Button>
          <Button type="primary" loading={busyWith === 'save'} onClick={() => void save()}>
            {t('results.saveAwards')}
          </Button>
        </div>
      )}
      <ListTable<RankedWork>
        label={t('results.title')}
        list={{
          data: { items, recordCount: items.length },
          isPending: false,
          isError: false,
          error: null,
          refetch: onChanged as never,
        }}
        rowKey={({ work }) => work.id}
        paging={paging}
        empty={<EmptyState small title={t('works.none')} />}
        columns={[
          { title: t('results.rank'), key: 'rank', width: 90, render: (_, { rank }) => t('own.rank', { rank }) },
          {
            title: t('form.group'),
            key: 'group',
            render: (_, { work }) => contest.groups.find(({ key }) => key === work.groupKey)?.name ?? '',
          },
          {
            title: t('results.work'),
            key: 'work',
            render: (_, { work }) => <Link to={contestPaths.work(work.id)}>{work.title}</Link>,
          },
          {
            title: t('results.author'),
            key: 'author',
            render: (_, { work: { author, number } }) =>
              author ? (
                <Person name={author.fullName} path={author.avatarPath} note={author.organizationName} />
              ) : (
                t('work.number', { number })
              ),
          },
          {
            title: t('results.reviewScore'),
            key: 'review',
            render: (_, { reviewScore, reviews }) => (
              <>
                {scoreText(reviewScore)} <small className="sy-faint">{t('results.reviews', { count: reviews })}</small>
              </>
            ),
          },
          {
            title: t('results.voteScore'),
            key: 'votes',
            render: (_, { voteScore, votes }) => (
              <>
                {scoreText(voteScore)} <small className="sy-faint">{t('work.votes', { count: votes })}</small>
              </>
            ),
          },
          {
            title: t('results.score'),
            key: 'score',
            render: (_, { score }) => <strong>{scoreText(score)}</strong>,
          },
          {
            title: t('form.award'),
            key: 'award',
            render: (_, { work: { id, title, award }, certificate }) =>
              isOpen ? (
                <Select<string>
                  allowClear
                  style={{ minWidth: 130 }}
                  aria-label={t('results.awardOf', { title })}
                  placeholder={t('results.noAward')}
                  value={winners[id] ?? null}
                  onChange={(key?: string) => choose(id, key)}
                  options={contest.awards.map(({ key, name }) => ({ value: key, label: name }))}
                />
              ) : (
                <GivenAward
                  contest={contest}
                  work={{ id, title, award }}
                  certificate={certificate}
                  onChanged={onChanged}
                />
              ),
          },
        ]}
      />
    </>
  )
}

interface GivenProps extends Props {
  readonly work: { readonly id: string; readonly title: string; readonly award: string | null }
  readonly certificate: RankedWork['certificate']
}

const certificateColors = { waiting: 'processing', issued: 'success', gone: 'warning' } as const

/** An award with its certificate; once the results are published it can be taken back. */
function GivenAward({ contest, work, certificate, onChanged }: GivenProps) {
  const t = useText('contests')
  const [isAsking, setIsAsking] = useState(false)
  if (work.award === null) return '—'
  return (
    <div className="sy-row sy-wrap sy-gap-2">
      <strong>{work.award}</strong>
      {certificate !== null && (
        <Tag color={certificateColors[certificate]}>{t(`results.certificates.${certificate}`)}</Tag>
      )}
      {contest.resultsAt !== null && (
        <Button
          size="small"
          danger
          aria-label={t('results.takeBackOf', { title: work.title })}
          onClick={() => setIsAsking(true)}
        >
          {t('results.takeBack')}
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          title={t('results.takeBack')}
          hint={t('results.takeBackHint', { title: work.title })}
          done={t('results.takenBack')}
          onSubmit={async (reason) => {
            await call(contests.takeBackAward, { params: { id: contest.id, workId: work.id }, body: { reason } })
            await onChanged()
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
