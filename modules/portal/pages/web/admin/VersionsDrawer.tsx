import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import type { RevisionEditor } from '#web/ui/use-revision-editor.ts'
import type { PageDocument } from '../../contract/document.ts'
import type { PageVersion } from '../../contract/managing.ts'
import { pages } from '../../contract.ts'
import { differencesOf } from './differences.ts'

interface Props {
  readonly id: string
  readonly document: PageDocument
  readonly change: RevisionEditor['change']
  readonly onRestored: () => Promise<void>
  readonly onClose: () => void
}

const shownMax = 50

/** The published versions of a page: what each differs in from the draft, and a way back to it. */
export function VersionsDrawer({ id, document, change, onRestored, onClose }: Props) {
  const t = useText('pages')
  const list = useQuery(q(pages.pageVersions, { params: { id }, query: { pageSize: shownMax } }, { quiet: true }))
  const [compared, setCompared] = useState<number>()
  return (
    <Drawer open size={520} title={t('versions.title')} onClose={onClose}>
      {list.isPending && <LoadingState rows={4} shape="lines" />}
      {list.isError && <ErrorState small error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.recordCount === 0 && <EmptyState small title={t('versions.none')} />}
      <ol className="pe-versions">
        {list.data?.items.map((version) => (
          <li key={version.number}>
            <Version version={version} />
            <div className="sy-actions">
              <Button
                aria-expanded={compared === version.number}
                onClick={() => setCompared(compared === version.number ? undefined : version.number)}
              >
                {t('versions.compare')}
              </Button>
              <ConfirmButton
                question={t('versions.restoreOf', { number: version.number })}
                consequence={t('versions.restoreText')}
                confirmText={t('versions.restore')}
                onConfirm={async () => {
                  await change((revision) =>
                    call(pages.restoreVersion, { params: { id, number: version.number }, body: { revision } }),
                  )
                  notify('success', t('versions.restored', { number: version.number }))
                  await onRestored()
                }}
              >
                {t('versions.restore')}
              </ConfirmButton>
            </div>
            {compared === version.number && <Comparison id={id} number={version.number} document={document} />}
          </li>
        ))}
      </ol>
    </Drawer>
  )
}

function Version({ version: { number, note, publishedAt, publishedByName, moduleCount } }: { version: PageVersion }) {
  const t = useText('pages')
  return (
    <>
      <strong>{t('versions.number', { number })}</strong>
      <div className="sy-note">
        <DateText value={publishedAt} /> · {publishedByName ?? t('versions.byItself')} ·{' '}
        {t('versions.modules', { count: moduleCount })}
      </div>
      {note !== '' && <p>{note}</p>}
    </>
  )
}

function Comparison({ id, number, document }: { id: string; number: number; document: PageDocument }) {
  const t = useText('pages')
  const version = useQuery(q(pages.pageVersion, { params: { id, number } }, { quiet: true }))
  if (version.isError) return <ErrorState small error={version.error} onRetry={() => void version.refetch()} />
  if (!version.data) return <LoadingState rows={2} shape="lines" />
  const found = differencesOf(version.data.document, document)
  if (found.length === 0) return <p className="sy-faint">{t('versions.same')}</p>
  return (
    <ul className="pe-differences">
      {found.map(({ kind, key, type, title }) => (
        <li key={`${kind} ${key}`} data-kind={kind}>
          {t(`versions.${kind}`, {
            name: type ? [title.cn || title.en, t(`types.${type}`)].filter((part) => part !== '').join(' · ') : '',
          })}
        </li>
      ))}
    </ul>
  )
}
