import './papers.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { type CallError, isRefusal } from '#web/api/call-error.ts'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { PAPER_FAULTY } from '../../contract/codes.ts'
import type { PaperProblem } from '../../contract/paper.ts'
import { seedMax } from '../../contract/trial.ts'
import { papers } from '../../contract.ts'
import { paperPaths } from '../paths.ts'
import { problemText } from './problem-texts.ts'
import { TrialSections } from './TrialSections.tsx'

const newSeed = () => Math.floor(Math.random() * (seedMax + 1))

/** A copy of a paper as a candidate would get it: to try, to print, with or without the key. */
export default function TrialPage() {
  const t = useText('papers')
  const { id = '' } = useParams()
  const [address, setAddress] = useSearchParams()
  const [firstSeed] = useState(newSeed)
  const asked = Number(address.get('seed') ?? Number.NaN)
  const seed = Number.isInteger(asked) && asked >= 0 && asked <= seedMax ? asked : firstSeed
  const withKey = address.get('key') === '1'
  const go = (next: { seed?: number; withKey?: boolean }) => {
    const said: Record<string, string> = { seed: String(next.seed ?? seed) }
    if (next.withKey ?? withKey) said.key = '1'
    setAddress(said, { replace: true })
  }
  const query = { seed, withKey }
  const trial = useQuery({
    ...q(papers.trialPaper, { params: { id }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const { busy, run } = useAction()
  const save = () => run(() => download(papers.paperPdf, { params: { id }, query }))
  return (
    <div className="pp-trial">
      <PageHeader
        title={trial.data?.name ?? t('action.trial')}
        back={<Link to={paperPaths.paper(id)}>{t('trial.back')}</Link>}
        description={
          trial.data && t('trial.facts', { count: trial.data.questionCount, points: trial.data.totalTenths / 10 })
        }
        actions={
          trial.data && (
            <>
              <Button icon={<Icon name="refresh" size={16} />} onClick={() => go({ seed: newSeed() })}>
                {t('trial.again')}
              </Button>
              <Button icon={<Icon name="log" size={16} />} onClick={() => window.print()}>
                {t('trial.print')}
              </Button>
              <Button icon={<Icon name="download" size={16} />} loading={busy} onClick={() => void save()}>
                PDF
              </Button>
            </>
          )
        }
      />
      {trial.isPending && <LoadingState rows={10} />}
      {trial.isError &&
        (isRefusal(trial.error, PAPER_FAULTY) ? (
          <Faulty id={id} error={trial.error} />
        ) : (
          <ErrorState error={trial.error} onRetry={() => void trial.refetch()} />
        ))}
      {trial.data && (
        <>
          <div className="sy-toolbar pp-trial-bar">
            <p className="sy-note">{t('trial.hint')}</p>
            <label htmlFor="with-key" className="sy-inline sy-gap-2">
              <Switch id="with-key" checked={withKey} onChange={(isOn) => go({ withKey: isOn })} />
              {t('trial.withKey')}
            </label>
          </div>
          <p className="pp-candidate">{t('pdf.candidate')}</p>
          <TrialSections key={seed} paper={trial.data} />
        </>
      )}
    </div>
  )
}

/** Why nothing can be drawn. */
function Faulty({ id, error }: { id: string; error: CallError }) {
  const t = useText('papers')
  const paper = useQuery(q(papers.paper, { params: { id } }, { quiet: true }))
  const problems = (error.data.problems ?? []) as readonly PaperProblem[]
  const texts = problems.map((problem) => problemText(t, problem, paper.data?.sections ?? []))
  return (
    <EmptyState
      title={t('trial.faulty')}
      description={
        <ul className="sy-plain-list">
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      }
      action={<Link to={paperPaths.paper(id)}>{t('trial.mend')}</Link>}
    />
  )
}
