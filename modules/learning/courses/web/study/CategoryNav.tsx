import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { Category } from '../../contract/categories.ts'
import { courses } from '../../contract.ts'

interface Props {
  readonly active: string | undefined
  readonly linkOf: (categoryId: string | undefined) => string
}

/** Ids of the category and of all above it. */
function pathTo(items: readonly Category[], id: string | undefined): ReadonlySet<string> {
  const byId = new Map(items.map((category) => [category.id, category]))
  const path = new Set<string>()
  for (let at = id === undefined ? undefined : byId.get(id); at && !path.has(at.id); ) {
    path.add(at.id)
    at = at.parentId === null ? undefined : byId.get(at.parentId)
  }
  return path
}

/** The tree of categories. What lies on the way to the chosen one, and directly below it, is open. */
export function CategoryNav({ active, linkOf }: Props) {
  const t = useText('courses')
  const categories = useQuery(q(courses.categories, {}, { quiet: true, cache: 'wide' }))
  const items = useMemo(() => categories.data?.items ?? [], [categories.data])
  const open = useMemo(() => pathTo(items, active), [items, active])
  const branch = (parentId: string | null) => items.filter((category) => category.parentId === parentId)

  const linkTo = (category: Category) => (
    <Link
      to={linkOf(category.id)}
      aria-current={category.id === active ? 'page' : undefined}
      data-open={open.has(category.id)}
    >
      {category.name}
      <small className="sy-number">{category.courseCount}</small>
    </Link>
  )
  const renderBranch = (parentId: string) => (
    <ul className="sy-wide-only">
      {branch(parentId).map((category) => (
        <li key={category.id}>
          {linkTo(category)}
          {open.has(category.id) && branch(category.id).length > 0 && renderBranch(category.id)}
        </li>
      ))}
    </ul>
  )
  const opened = items.filter((category) => open.has(category.id) && branch(category.id).length > 0)

  return (
    <nav className="co-categories" aria-label={t('catalogue.categories')}>
      <ul>
        <li>
          <Link to={linkOf(undefined)} aria-current={active === undefined ? 'page' : undefined}>
            {t('catalogue.all')}
          </Link>
        </li>
        {branch(null).map((category) => (
          <li key={category.id}>
            {linkTo(category)}
            {open.has(category.id) && branch(category.id).length > 0 && renderBranch(category.id)}
          </li>
        ))}
      </ul>
      {/* On a phone the tree is rows to swipe: one for each category on the way. */}
      {opened.map((parent) => (
        <ul key={parent.id} className="sy-phone-only">
          {branch(parent.id).map((category) => (
            <li key={category.id}>{linkTo(category)}</li>
          ))}
        </ul>
      ))}
    </nav>
  )
}
