import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { certificates } from '../../contract.ts'
import { CertificateDocument } from '../parts/Paper.tsx'
import { TemplateDrawer } from './TemplateDrawer.tsx'
import type { TemplateRow } from './template-row.ts'

export function TemplatesPanel() {
  const t = useText('certificates')
  const paging = usePaging()
  const [edited, setEdited] = useState<TemplateRow>()
  const query = { page: paging.page, pageSize: paging.pageSize }
  const { data, isPending, error, isError, refetch } = useQuery({
    ...q(certificates.listTemplates, { query }),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <LoadingState rows={6} />
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.recordCount === 0)
    return <EmptyState title={t('admin.noTemplates')} description={t('admin.noTemplatesHint')} />
  return (
    <>
      <ul className="sy-grid sy-gap-4 ce-grid">
        {data.items.map((template) => (
          <TemplateCard key={template.id} template={template} onEdit={() => setEdited(template)} />
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
      {edited && <TemplateDrawer template={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function TemplateCard({ template, onEdit }: { template: TemplateRow; onEdit: () => void }) {
  const t = useText('certificates')
  const { name, design, titleCn, titleEn, issuerCn, validityMonths, renewalName, itemCount, counts, enabled } = template
  return (
    <li className="sy-column sy-card ce-card">
      <CertificateDocument design={design} titleCn={titleCn} titleEn={titleEn}>
        <span>{issuerCn}</span>
      </CertificateDocument>
      <div className="ce-body">
        <div className="sy-row sy-wrap sy-apart ce-line">
          <strong>{name}</strong>
          {!enabled && <Tag>{t('admin.disabled')}</Tag>}
        </div>
        <div className="sy-row sy-wrap sy-apart ce-line sy-faint">
          <span>
            {validityMonths === null ? t('facts.forever') : t('admin.validFor', { count: validityMonths })}
            {renewalName !== null && ` · ${t('admin.renewedBy', { name: renewalName })}`}
          </span>
          <span>{t('admin.items', { count: itemCount })}</span>
        </div>
        <p className="ce-counts sy-number">{t('admin.counts', counts)}</p>
        <div className="sy-flow sy-gap-2 ce-actions">
          <Button icon={<Icon name="edit" size={16} />} aria-label={`${t('admin.edit')} ${name}`} onClick={onEdit}>
            {t('admin.edit')}
          </Button>
        </div>
      </div>
    </li>
  )
}
