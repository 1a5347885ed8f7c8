import '../parts/certificates.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { certificates } from '../../contract.ts'
import { usePdf } from '../parts/use-pdf.ts'
import { certificatePaths } from '../paths.ts'
import { CertificateCard } from './CertificateCard.tsx'
import { HistoryDrawer } from './HistoryDrawer.tsx'

/** The certificates of the member. */
export default function CertificatesPage() {
  const t = useText('certificates')
  const paging = usePaging()
  const { making, load } = usePdf()
  const [opened, setOpened] = useState<string>()
  const query = { page: paging.page, pageSize: paging.pageSize }
  const { data, isPending, error, isError, refetch } = useQuery({
    ...q(certificates.myCertificates, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('mine.title')}
        description={t('mine.description')}
        back={<Link to={certificatePaths.center}>{t('center')}</Link>}
      />
      {isPending && <LoadingState rows={8} />}
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.recordCount === 0 && (
        <EmptyState
          title={t('mine.none')}
          description={t('mine.noneHint')}
          action={<Link to={certificatePaths.catalogue}>{t('mine.browse')}</Link>}
        />
      )}
      <ul className="sy-grid sy-gap-4 ce-grid">
        {data?.items.map((certificate) => (
          <CertificateCard
            key={certificate.id}
            certificate={certificate}
            making={making === certificate.id}
            onLoad={() => void load(certificate.id)}
            onHistory={() => setOpened(certificate.id)}
          />
        ))}
      </ul>
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
      {opened !== undefined && <HistoryDrawer id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
