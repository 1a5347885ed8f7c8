import './catalog.css'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { PublishedItem } from '#web/module.ts'
import { Slot } from '#web/slots.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { catalog } from '../../contract.ts'

export interface PublishedProps {
  readonly item: PublishedItem
  /** `applied`: somebody has to agree first. */
  readonly outcome: 'published' | 'applied'
  /** What learners will see, where the author is not among them; left out where there is no such screen. */
  readonly preview?: string
  /** The application, where there is one. */
  readonly application?: string
  readonly onClose: () => void
}

/** After publishing: what came of it, and what can be done next. Only what the member may do is offered. */
export default function Published({ item, outcome, preview, application, onClose }: PublishedProps) {
  const t = useText('catalog')
  return (
    <Modal open footer={null} width={520} title={t(`published.${outcome}`)} onCancel={onClose}>
      <div className="ca-published">
        <span className="ca-published-mark" data-outcome={outcome}>
          <Icon name={outcome === 'published' ? 'check' : 'clock'} size={26} />
        </span>
        <strong>{item.title}</strong>
        <p>{t(`published.${outcome}Hint`)}</p>
        {outcome === 'published' ? (
          <NextSteps item={item} preview={preview} onClose={onClose} />
        ) : (
          application !== undefined && (
            <ul className="ca-next">
              <li>
                <Link to={application} onClick={onClose}>
                  <Icon name="log" size={22} />
                  <span>
                    <b>{t('published.application')}</b>
                    <small>{t('published.applicationHint')}</small>
                  </span>
                  <Icon name="arrow-right" size={16} />
                </Link>
              </li>
            </ul>
          )
        )}
        <button type="button" className="sy-button sy-button-plain" onClick={onClose}>
          {t('published.stay')}
        </button>
      </div>
    </Modal>
  )
}

/** Look at it, push it, share it: the last two are parts of the modules that do it. */
function NextSteps({ item, preview, onClose }: Pick<PublishedProps, 'item' | 'preview' | 'onClose'>) {
  const t = useText('catalog')
  const params = { businessType: item.type, id: item.id }
  const opening = useQuery(q(catalog.contentOpening, { params }, { quiet: true, cache: 0 }))
  if (opening.isPending) return <LoadingState rows={2} />
  if (!opening.data) return <ErrorState small error={opening.error} onRetry={() => void opening.refetch()} />
  const { link, kind } = opening.data
  const address = link ?? preview
  return (
    <>
      {link === null && <p className="sy-note">{t('published.notForYou')}</p>}
      <ul className="ca-next">
        {address !== undefined && (
          <li>
            <Link to={address} onClick={onClose}>
              <Icon name="eye" size={22} />
              <span>
                <b>{t(link === null ? 'published.preview' : 'published.look')}</b>
                <small>{t(link === null ? 'published.previewHint' : 'published.lookHint')}</small>
              </span>
              <Icon name="arrow-right" size={16} />
            </Link>
          </li>
        )}
        {link !== null && <Slot name="published" values={{ item, kind, onLeave: onClose }} />}
      </ul>
    </>
  )
}
