import '../parts/help.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { help } from '../../contract.ts'
import { helpPaths } from '../paths.ts'

/** One help article, and whether it helped. */
export default function HelpArticlePage() {
  const t = useText('help')
  const language = useLanguage()
  const { id = '' } = useParams()
  const { data, isError, error, refetch } = useQuery(q(help.helpArticle, { params: { id } }))
  if (isError && !data) return <ErrorState page error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  return (
    <>
      <PageHeader
        back={<Link to={helpPaths.center}>{t('center.back')}</Link>}
        title={data.title}
        description={
          <>
            {data.directoryName} · {t('center.updated')} <DateText value={data.updatedAt} />
            {data.language !== language && ` · ${t('center.otherLanguage')}`}
          </>
        }
      />
      <article className="sy-card hp-article">
        <Prose html={data.content} />
        <Vote id={id} isHelpful={data.isHelpful} helpfulCount={data.helpfulCount} />
      </article>
    </>
  )
}

interface VoteProps {
  readonly id: string
  readonly isHelpful: boolean | null
  readonly helpfulCount: number
}

function Vote({ id, isHelpful, helpfulCount }: VoteProps) {
  const t = useText('help')
  const { busy, run } = useAction()
  const vote = (wanted: boolean) =>
    run(() => call(help.voteArticle, { params: { id }, body: { isHelpful: wanted === isHelpful ? null : wanted } }))
  return (
    <div className="hp-vote">
      <span id="hp-helpful">{t('center.helpful')}</span>
      <div className="sy-actions">
        {[true, false].map((wanted) => (
          <button
            key={String(wanted)}
            type="button"
            className="sy-button sy-button-plain sy-button-small"
            aria-describedby="hp-helpful"
            aria-pressed={isHelpful === wanted}
            disabled={busy}
            onClick={() => void vote(wanted)}
          >
            {t(wanted ? 'center.yes' : 'center.no')}
          </button>
        ))}
      </div>
      <span role="status">{isHelpful !== null && t('center.thanks')}</span>
      {isHelpful === false && <Link to={helpPaths.feedback}>{t('center.tell')}</Link>}
      {helpfulCount > 0 && <small className="sy-faint">{t('center.helpfulCount', { count: helpfulCount })}</small>}
    </div>
  )
}
