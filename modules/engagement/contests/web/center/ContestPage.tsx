import '../parts/contests.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import type { ContestDetails } from '../../contract/works.ts'
import { contests } from '../../contract.ts'
import { ContestTag } from '../parts/ContestTag.tsx'
import { contestPaths } from '../paths.ts'
import { OwnWorks } from './OwnWorks.tsx'
import { Results } from './Results.tsx'
import { Works } from './Works.tsx'

/** One contest: what it is about, the own works, the works of others, and the results. */
export default function ContestPage() {
  const t = useText('contests')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(contests.contest, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  const isShown = data.state !== 'coming' && !(data.state === 'open' && data.round === 0)
  return (
    <>
      <PageHeader
        back={<Link to={contestPaths.all}>{t('list.title')}</Link>}
        title={data.name}
        description={data.summary}
        actions={
          <>
            <ContestTag state={data.state} />
            {data.reviewsWaiting > 0 && (
              <Link className="sy-button sy-button-small" to={contestPaths.reviews}>
                {t('detail.toReview', { count: data.reviewsWaiting })}
              </Link>
            )}
            {data.isRun && (
              <Link className="sy-button sy-button-plain sy-button-small" to={contestPaths.works(id)}>
                {t('detail.run')}
              </Link>
            )}
          </>
        }
      />
      <div className="co-detail">
        <div className="sy-column sy-gap-4">
          {data.state === 'published' && <Results one={data} />}
          <OwnWorks one={data} onChanged={refetch} />
          {isShown && <Works one={data} />}
          {data.description !== '' && (
            <section className="sy-card co-section" aria-label={t('detail.about')}>
              <h2>{t('detail.about')}</h2>
              <Prose html={data.description} />
            </section>
          )}
        </div>
        <aside className="sy-column sy-gap-4">
          <Rounds one={data} />
          <Rules one={data} />
        </aside>
      </div>
    </>
  )
}

function Rounds({ one }: { one: ContestDetails }) {
  const t = useText('contests')
  return (
    <section className="sy-card co-section" aria-label={t('detail.rounds')}>
      <h2>{t('detail.rounds')}</h2>
      <ol className="co-rounds">
        {one.rounds.map((round, at) => (
          <li key={round.name} data-current={at === one.round}>
            <strong>{round.name}</strong>
            <Facts
              shape="rows"
              items={[
                [
                  t('detail.handIn'),
                  <span key="times" className="co-times">
                    <DateText value={round.opensAt} style="minute" /> –{' '}
                    <DateText value={round.closesAt} style="minute" />
                  </span>,
                ],
                [t('detail.reviewUntil'), <DateText key="review" value={round.reviewUntil} style="minute" />],
                round.votingUntil !== null && [
                  t('detail.votingUntil'),
                  <DateText key="voting" value={round.votingUntil} style="minute" />,
                ],
              ]}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Rules({ one }: { one: ContestDetails }) {
  const t = useText('contests')
  const hasVoting = one.rounds.some(({ votingUntil }) => votingUntil !== null)
  return (
    <section className="sy-card co-section" aria-label={t('detail.rules')}>
      <h2>{t('detail.rules')}</h2>
      {one.isAnonymous && <p className="sy-note">{t('detail.anonymous')}</p>}
      {hasVoting && (
        <p className="sy-note">
          {t('detail.weights', { review: one.reviewWeight, votes: 100 - one.reviewWeight })}
          <br />
          {t('detail.votesPerDay', { count: one.votesPerDay })}
        </p>
      )}
      <h3>{t('detail.rubric')}</h3>
      <Facts
        shape="ends"
        items={one.rubric.map(({ title, points }) => [title, t('scores.points', { count: points })])}
      />
      {one.awards.length > 0 && (
        <>
          <h3>{t('detail.awards')}</h3>
          <ul className="co-prizes">
            {one.awards.map((award) => (
              <Prize key={award.key} one={one} award={award} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** What an award is worth, for how many. */
function Prize({ one, award }: { one: ContestDetails; award: ContestDetails['awards'][number] }) {
  const t = useText('contests')
  const certificate = one.certificates.find(({ id }) => id === award.certificateTemplateId)
  const given = [award.text, certificate && t('detail.certificate', { name: certificate.name })].filter(Boolean)
  return (
    <li>
      <strong>{award.name}</strong>
      <span>{t('detail.winners', { count: award.count })}</span>
      {given.length > 0 && <small className="sy-faint">{given.join(' · ')}</small>}
    </li>
  )
}
