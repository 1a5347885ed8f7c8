import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Certificate, type Validity, validities } from '../../contract/shapes.ts'
import { certificates } from '../../contract.ts'
import { lastInstant } from '../parts/days.ts'
import { usePdf } from '../parts/use-pdf.ts'
import { ValidityTag } from '../parts/ValidityTag.tsx'
import { certificatePaths } from '../paths.ts'
import { ReissueModal } from './ReissueModal.tsx'
import { RevokeModal } from './RevokeModal.tsx'

interface Filters {
  readonly search?: string
  readonly templateId?: string
  readonly validity?: Validity
}

/** Every certificate of the company. */
export function IssuedPanel() {
  const t = useText('certificates')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { making, load } = usePdf()
  const [filters, setFilters] = useState<Filters>({})
  const [revoked, setRevoked] = useState<Certificate>()
  const [reissued, setReissued] = useState<Certificate>()
  const offered = useQuery(q(certificates.offeredTemplates, {}, { quiet: true }))
  const query = { ...filters, page: paging.page, pageSize: paging.pageSize }
  const { data, isPending, error, isError, refetch } = useQuery({
    ...q(certificates.manageCertificates, { query }),
    placeholderData: keepPreviousData,
  })
  const filter = (part: Filters) => {
    setFilters((before) => ({ ...before, ...part }))
    paging.reset()
  }
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('admin.search')} onSearch={(search) => filter({ search })} />
        <Select
          allowClear
          aria-label={t('dialog.template')}
          placeholder={t('admin.allTemplates')}
          style={{ minWidth: 160 }}
          options={(offered.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(templateId?: string) => filter({ templateId })}
        />
        <Select
          allowClear
          aria-label={t('facts.state')}
          placeholder={t('admin.allStates')}
          style={{ minWidth: 120 }}
          options={validities.map((value) => ({ value, label: t(`validity.${value}`) }))}
          onChange={(validity?: Validity) => filter({ validity })}
        />
      </div>
      <DataTable<Certificate>
        label={t('admin.issued')}
        rows={data?.items}
        rowKey="id"
        loading={isPending}
        paging={paging}
        recordCount={data?.recordCount}
        empty={<EmptyState small title={t('admin.noneFound')} />}
        columns={[
          {
            title: t('facts.number'),
            key: 'number',
            render: (_, { number, code }) => (
              <a className="sy-number" href={`#${certificatePaths.verify(code)}`} target="_blank" rel="noreferrer">
                {number}
              </a>
            ),
          },
          { title: t('facts.holder'), dataIndex: 'holderName' },
          { title: t('admin.certificate'), dataIndex: 'titleCn' },
          { title: t('facts.item'), dataIndex: 'itemName' },
          {
            title: t('facts.state'),
            key: 'validity',
            render: (_, { validity }) => <ValidityTag validity={validity} />,
          },
          {
            title: t('facts.issued'),
            key: 'issued',
            render: (_, { issuedAt }) => <DateText value={issuedAt} style="day" />,
          },
          {
            title: t('facts.expires'),
            key: 'expires',
            render: (_, { expiresAt }) =>
              expiresAt === null ? t('facts.forever') : <DateText value={lastInstant(expiresAt)} style="day" />,
          },
          {
            title: t('admin.actions'),
            key: 'actions',
            render: (_, one) => {
              const isCurrent = one.validity !== 'revoked' && one.validity !== 'replaced'
              return (
                <>
                  <Button type="link" size="small" loading={making === one.id} onClick={() => void load(one.id)}>
                    {t('admin.download')}
                  </Button>
                  {isCurrent && (
                    <>
                      <Button type="link" size="small" onClick={() => setReissued(one)}>
                        {t('admin.reissue')}
                      </Button>
                      <Button type="link" size="small" danger onClick={() => setRevoked(one)}>
                        {t('admin.revoke')}
                      </Button>
                    </>
                  )}
                </>
              )
            },
          },
        ]}
      />
      {revoked && <RevokeModal certificate={revoked} onClose={() => setRevoked(undefined)} />}
      {reissued && <ReissueModal certificate={reissued} onClose={() => setReissued(undefined)} />}
    </>
  )
}
