import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { AuthoredContent } from '#kit/authored-content.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import AuthorActions, { type AuthorActionsProps } from './AuthorActions.tsx'
import StatusTags, { type StatusTagsProps } from './StatusTags.tsx'

export interface AuthoredHeadProps {
  readonly item: Pick<AuthoredContent, 'name' | 'actions'> & StatusTagsProps & { readonly needsApproval?: boolean }
  /** The name, unless it is written in the head itself. */
  readonly title?: ReactNode
  /** The list that the item is in: where one is after it was deleted. */
  readonly list: { readonly title: string; readonly path: string }
  /** Beside the status. */
  readonly facts?: ReactNode
  /** Before the buttons, and after them. */
  readonly links?: ReactNode
  readonly more?: ReactNode
  readonly calls: AuthorActionsProps['calls']
  /** Changes that are not saved have to be saved first. */
  readonly disabled: boolean
  /** Takes the newest in place of what is being written. */
  readonly onReload: () => Promise<void>
}

/** The head of the editor of authored content: its status, what its author may do, and what was said about it. */
export default function AuthoredHead(props: AuthoredHeadProps) {
  const { item, title = item.name, list, facts, links, more, disabled, onReload } = props
  const navigate = useNavigate()
  const { 'discard-changes': discard, delete: remove, ...calls } = props.calls
  return (
    <>
      <PageHeader
        title={title}
        back={<Link to={list.path}>{list.title}</Link>}
        description={
          <span className="sy-row sy-wrap sy-gap-2">
            <StatusTags {...item} />
            {facts}
          </span>
        }
        actions={
          <>
            {links}
            <AuthorActions
              item={item}
              needsApproval={item.needsApproval ?? false}
              disabled={disabled}
              calls={{
                ...calls,
                ...(discard && { 'discard-changes': () => discard().then(onReload) }),
                ...(remove && { delete: () => remove().then(() => navigate(list.path)) }),
              }}
            />
            {more}
          </>
        }
      />
      {item.approval?.opinion && <p className="sy-callout managed-callout">{item.approval.opinion}</p>}
    </>
  )
}
