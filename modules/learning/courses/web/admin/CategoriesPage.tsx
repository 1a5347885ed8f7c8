import '../courses.css'
import './admin.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, TreeSelect } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { errorText, useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { RowActions } from '#web/ui/RowActions.tsx'
import type { Category } from '../../contract/categories.ts'
import { CATEGORY_NAME_TAKEN } from '../../contract/errors.ts'
import { courses } from '../../contract.ts'
import { coursePaths } from '../paths.ts'
import { treeOf } from './tree.ts'

const LEVELS_MAX = 5

/** What the dialog is open for: a new category (below a parent), or one that is changed. */
type Editing = { readonly parentId: string | null } | { readonly category: Category }

/** The tree of categories, in the order in which learners see it. */
export default function CategoriesPage() {
  const t = useText('courses')
  const categories = useQuery(q(courses.categories, {}, { quiet: true, cache: 0 }))
  const [editing, setEditing] = useState<Editing>()
  const items = categories.data?.items ?? []
  return (
    <>
      <PageHeader
        title={t('categories.title')}
        description={t('categories.hint')}
        back={<Link to={coursePaths.authored}>{t('authoring.title')}</Link>}
        actions={
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setEditing({ parentId: null })}>
            {t('categories.add')}
          </Button>
        }
      />
      {categories.isPending && <LoadingState rows={6} />}
      {categories.isError && <ErrorState error={categories.error} onRetry={() => void categories.refetch()} />}
      {categories.data && items.length === 0 && (
        <EmptyState title={t('categories.none')} description={t('categories.noneHint')} />
      )}
      {items.length > 0 && (
        <div className="sy-card co-categories-card">
          <Branch items={items} parentId={null} onEdit={setEditing} />
        </div>
      )}
      {editing && <CategoryDialog items={items} editing={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

interface BranchProps {
  readonly items: readonly Category[]
  readonly parentId: string | null
  readonly onEdit: (editing: Editing) => void
}

function Branch({ items, parentId, onEdit }: BranchProps) {
  const brothers = items.filter((category) => category.parentId === parentId)
  return (
    <ul className="co-tree">
      {brothers.map((category, at) => (
        <li key={category.id}>
          <CategoryRow
            category={category}
            before={brothers[at - 1]}
            after={brothers[at + 1]}
            brothers={brothers}
            onEdit={onEdit}
          />
          {items.some((child) => child.parentId === category.id) && (
            <Branch items={items} parentId={category.id} onEdit={onEdit} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  readonly category: Category
  readonly before: Category | undefined
  readonly after: Category | undefined
  readonly brothers: readonly Category[]
  readonly onEdit: (editing: Editing) => void
}

function CategoryRow({ category, before, after, brothers, onEdit }: RowProps) {
  const t = useText('courses')
  const { id, name, level, courseCount } = category
  /** Siblings are renumbered where two of them share a number. */
  const swap = async (other: Category) => {
    const order = brothers.map((each) => each.id)
    const [one, two] = [order.indexOf(id), order.indexOf(other.id)]
    const swapped = order.map((each, at) => (at === one ? other.id : at === two ? id : each))
    for (const [sort, each] of swapped.entries()) {
      const known = brothers.find((brother) => brother.id === each)
      if (known?.sort !== sort) await call(courses.changeCategory, { params: { id: each }, body: { sort } })
    }
  }
  return (
    <div className="sy-row sy-wrap co-tree-row">
      <span className="co-tree-name">{name}</span>
      <span className="sy-faint">{t('categories.courses', { count: courseCount })}</span>
      <span className="co-tree-actions">
        <RowActions
          name={name}
          isFirst={!before}
          isLast={!after}
          onMove={(step) => {
            const other = step < 0 ? before : after
            if (other) void swap(other).catch(() => undefined)
          }}
        />
        <Button type="text" disabled={level >= LEVELS_MAX} onClick={() => onEdit({ parentId: id })}>
          {t('categories.addBelow')}
        </Button>
        <Button type="text" aria-label={t('authoring.editOf', { title: name })} onClick={() => onEdit({ category })}>
          {t('authoring.edit')}
        </Button>
        <ConfirmButton
          type="text"
          danger
          aria-label={t('authoring.deleteOf', { title: name })}
          question={t('categories.deleteAsk', { name })}
          consequence={t('categories.deleteHint')}
          confirmText={t('authoring.delete')}
          onConfirm={() => call(courses.deleteCategory, { params: { id } })}
        >
          {t('authoring.delete')}
        </ConfirmButton>
      </span>
    </div>
  )
}

interface DialogProps {
  readonly items: readonly Category[]
  readonly editing: Editing
  readonly onClose: () => void
}

interface Values {
  readonly name: string
  readonly parentId?: string
}

function CategoryDialog({ items, editing, onClose }: DialogProps) {
  const t = useText('courses')
  const changed = 'category' in editing ? editing.category : undefined
  const save = (values: Values) => {
    const { name } = values
    const parentId = values.parentId ?? null
    const options = { handles: [CATEGORY_NAME_TAKEN] }
    const body = { name: name.trim(), parentId }
    const sort = items.filter((category) => category.parentId === parentId).length
    if (changed) return call(courses.changeCategory, { params: { id: changed.id }, body }, options)
    return call(courses.createCategory, { body: { ...body, sort } }, options)
  }
  return (
    <FormModal<Values, unknown>
      title={t(changed ? 'categories.change' : 'categories.add')}
      okText={t('authoring.save')}
      initialValues={{
        name: changed?.name ?? '',
        parentId: ('category' in editing ? editing.category.parentId : editing.parentId) ?? undefined,
      }}
      onSubmit={save}
      problemsOf={async (error, { name }) =>
        isRefusal(error, CATEGORY_NAME_TAKEN)
          ? { name: await errorText(CATEGORY_NAME_TAKEN.code, { name: name.trim() }) }
          : undefined
      }
      onClose={onClose}
    >
      <NameField label={t('categories.name')} needed={t('categories.nameNeeded')} maxLength={50} autoFocus />
      <Form.Item name="parentId" label={t('categories.parent')}>
        <TreeSelect
          allowClear
          treeDefaultExpandAll
          placeholder={t('categories.top')}
          treeData={treeOf(items.filter((category) => !isWithin(items, category, changed?.id)))}
        />
      </Form.Item>
    </FormModal>
  )
}

/** Whether the category is this one or stands below it. */
function isWithin(items: readonly Category[], category: Category, id: string | undefined): boolean {
  for (let at: Category | undefined = category; at; ) {
    if (at.id === id) return true
    const above: string | null = at.parentId
    at = items.find((each) => each.id === above)
  }
  return false
}
