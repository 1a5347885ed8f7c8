import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { TextDifference } from '#modules/content/catalog/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { contents } from '../../contract.ts'

interface Props {
  readonly contentId: string
  /** The text in the editor. */
  readonly html: string
  readonly onRestore: (version: { readonly title: string; readonly html: string }) => void
  readonly onClose: () => void
}

/** What was published before: how it differs from the text in the editor, and a way back to it. */
export function VersionsDrawer({ contentId, html, onRestore, onClose }: Props) {
  const t = useText('contents')
  const [chosen, setChosen] = useState<string>()
  const versions = useQuery(q(contents.versions, { query: { id: contentId } }, { cache: 0 }))
  const items = versions.data?.items ?? []
  return (
    <Drawer open size="large" title={t('versions.title')} onClose={onClose}>
      {versions.isPending && <LoadingState rows={4} />}
      {versions.isError && <ErrorState small error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.data && items.length === 0 && <EmptyState small title={t('versions.none')} />}
      <div className="sy-column sy-gap-4">
        <ol className="sy-plain-list ct-versions" aria-label={t('versions.title')}>
          {items.map(({ id, number, title, state, at, by }) => (
            <li key={id}>
              <button type="button" aria-pressed={id === chosen} onClick={() => setChosen(id)}>
                <strong>
                  {t('versions.number', { number })} · {title}
                </strong>
                <span className="sy-note">
                  {by} <DateText value={at} />
                  {state !== 'published' && ` · ${t(`change.${state}`)}`}
                </span>
              </button>
            </li>
          ))}
        </ol>
        {items.length > 0 && chosen === undefined && <p className="sy-note">{t('versions.choose')}</p>}
        {chosen !== undefined && (
          <Chosen
            key={chosen}
            id={chosen}
            html={html}
            onRestore={(version) => {
              onRestore(version)
              notify('success', t('versions.restored'))
              onClose()
            }}
          />
        )}
      </div>
    </Drawer>
  )
}

function Chosen({ id, html, onRestore }: Pick<Props, 'html' | 'onRestore'> & { readonly id: string }) {
  const t = useText('contents')
  const version = useQuery(q(contents.version, { query: { id } }))
  if (version.isPending) return <LoadingState rows={3} />
  if (!version.data) return <ErrorState small error={version.error} onRetry={() => void version.refetch()} />
  const { data } = version
  return (
    <section className="sy-column sy-gap-3" aria-label={t('versions.compare')}>
      <h3>{t('versions.compare')}</h3>
      <TextDifference before={data.html} after={html} />
      <div className="sy-actions">
        <ConfirmButton
          question={t('versions.restoreQuestion')}
          consequence={t('versions.restoreHint')}
          onConfirm={() => onRestore(data)}
        >
          {t('versions.restore')}
        </ConfirmButton>
      </div>
    </section>
  )
}
