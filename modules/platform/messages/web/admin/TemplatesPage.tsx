import './templates.css'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { messages } from '../../contract.ts'
import { messagePaths } from '../paths.ts'
import { Announce } from './Announce.tsx'
import { TemplateEditor } from './TemplateEditor.tsx'

type Row = Output<typeof messages.listTemplates>['items'][number]

/** The types of messages by group at the side, and the chosen one's texts beside them. */
export default function TemplatesPage() {
  const t = useText('messages')
  const { code } = useParams()
  const [search, setSearch] = useState('')
  const list = useQuery(q(messages.listTemplates))
  return (
    <>
      <PageHeader title={t('templates.title')} description={t('templates.description')} actions={<Announce />} />
      {list.isPending && <LoadingState rows={8} />}
      {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (
        <div className="sy-grid sy-gap-5 ms-templates" data-chosen={code !== undefined}>
          <aside>
            <SearchBox label={t('templates.search')} onSearch={setSearch} />
            <TemplateList rows={list.data.items} search={search} chosen={code} />
          </aside>
          <div className="ms-template-place">
            {code === undefined ? (
              <EmptyState title={t('templates.choose')} description={t('templates.chooseHint')} />
            ) : (
              <>
                <Link className="ms-template-back sy-phone-only" to={messagePaths.templates}>
                  <Icon name="arrow-left" size={16} /> {t('templates.back')}
                </Link>
                <OpenTemplate key={code} code={code} />
              </>
            )}
          </div>
        </div>
      )}
    </>
  )
}

function OpenTemplate({ code }: { code: string }) {
  const template = useQuery(q(messages.template, { params: { code } }, { cache: 0 }))
  if (template.isError && !template.data)
    return <ErrorState error={template.error} onRetry={() => void template.refetch()} />
  if (!template.data) return <LoadingState rows={8} />
  return <TemplateEditor template={template.data} />
}

interface ListProps {
  readonly rows: readonly Row[]
  readonly search: string
  readonly chosen: string | undefined
}

function TemplateList({ rows, search, chosen }: ListProps) {
  const t = useText('messages')
  const label = useBilingual()
  const wanted = search.trim().toLowerCase()
  const found = rows.filter((row) => [row.label.cn, row.label.en].some((text) => text.toLowerCase().includes(wanted)))
  const groups = new Map(found.map((row) => [row.group, label(row.groupLabel)]))
  if (found.length === 0) return <EmptyState small title={t('templates.noMatch')} />
  return (
    <nav aria-label={t('templates.title')}>
      {[...groups].map(([group, name]) => (
        <section key={group} className="ms-template-group">
          <h2>{name}</h2>
          <ul>
            {found
              .filter((row) => row.group === group)
              .map((row) => (
                <li key={row.code}>
                  <Link to={messagePaths.template(row.code)} aria-current={row.code === chosen ? 'page' : undefined}>
                    <span>{label(row.label)}</span>
                    {row.customized && <Tag>{t('templates.customized')}</Tag>}
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
