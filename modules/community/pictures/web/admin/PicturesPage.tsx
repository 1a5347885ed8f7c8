import '../picker/picker.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { pictureUrl, sizedUrl } from '#web/ui/picture.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type ManagedPicture, pictures } from '../../contract.ts'
import { CategoriesModal } from './CategoriesModal.tsx'
import { PictureFormModal } from './PictureFormModal.tsx'

type Dialog = { readonly kind: 'form'; readonly picture?: ManagedPicture } | { readonly kind: 'categories' }

/** Administrators add pictures of the company to the library, order them and retire them. */
export default function PicturesPage() {
  const t = useText('pictures')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState<string>()
  const [isRetired, setRetired] = useState(false)
  const [dialog, setDialog] = useState<Dialog>()
  const categories = useQuery(q(pictures.categories, {}))
  const query = { page: paging.page, pageSize: paging.pageSize, search, category, isRetired }
  const list = useQuery({ ...q(pictures.managedPictures, { query }), placeholderData: keepPreviousData })
  const close = () => setDialog(undefined)
  return (
    <>
      <PageHeader
        title={t('admin.title')}
        description={t('admin.description')}
        actions={
          <>
            <Button onClick={() => setDialog({ kind: 'categories' })}>{t('admin.manageCategories')}</Button>
            <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setDialog({ kind: 'form' })}>
              {t('admin.add')}
            </Button>
          </>
        }
      />
      <div className="sy-toolbar">
        <SearchBox
          label={t('admin.search')}
          onSearch={(text) => {
            setSearch(text)
            paging.reset()
          }}
        />
        <Select
          allowClear
          style={{ width: 160 }}
          aria-label={t('admin.category')}
          placeholder={t('admin.allCategories')}
          options={(categories.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(chosen?: string) => {
            setCategory(chosen)
            paging.reset()
          }}
        />
        <Segmented<string>
          aria-label={t('admin.state')}
          value={isRetired ? 'retired' : 'offered'}
          onChange={(chosen) => {
            setRetired(chosen === 'retired')
            paging.reset()
          }}
          options={['offered', 'retired'].map((value) => ({ value, label: t(`admin.${value}`) }))}
        />
      </div>
      <ListTable<ManagedPicture>
        list={list}
        label={t('admin.table')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState title={t('admin.none')} description={t('admin.noneHint')} />}
        columns={[
          {
            title: t('admin.picture'),
            key: 'picture',
            width: 140,
            render: (_, { path }) => <img className="pic-thumb" src={sizedUrl(pictureUrl(path) ?? '', 320)} alt="" />,
          },
          { title: t('admin.name'), dataIndex: 'name' },
          { title: t('admin.category'), dataIndex: 'categoryName' },
          { title: t('admin.titleLength'), dataIndex: 'titleLengthMax', align: 'right' },
          {
            title: t('admin.actions'),
            key: 'actions',
            render: (_, picture, index) => (
              <Actions
                picture={picture}
                before={list.data?.items[index - 1]}
                after={list.data?.items[index + 1]}
                onEdit={() => setDialog({ kind: 'form', picture })}
              />
            ),
          },
        ]}
      />
      {dialog?.kind === 'form' && (
        <PictureFormModal picture={dialog.picture} categories={categories.data?.items ?? []} onClose={close} />
      )}
      {dialog?.kind === 'categories' && <CategoriesModal onClose={close} />}
    </>
  )
}

interface ActionsProps {
  readonly picture: ManagedPicture
  readonly before: ManagedPicture | undefined
  readonly after: ManagedPicture | undefined
  readonly onEdit: () => void
}

function Actions({ picture, before, after, onEdit }: ActionsProps) {
  const t = useText('pictures')
  const { busyWith, run } = useAction()
  const { id, name, isRetired } = picture
  const label = (action: string) => `${t(`admin.${action}`)} · ${name}`
  const order = (ids: string[]) => call(pictures.orderPictures, { body: { ids } })
  const retire = async (wanted: boolean) => {
    await call(pictures.retirePicture, { params: { id }, body: { isRetired: wanted } })
    notify('success', t(wanted ? 'admin.retiredDone' : 'admin.restoredDone'))
  }
  return (
    <div className="sy-actions">
      <Button aria-label={label('edit')} onClick={onEdit}>
        {t('admin.edit')}
      </Button>
      {!isRetired && before && (
        <Button
          aria-label={label('up')}
          icon={<Icon name="chevron-up" size={16} />}
          loading={busyWith === 'up'}
          onClick={() => void run(() => order([id, before.id]), { name: 'up' })}
        />
      )}
      {!isRetired && after && (
        <Button
          aria-label={label('down')}
          icon={<Icon name="chevron-down" size={16} />}
          loading={busyWith === 'down'}
          onClick={() => void run(() => order([after.id, id]), { name: 'down' })}
        />
      )}
      {isRetired ? (
        <Button aria-label={label('restore')} onClick={() => void run(() => retire(false))}>
          {t('admin.restore')}
        </Button>
      ) : (
        <ConfirmButton
          aria-label={label('retire')}
          question={label('retire')}
          consequence={t('admin.retireText')}
          confirmText={t('admin.retire')}
          onConfirm={() => retire(true)}
        >
          {t('admin.retire')}
        </ConfirmButton>
      )}
    </div>
  )
}
