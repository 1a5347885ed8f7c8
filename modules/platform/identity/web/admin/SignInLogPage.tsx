import { useQuery } from '@tanstack/react-query'
import { Select, Tag } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { deviceText } from '#web/ui/device.ts'
import { ErrorCodeText } from '#web/ui/ErrorCodeText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { identity } from '../../contract.ts'

type Row = Output<typeof identity.signInLog>['items'][number]

const methods = ['password', 'sms', 'email', 'qr', 'oidc', 'register'] as const

interface Filters {
  readonly keyword?: string
  readonly method?: Row['method']
  readonly succeeded?: boolean
}

export default function SignInLogPage() {
  const t = useText('identity')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({})
  const query = { ...filters, page: paging.page, pageSize: paging.pageSize }
  const { data, isFetching, error, refetch } = useQuery({
    ...q(identity.signInLog, { query }),
    placeholderData: (last) => last,
  })
  const filter = (change: Filters) => {
    setFilters({ ...filters, ...change })
    paging.reset()
  }
  return (
    <>
      <PageHeader title={t('signInLog.title')} description={t('signInLog.description')} />
      <div className="sy-toolbar">
        <SearchBox label={t('signInLog.search')} onSearch={(keyword) => filter({ keyword })} />
        <Select
          style={{ width: 150 }}
          allowClear
          placeholder={t('signInLog.allMethods')}
          aria-label={t('signInLog.allMethods')}
          onChange={(method?: Row['method']) => filter({ method })}
          options={methods.map((method) => ({ value: method, label: t(`signInLog.method.${method}`) }))}
        />
        <Select
          style={{ width: 130 }}
          allowClear
          placeholder={t('signInLog.allResults')}
          aria-label={t('signInLog.allResults')}
          onChange={(value?: string) => filter({ succeeded: value === undefined ? undefined : value === 'true' })}
          options={[
            { value: 'true', label: t('signInLog.succeeded') },
            { value: 'false', label: t('signInLog.refused') },
          ]}
        />
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable<Row>
          label={t('signInLog.title')}
          rows={data?.items}
          rowKey="id"
          loading={isFetching}
          paging={paging}
          recordCount={data?.recordCount}
          columns={[
            { title: t('signInLog.at'), key: 'at', render: (_, row) => <DateText value={row.at} style="second" /> },
            {
              title: t('members.member'),
              key: 'member',
              render: (_, row) => (
                <>
                  {row.memberFullName || '—'} <span className="sy-faint">{row.memberName}</span>
                </>
              ),
            },
            { title: t('members.organization'), dataIndex: 'organizationName' },
            {
              title: t('signInLog.methodTitle'),
              key: 'method',
              render: (_, row) => t(`signInLog.method.${row.method}`),
            },
            {
              title: t('signInLog.result'),
              key: 'result',
              render: (_, row) =>
                row.succeeded ? (
                  <Tag color="success">{t('signInLog.succeeded')}</Tag>
                ) : (
                  <>
                    <Tag color="error">{t('signInLog.refused')}</Tag>
                    {row.errorCode !== null && <ErrorCodeText code={row.errorCode} />}
                  </>
                ),
            },
            { title: t('signInLog.ip'), dataIndex: 'ip' },
            {
              title: t('signInLog.device'),
              key: 'device',
              render: (_, row) => <span>{deviceText(row.userAgent) ?? t('security.unknownDevice')}</span>,
            },
          ]}
        />
      )}
    </>
  )
}
