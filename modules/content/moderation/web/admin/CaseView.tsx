import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type CaseDetails, moderation } from '../../contract.ts'
import { authorText } from './author-text.ts'
import { AppealForm, DecisionForm, RestoreButton } from './DecisionForm.tsx'

/** A case in full, with what can be done. */
export function CaseView({ id, isChosen = false }: { id: string; isChosen?: boolean }) {
  const sheet = useRef<HTMLElement>(null)
  const { data, error, refetch } = useQuery(q(moderation.details, { params: { id } }))
  const isThere = data !== undefined
  // On a small screen it stands below the list: whoever has chosen it sees it.
  useEffect(() => {
    if (isChosen && isThere && matchMedia('(max-width: 900px)').matches)
      sheet.current?.scrollIntoView({ block: 'start' })
  }, [isChosen, isThere])
  if (error && !data) return <ErrorState small error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <article ref={sheet} className="sy-card sy-column sy-gap-3" aria-label={data.title}>
      <Content details={data} />
      <Reports details={data} />
      <Earlier details={data} />
      <Acting details={data} />
    </article>
  )
}

/** Without the blank lines that the cells of a table leave in a text. */
const squeezed = (text: string) => text.replace(/\n\s*\n/g, '\n')

/** The text with its sensitive words marked in their places. */
function marked({ text, hits }: Pick<CaseDetails, 'text' | 'hits'>): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const hit of hits) {
    if (hit.start < end) continue
    parts.push(squeezed(text.slice(end, hit.start)), <mark key={hit.start}>{text.slice(hit.start, hit.end)}</mark>)
    end = hit.end
  }
  return [...parts, squeezed(text.slice(end))]
}

function Content({ details }: { details: CaseDetails }) {
  const t = useText('moderation')
  return (
    <>
      <div className="sy-note">
        {authorText(t, details)} · {details.organizationName} · {t(`content.${details.contentState}`)}
      </div>
      <p className="mod-text" dir="auto">
        {details.contentState === 'gone' ? details.excerpt : marked(details)}
      </p>
      {details.link !== null && details.contentState !== 'gone' && (
        <p>
          <Link to={details.link}>{t('case.open')}</Link>
        </p>
      )}
      {details.authorMutedUntil !== null && (
        <p className="sy-note">
          {t('case.mutedUntil')} <DateText value={details.authorMutedUntil} />
        </p>
      )}
    </>
  )
}

function Reports({ details }: { details: CaseDetails }) {
  const t = useText('moderation')
  if (details.reports.length === 0) return null
  return (
    <section>
      <h3>{t('case.reports', { count: details.reportCount })}</h3>
      <ul className="mod-list">
        {details.reports.map((one) => (
          <li key={one.id}>
            <strong>{t(`rule.${one.reasonCode}`)}</strong> <span dir="auto">{one.reason}</span>
            <div className="sy-note">
              {one.reporter?.memberFullName ?? t(details.isOwn ? 'case.unnamed' : 'case.nobody')} ·{' '}
              <DateText value={one.createdAt} style="relative" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Earlier({ details }: { details: CaseDetails }) {
  const t = useText('moderation')
  return (
    <section>
      <h3>{t('case.history')}</h3>
      {details.history.length === 0 && <p className="sy-note">{t('case.noHistory')}</p>}
      <ul className="mod-list">
        {details.history.map((one) => (
          <li key={one.id}>
            {t(`outcome.${one.outcome}`)} · {t(`rule.${one.reasonCode}`)} · <DateText value={one.decidedAt} />
            <div className="sy-note">{one.title}</div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Acting({ details }: { details: CaseDetails }) {
  const t = useText('moderation')
  const { decision, appeal } = details
  if (details.isOwn && details.state !== 'closed') return <Alert type="info" title={t('case.own')} />
  return (
    <>
      {decision && (
        <p>
          {t(`outcome.${decision.outcome}`)} · {t(`rule.${decision.reasonCode}`)} · {decision.decidedBy}
          {decision.note && ` · ${decision.note}`}
        </p>
      )}
      {appeal && (
        <blockquote className="mod-appeal" dir="auto">
          <strong>{t('cause.appeal')}</strong> {appeal.text}
        </blockquote>
      )}
      {(details.state === 'open' || (details.state === 'appealed' && !details.needsOther)) && (
        <Claim details={details} />
      )}
      {details.state === 'open' && <DecisionForm details={details} />}
      {details.state === 'appealed' && <AppealForm details={details} />}
      {details.state === 'decided' && details.outcome === 'remove' && <RestoreButton details={details} />}
    </>
  )
}

function Claim({ details: { id, claim } }: { details: CaseDetails }) {
  const t = useText('moderation')
  const { user } = useSession()
  const { busy, run } = useAction()
  const isMine = claim !== null && claim.memberId === user?.id
  if (claim && !isMine) return <Alert type="warning" title={t('case.claimedBy', { name: claim.name })} />
  const toggle = () => run(() => call(isMine ? moderation.release : moderation.claim, { params: { id } }))
  return (
    <div>
      <Button loading={busy} onClick={() => void toggle()}>
        {t(isMine ? 'case.release' : 'case.claim')}
      </Button>
    </div>
  )
}
