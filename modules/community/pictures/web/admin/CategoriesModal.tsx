import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { SortableList } from '#web/ui/SortableList.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { withMoved } from '#web/ui/with-moved.ts'
import { categoryNameLengthMax, type PictureCategory, pictures } from '../../contract.ts'

/** The company's own categories: added, renamed, put into order, deleted while they are empty. */
export function CategoriesModal({ onClose }: { onClose: () => void }) {
  const t = useText('pictures')
  const { data, isPending, isError, error, refetch } = useQuery(q(pictures.categories, {}))
  const [name, setName] = useState('')
  const { busy, run } = useAction()
  const own = (data?.items ?? []).filter(({ isPlatform }) => !isPlatform)
  const add = async () => {
    await call(pictures.addCategory, { body: { name } })
    setName('')
  }
  const move = (from: number, to: number) =>
    call(pictures.orderCategories, { body: { ids: withMoved(own, from, to).map(({ id }) => id) } })
  return (
    <Modal open title={t('admin.categoriesTitle')} footer={null} onCancel={onClose}>
      <div className="sy-column sy-gap-3">
        <form
          className="sy-row sy-gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') void run(add, { done: t('admin.saved') })
          }}
        >
          <Input
            value={name}
            maxLength={categoryNameLengthMax}
            aria-label={t('admin.categoryName')}
            placeholder={t('admin.categoryName')}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="primary" htmlType="submit" loading={busy} disabled={name.trim() === ''}>
            {t('admin.addCategory')}
          </Button>
        </form>
        {isPending && <LoadingState rows={3} />}
        {isError && <ErrorState small error={error} onRetry={() => void refetch()} />}
        {data && own.length === 0 && <EmptyState small title={t('admin.noCategories')} />}
        <SortableList<PictureCategory>
          items={own}
          keyOf={({ id }) => id}
          nameOf={(category) => category.name}
          onMove={move}
          itemClassName="sy-row sy-gap-2"
        >
          {(category, _index, moves) => <CategoryRow key={category.id} category={category} moves={moves} />}
        </SortableList>
      </div>
    </Modal>
  )
}

function CategoryRow({ category, moves }: { category: PictureCategory; moves: ReactNode }) {
  const t = useText('pictures')
  const { id } = category
  const [name, setName] = useState(category.name)
  const { busy, run } = useAction()
  const rename = () => call(pictures.renameCategory, { params: { id }, body: { name } })
  return (
    <>
      <Input
        value={name}
        maxLength={categoryNameLengthMax}
        aria-label={`${t('admin.categoryName')} · ${category.name}`}
        onChange={(event) => setName(event.target.value)}
      />
      <Button
        loading={busy}
        disabled={name.trim() === '' || name === category.name}
        onClick={() => void run(rename, { done: t('admin.saved') })}
      >
        {t('admin.renameCategory')}
      </Button>
      <ConfirmButton
        danger
        aria-label={`${t('admin.deleteCategory')} · ${category.name}`}
        question={`${t('admin.deleteCategory')} · ${category.name}`}
        consequence={t('admin.deleteCategoryText')}
        confirmText={t('admin.deleteCategory')}
        onConfirm={async () => {
          await call(pictures.deleteCategory, { params: { id } })
          notify('success', t('admin.deleted'))
        }}
      >
        {t('admin.deleteCategory')}
      </ConfirmButton>
      {moves}
    </>
  )
}
