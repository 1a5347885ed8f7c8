import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useJoin } from '#web/i18n/join.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { FilteredList, FilterSelect, useFilters } from '#web/ui/FilteredList.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { type ManagedPage, type PageState, pageStates } from '../../contract/managing.ts'
import { type PageKind, pageKinds } from '../../contract/shown.ts'
import { pages } from '../../contract.ts'
import { pagePaths } from '../paths.ts'
import { PageModal } from './PageModal.tsx'

const colors: Readonly<Record<PageState, string>> = {
  draft: 'default',
  published: 'success',
  hidden: 'warning',
  archived: 'default',
}

interface Filters {
  readonly search?: string
  readonly kind?: PageKind
  readonly state?: PageState
}

type Dialog = { readonly kind: 'create' } | { readonly kind: 'copy'; readonly page: ManagedPage }

/** The pages that the administrator may design. */
export default function ManagedPagesPage() {
  const t = useText('pages')
  const join = useJoin()
  const language = useLanguage()
  const { paging, narrow, query } = useFilters<Filters>()
  const list = useQuery({ ...q(pages.listPages, { query }), placeholderData: keepPreviousData })
  const [dialog, setDialog] = useState<Dialog>()
  return (
    <>
      <FilteredList<ManagedPage>
        title={t('managing.title')}
        description={t('managing.description')}
        actions={
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setDialog({ kind: 'create' })}>
            {t('managing.create')}
          </Button>
        }
        searchLabel={t('managing.search')}
        onSearch={(search) => narrow({ search: search ?? '' })}
        filters={
          <>
            <FilterSelect<PageKind>
              label={t('managing.kind')}
              all={t('managing.allKinds')}
              options={pageKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              onChange={(kind) => narrow({ kind } as Filters)}
            />
            <FilterSelect<PageState>
              label={t('managing.state')}
              all={t('managing.allStates')}
              options={pageStates.map((value) => ({ value, label: t(`states.${value}`) }))}
              onChange={(state) => narrow({ state } as Filters)}
            />
          </>
        }
        none={t('managing.none')}
        noneHint={t('managing.noneHint')}
        list={list}
        paging={paging}
        columns={[
          {
            title: t('managing.column.name'),
            key: 'name',
            render: (_, { id, nameCn, nameEn, kind }) => (
              <>
                <Link to={pagePaths.edit(id)}>{language === 'en' ? nameEn || nameCn : nameCn}</Link>
                <div className="sy-note">{t(`kinds.${kind}`)}</div>
              </>
            ),
          },
          {
            title: t('managing.column.audience'),
            key: 'audience',
            render: (_, { organizationName, audiences }) => (
              <>
                {organizationName ?? t('managing.wholeCompany')}
                <div className="sy-note">{join(audiences.map(({ name }) => name))}</div>
              </>
            ),
          },
          {
            title: t('managing.column.state'),
            key: 'state',
            render: (_, page) => <State page={page} />,
          },
          {
            title: t('managing.column.changed'),
            key: 'changed',
            render: (_, { updatedAt, updatedByName }) => (
              <>
                <DateText value={updatedAt} />
                {updatedByName !== null && <div className="sy-note">{updatedByName}</div>}
              </>
            ),
          },
          {
            title: t('managing.column.actions'),
            key: 'actions',
            render: (_, page) => <Actions page={page} onCopy={() => setDialog({ kind: 'copy', page })} />,
          },
        ]}
      />
      {dialog && (
        <PageModal {...(dialog.kind === 'copy' && { copied: dialog.page })} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

function State({ page: { state, version, hasChanges, publishAt } }: { page: ManagedPage }) {
  const t = useText('pages')
  return (
    <>
      <Tag color={colors[state]}>{t(`states.${state}`)}</Tag>
      {version > 0 && hasChanges && <Tag color="processing">{t('managing.hasChanges')}</Tag>}
      {version > 0 && <div className="sy-note">{t('versions.number', { number: version })}</div>}
      {publishAt !== null && (
        <div className="sy-note">
          {t('managing.publishAt')} <DateText value={publishAt} />
        </div>
      )}
    </>
  )
}

function Actions({ page, onCopy }: { page: ManagedPage; onCopy: () => void }) {
  const t = useText('pages')
  const language = useLanguage()
  const { id, state, kind } = page
  const name = language === 'en' ? page.nameEn || page.nameCn : page.nameCn
  const set = async (next: 'published' | 'hidden' | 'archived') => {
    await call(pages.setPageState, { params: { id }, body: { state: next } })
    notify('success', t('managing.done'))
  }
  return (
    <div className="sy-actions">
      <Link to={pagePaths.edit(id)} aria-label={t('managing.editOf', { name })}>
        {t('managing.edit')}
      </Link>
      <Button type="link" aria-label={t('managing.copyOf', { name })} onClick={onCopy}>
        {t('managing.copy')}
      </Button>
      {state === 'published' && (
        <ConfirmButton
          type="link"
          aria-label={t('managing.hideOf', { name })}
          question={t('managing.hideOf', { name })}
          consequence={t(`managing.hideText.${kind}`)}
          confirmText={t('managing.hide')}
          onConfirm={() => set('hidden')}
        >
          {t('managing.hide')}
        </ConfirmButton>
      )}
      {state === 'hidden' && (
        <Button type="link" aria-label={t('managing.showOf', { name })} onClick={() => void set('published')}>
          {t('managing.show')}
        </Button>
      )}
      {state === 'archived' ? (
        <Button type="link" aria-label={t('managing.unarchiveOf', { name })} onClick={() => void set('hidden')}>
          {t('managing.unarchive')}
        </Button>
      ) : (
        <ConfirmButton
          type="link"
          danger
          aria-label={t('managing.archiveOf', { name })}
          question={t('managing.archiveOf', { name })}
          consequence={t('managing.archiveText')}
          confirmText={t('managing.archive')}
          onConfirm={() => set('archived')}
        >
          {t('managing.archive')}
        </ConfirmButton>
      )}
    </div>
  )
}
