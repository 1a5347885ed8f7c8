import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { SourceDetails, StartInput } from '../../contract/practicing.ts'
import { practice } from '../../contract.ts'
import { KnownFacts } from '../parts/KnownFacts.tsx'
import { StartForm } from '../parts/StartForm.tsx'
import { practicePaths } from '../paths.ts'

/** Practicing what an exam has asked, or what a course is about: the server decides whether it is allowed now. */
export default function SourcePage() {
  const { id = '', type } = useParams()
  return type === undefined ? <OfExam id={id} /> : <OfContent id={id} businessType={Number(type)} />
}

function OfExam({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(q(practice.examSource, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={5} />
  return <Offered details={data} source={{ kind: 'exam', id }} />
}

function OfContent({ id, businessType }: { id: string; businessType: number }) {
  const params = { businessType, id }
  const { data, error, refetch } = useQuery(q(practice.contentSource, { params }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={5} />
  return <Offered details={data} source={{ kind: 'content', ...params }} />
}

function Offered({ details, source }: { details: SourceDetails; source: StartInput['source'] }) {
  const t = useText('practice')
  const hint = source.kind === 'exam' ? 'source.examHint' : 'source.contentHint'
  return (
    <>
      <PageHeader
        back={<Link to={practicePaths.all}>{t('list.title')}</Link>}
        title={details.name}
        description={t(hint)}
      />
      {details.questionCount === 0 ? (
        <EmptyState title={t('source.none')} />
      ) : (
        <>
          <KnownFacts known={details} />
          <StartForm source={source} kinds={details.kinds.map(({ kind }) => kind)} available={details.questionCount} />
        </>
      )}
    </>
  )
}
