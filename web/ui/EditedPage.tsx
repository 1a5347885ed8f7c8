import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { Fragment, type ReactNode, useState } from 'react'
import { useText } from '../i18n/texts.ts'
import { ErrorState } from './ErrorState.tsx'
import { LoadingState } from './LoadingState.tsx'
import type { Saving } from './use-revision-editor.ts'

/** What `useRevisionEditor` gives; an editor that is saved by a button has its query alone. */
interface Editor<Item> {
  readonly query: UseQueryResult<Item>
  readonly reload?: () => Promise<unknown>
  readonly saving?: Saving
}

interface Props<Item> {
  readonly id: string
  readonly editor: Editor<Item>
  /** `load` takes the newest in place of what is being written. */
  readonly children: (item: Item, load: () => Promise<void>) => ReactNode
}

/** The page of an editor: its item once it is loaded, and a way on where the item was changed elsewhere. */
export function EditedPage<Item>({ id, editor, children }: Props<Item>) {
  const t = useText('shell')
  const { query, reload = query.refetch, saving } = editor
  /** Grows when the newest was loaded: what was being written gives way to it. */
  const [version, setVersion] = useState(0)
  if (query.isPending) return <LoadingState rows={8} />
  if (query.data === undefined) return <ErrorState page error={query.error} onRetry={() => void query.refetch()} />
  const load = async () => {
    await reload()
    setVersion((before) => before + 1)
  }
  return (
    <>
      <Fragment key={`${id} ${version}`}>{children(query.data, load)}</Fragment>
      <Modal
        open={saving === 'elsewhere'}
        title={t('editing.elsewhere')}
        closable={false}
        footer={
          <Button type="primary" onClick={() => void load()}>
            {t('editing.loadNewest')}
          </Button>
        }
      >
        {t('editing.elsewhereHint')}
      </Modal>
    </>
  )
}
