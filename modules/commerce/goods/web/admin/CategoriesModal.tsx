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
import { type Category, categoryNameLengthMax } from '../../contract/shapes.ts'
import { goods } from '../../contract.ts'

/** The categories of the mall: added, renamed, put into order, deleted while they are empty. */
export function CategoriesModal({ onClose }: { onClose: () => void }) {
  const t = useText('goods')
  const { data, isPending, isError, error, refetch } = useQuery(q(goods.managedGoodsCategories, {}, { quiet: true }))
  const [name, setName] = useState('')
  const { busy, run } = useAction()
  const items = data?.items ?? []
  const add = async () => {
    await call(goods.addGoodsCategory, { body: { name } })
    setName('')
  }
  const move = (from: number, to: number) =>
    call(goods.orderGoodsCategories, { body: { ids: withMoved(items, from, to).map(({ id }) => id) } })
  return (
    <Modal open title={t('categories.title')} footer={null} onCancel={onClose}>
      <div className="sy-column sy-gap-3">
        <form
          className="sy-row sy-gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') void run(add, { done: t('categories.saved') })
          }}
        >
          <Input
            value={name}
            maxLength={categoryNameLengthMax}
            aria-label={t('categories.name')}
            placeholder={t('categories.name')}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="primary" htmlType="submit" loading={busy} disabled={name.trim() === ''}>
            {t('categories.add')}
          </Button>
        </form>
        {isPending && <LoadingState rows={3} />}
        {isError && <ErrorState small error={error} onRetry={() => void refetch()} />}
        {data && items.length === 0 && <EmptyState small title={t('categories.none')} />}
        <SortableList<Category>
          items={items}
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

function CategoryRow({ category, moves }: { category: Category; moves: ReactNode }) {
  const t = useText('goods')
  const { id, goodsCount } = category
  const [name, setName] = useState(category.name)
  const { busy, run } = useAction()
  const rename = () => call(goods.renameGoodsCategory, { params: { id }, body: { name } })
  return (
    <>
      <Input
        value={name}
        maxLength={categoryNameLengthMax}
        aria-label={`${t('categories.name')} · ${category.name}`}
        onChange={(event) => setName(event.target.value)}
      />
      <Button
        loading={busy}
        disabled={name.trim() === '' || name === category.name}
        onClick={() => void run(rename, { done: t('categories.saved') })}
      >
        {t('categories.rename')}
      </Button>
      <ConfirmButton
        danger
        disabled={goodsCount > 0}
        aria-label={`${t('categories.delete')} · ${category.name}`}
        question={`${t('categories.delete')} · ${category.name}`}
        confirmText={t('categories.delete')}
        onConfirm={async () => {
          await call(goods.deleteGoodsCategory, { params: { id } })
          notify('success', t('categories.deleted'))
        }}
      >
        {t('categories.delete')}
      </ConfirmButton>
      {moves}
    </>
  )
}
