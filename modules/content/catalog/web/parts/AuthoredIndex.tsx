import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import AuthoredList, { type AuthoredItem, type AuthoredListProps } from './AuthoredList.tsx'
import type { ManagementPage } from './ManagementList.tsx'

export interface AuthoredIndexProps<Page extends ManagementPage<AuthoredItem>>
  extends Omit<AuthoredListProps<Page>, 'label' | 'create'> {
  readonly title: string
  readonly description: string
  /** Before the button for a new item. */
  readonly actions?: ReactNode
  /** What the button for a new item says, and the dialog that it opens. */
  readonly createTitle: string
  readonly createDialog: (onClose: () => void) => ReactNode
}

/** The page with what a member writes or manages of one kind, and with the button that makes another one. */
export default function AuthoredIndex<Page extends ManagementPage<AuthoredItem>>(props: AuthoredIndexProps<Page>) {
  const { title, description, actions, createTitle, createDialog, ...list } = props
  const [isCreating, setIsCreating] = useState(false)
  const create = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setIsCreating(true)}>
      {createTitle}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <>
            {actions}
            {create}
          </>
        }
      />
      <AuthoredList {...list} label={title} create={create} />
      {isCreating && createDialog(() => setIsCreating(false))}
    </>
  )
}
