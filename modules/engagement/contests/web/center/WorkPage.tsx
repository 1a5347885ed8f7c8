import '../parts/contests.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { Link, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { WorkDetails } from '../../contract/works.ts'
import { contests } from '../../contract.ts'
import { scoreText } from '../parts/scores.ts'
import { WorkFile } from '../parts/WorkFile.tsx'
import { contestPaths } from '../paths.ts'

/** One work: watched or read, and voted for. */
export default function WorkPage() {
  const t = useText('contests')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(contests.work, { params: { id } }, { cache: 0 }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  return (
    <>
      <PageHeader
        back={<Link to={contestPaths.one(data.contestId)}>{data.contestName}</Link>}
        title={data.title}
        description={t('work.number', { number: data.number })}
        actions={data.award !== null && <Tag color="warning">{data.award}</Tag>}
      />
      <div className="co-detail">
        <div className="sy-column sy-gap-4">
          <WorkFile file={data.file} title={data.title} onBroken={() => void refetch()} />
          {data.text !== '' && (
            <section className="sy-card co-section" aria-label={t('work.text')}>
              <h2>{t('work.text')}</h2>
              <p>{data.text}</p>
            </section>
          )}
        </div>
        <aside className="sy-column sy-gap-4">
          <Votes work={data} onVoted={() => refetch()} />
          <section className="sy-card co-section" aria-label={t('work.author')}>
            <h2>{t('work.author')}</h2>
            {data.author ? (
              <Person name={data.author.fullName} path={data.author.avatarPath} note={data.author.organizationName} />
            ) : (
              <p className="sy-note">{t('work.namelessHint')}</p>
            )}
          </section>
        </aside>
      </div>
    </>
  )
}

function Votes({ work, onVoted }: { work: WorkDetails; onVoted: () => Promise<unknown> }) {
  const t = useText('contests')
  const { busy, run } = useAction()
  const { id, votes, votesLeft, obstacle, rank, reviewScore, score } = work
  const vote = () =>
    run(async () => {
      await call(contests.vote, { params: { id } })
      await onVoted()
      notify('success', t('vote.done'))
    })
  return (
    <section className="sy-card co-section sy-column sy-gap-3" aria-label={t('vote.title')}>
      <Facts
        shape="figures"
        items={[
          [t('vote.votes'), votes],
          rank !== null && [t('results.rank'), rank],
          score !== null && [t('results.score'), scoreText(score)],
          reviewScore !== null && [t('results.reviewScore'), scoreText(reviewScore)],
        ]}
      />
      {obstacle === null ? (
        <Button type="primary" block loading={busy} icon={<Icon name="heart" size={18} />} onClick={() => void vote()}>
          {t('vote.action')}
        </Button>
      ) : (
        score === null && (
          <p className="sy-note" role="status">
            {t(`vote.obstacle.${obstacle}`)}
          </p>
        )
      )}
      {obstacle === null && <p className="sy-faint">{t('works.votesLeft', { count: votesLeft })}</p>}
    </section>
  )
}
