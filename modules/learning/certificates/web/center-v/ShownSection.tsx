import '../parts/certificates.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { WidgetSlots } from '#web/module.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { certificates } from '../../contract.ts'
import { CertificateDocument } from '../parts/Paper.tsx'
import { certificatePaths } from '../paths.ts'

/** On a member's homepage: the certificates that the member has chosen to show. */
export default function ShownSection({ memberId, isOwn }: WidgetSlots['homepage']) {
  const t = useText('certificates')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const query = { memberId, page: paging.page, pageSize: paging.pageSize }
  const { data, isError, error, refetch } = useQuery({
    ...q(certificates.shownCertificates, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const isEmpty = data?.recordCount === 0
  if (isEmpty && !isOwn) return null
  return (
    <HomeSection
      title={t('shown.title')}
      more={isOwn && !isEmpty && <Link to={certificatePaths.mine}>{t('shown.choose')}</Link>}
    >
      {!data && !isError && <LoadingState rows={4} />}
      {isError && !data && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {isEmpty && (
        <div className="sy-box">
          <EmptyState
            small
            title={t('shown.none')}
            description={t('shown.noneHint')}
            action={<Link to={certificatePaths.mine}>{t('shown.choose')}</Link>}
          />
        </div>
      )}
      {data && !isEmpty && (
        <ul className="sy-grid sy-gap-3 ce-widget">
          {data.items.map((one) => (
            <li key={one.id}>
              <CertificateDocument design={one.design} titleCn={one.titleCn} titleEn={one.titleEn}>
                <span>{one.itemName}</span>
                <span>
                  {t('facts.issued')} <DateText value={one.issuedAt} style="day" />
                </span>
              </CertificateDocument>
            </li>
          ))}
        </ul>
      )}
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </HomeSection>
  )
}
